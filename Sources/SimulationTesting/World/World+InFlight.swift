import CloudKit
import CloudKitServer
import CloudKitWebServices

/// Requests that are inside the service at the same time.
extension World {
    /// Whether requests interleave inside the service, transaction by transaction.
    var interleaves: Bool { plan.has(.interleaving) }

    /// Lets a request begin inside the service; told the answer, but for one with which the service has ended.
    func begin(
        _ wire: WireWork,
        _ account: Int,
        _ arrival: Arrival,
        _ completion: @escaping @Sendable (CloudKitAnswer?) -> Void
    ) {
        let request = InFlightRequest(arrival, account, wire)
        begin(request) { [server] in
            // The answer of a service that fails is an answer, too.
            let answer = await server.answerInterleaved(wire.request)
            self.end(request) { completion(self.finish(answer, of: request)) }
        }
    }

    /// Lets a device begin to wait for a notice.
    func beginWaiting(
        _ request: CloudKitRequest,
        _ account: Int,
        _ arrival: Arrival,
        _ deliver: @escaping @Sendable (CloudKitAnswer) -> Void
    ) {
        let waiting = InFlightRequest(arrival, account, nil)
        begin(waiting) { [server] in
            await server.wait(request, deliver)
            self.end(waiting) {}
        }
    }

    private func begin(_ request: InFlightRequest, _ body: @escaping @Sendable () async -> Void) {
        inFlight.append(request)
        if inFlight.count > 1 { note("\(inFlight.count) requests are in the service") }
        Task.detached { await InFlightRequest.$current.withValue(request, operation: body) }
    }

    private func end(_ request: InFlightRequest, _ body: () -> Void) {
        guard !request.isOver else { return }
        inFlight.removeAll { $0 === request }
        body()
    }

    /// The service ends with all requests that are inside.
    func endInFlight() {
        for request in inFlight { request.isOver = true }
        inFlight = []
        server.scheduler.endAll()
    }

    /// Milliseconds until a request's next transaction begins: mostly as long as a disk takes, sometimes much longer.
    func drawPause(of request: InFlightRequest) -> Int64 {
        let (key, arrival, place) = (request.arrival.key, request.arrival.number, request.transactions)
        request.transactions += 1
        if let scenario {
            let pauses = scenario.deliveries[key]?.pauses[arrival] ?? []
            return pauses.indices.contains(place) ? pauses[place] : 0
        }
        guard !isHealed else { return 0 }
        let longest = network { random in random.once(in: 40) ? 20_000 : random.once(in: 5) ? 2_000 : 30 }
        let pause = Int64(network { $0.number(0...longest) })
        recorder[key].pauses[arrival, default: []].append(pause)
        return pause
    }

    /// Records what a transaction has changed, before the answer goes out.
    func record(_ change: CommittedChange) {
        let id = change.request?.id
        let request = inFlight.first { $0.wire?.request.identifier.lowercased() == id }
        guard let request, let wire = request.wire, change.outcome.answer.status == 200 else { return }
        request.committedAnswer = change.outcome.answer.body
        check("a commit") { try wire.recordChanges(change.outcome.answer.body, request.account) }
    }

    private func finish(_ answer: CloudKitAnswer, of request: InFlightRequest) -> CloudKitAnswer? {
        guard let wire = request.wire, answer.status == 200 else { return answer }
        var changed: CloudKitAnswer?
        check("an answer") { changed = try wire.finish(answer, of: request) }
        return changed
    }

    private func check(_ words: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            report(Violation(.soundness, "\(words) cannot be read: \(error)"))
        }
    }
}
