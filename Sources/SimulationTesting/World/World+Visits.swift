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
        let visit = ServiceVisit(arrival, account, wire)
        let request = wire.request
        enter(visit) { [server] in
            // The answer of a service that fails is an answer, too.
            let answer = await server.visit(request)
            self.leave(visit) { completion(self.finish(answer, of: visit)) }
        }
    }

    /// Lets a device begin to wait for a notice.
    func beginWaiting(
        _ request: CloudKitRequest,
        _ account: Int,
        _ arrival: Arrival,
        _ deliver: @escaping @Sendable (CloudKitAnswer) -> Void
    ) {
        let visit = ServiceVisit(arrival, account, nil)
        enter(visit) { [server] in
            await server.wait(request, deliver)
            self.leave(visit) {}
        }
    }

    private func enter(_ visit: ServiceVisit, _ body: @escaping @Sendable () async -> Void) {
        visits.append(visit)
        Task.detached { await ServiceVisit.$current.withValue(visit, operation: body) }
    }

    private func leave(_ visit: ServiceVisit, _ body: () -> Void) {
        guard !visit.isOver else { return }
        visits.removeAll { $0 === visit }
        body()
    }

    /// The service ends with all requests that are inside.
    func endVisits() {
        for visit in visits { visit.isOver = true }
        visits = []
        server.turns.endAll()
    }

    /// Milliseconds until a request's next transaction begins: mostly as long as a disk takes, sometimes much longer.
    func drawPause(of visit: ServiceVisit) -> Int64 {
        let (key, arrival, place) = (visit.arrival.key, visit.arrival.number, visit.transactions)
        visit.transactions += 1
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

    /// A request has changed records; that is learnt at once, since others may follow before its answer goes out.
    func committed(_ request: RequestKey?, _ outcome: ModifyOutcome) {
        let visit = visits.first { $0.wire?.request.identifier.lowercased() == request?.id }
        guard let visit, let wire = visit.wire, outcome.answer.status == 200 else { return }
        learn("from a commit") { try wire.noteModify(outcome.answer.body, visit.account) }
    }

    private func finish(_ answer: CloudKitAnswer, of visit: ServiceVisit) -> CloudKitAnswer? {
        guard let wire = visit.wire, answer.status == 200 else { return answer }
        var changed: CloudKitAnswer?
        learn("from an answer") { changed = try wire.finish(answer, of: visit) }
        return changed
    }

    private func learn(_ words: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            report(Violation(.soundness, "nothing can be learnt \(words): \(error)"))
        }
    }
}
