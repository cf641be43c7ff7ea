import CloudKit
import CloudKitWebServices
import Foundation
import Synchronization

/// Carries messages between devices and the service in virtual time, and gets in their way.
final class Network: @unchecked Sendable {
    /// A request on its way.
    private final class Message: @unchecked Sendable {
        let number: Int
        let request: CloudKitRequest
        let client: Client
        /// The account that asks.
        let account: Int
        /// Whether it is the app that asks, and not somebody beside it.
        let isWatched: Bool
        /// What a scenario calls it.
        let key: MessageKey
        /// How often it has arrived.
        var arrivals = 0
        var waiting: CheckedContinuation<CloudKitAnswer, any Error>?

        init(
            _ number: Int,
            _ request: CloudKitRequest,
            _ sender: (client: Client, account: Int, isWatched: Bool),
            _ key: MessageKey,
            _ waiting: CheckedContinuation<CloudKitAnswer, any Error>?
        ) {
            (self.number, self.request, self.key, self.waiting) = (number, request, key, waiting)
            (client, account, isWatched) = sender
        }

        func end(_ result: Result<CloudKitAnswer, any Error>) {
            waiting?.resume(with: result)
            waiting = nil
        }
    }

    private unowned let world: World
    private var messages: [Int: Message] = [:]
    private(set) var lastNumber = 0
    /// Requests so far, by device and endpoint.
    private var counts: [MessageKey: Int] = [:]
    /// Requests that wait at the service for a notice.
    private var parked: Set<Int> = []
    /// Answers to such requests that are about to leave the service.
    private let notices = Mutex<[(number: Int, answer: CloudKitAnswer)]>([])
    /// Milliseconds for which the service lets a request wait, and a little more.
    private static let parkedTime: Int64 = 10 * 60 * 1_000 + 1
    /// Until when the service wants nothing of a device.
    private(set) var closedUntil: [Int: Int64] = [:]
    /// Until when the service is not there.
    var downUntil: Int64 = 0

    init(_ world: World) { self.world = world }

    /// Sends a request for an account of a client.
    func send(
        _ request: CloudKitRequest,
        for client: Client,
        _ account: Int,
        isWatched: Bool
    ) async throws -> CloudKitAnswer {
        lastNumber += 1
        let number = lastNumber
        let key = nextKey(client.device.number, request.endpoint)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(Message(number, request, (client, account, isWatched), key, continuation))
            }
        } onCancel: {
            messages.removeValue(forKey: number)?.end(.failure(CancellationError()))
        }
    }

    private func nextKey(_ device: Int, _ endpoint: String) -> MessageKey {
        var key = MessageKey(device: device, endpoint: endpoint, number: 0)
        counts[key, default: 0] += 1
        key.number = counts[key] ?? 0
        return key
    }

    /// A fault of a message: the one that the scenario states, otherwise a drawn one.
    private func decide<Value>(
        _ message: Message,
        _ part: WritableKeyPath<Delivery, Value?>,
        usually usual: Value,
        _ draw: () -> Value
    ) -> Value {
        let value =
            if let scenario = world.scenario { scenario.deliveries[message.key]?[keyPath: part] ?? usual } else {
                draw()
            }
        world.recorder[message.key][keyPath: part] = value
        return value
    }

    private func begin(_ message: Message) {
        guard !message.client.life.isOver, !Task.isCancelled else { return message.end(.failure(CancellationError())) }
        messages[message.number] = message
        let endpoint = message.request.endpoint
        if message.isWatched { world.monitor.asked(message.client, endpoint) }
        world.note("d\(message.client.device.number) asks \(endpoint) #\(message.number)")
        world.after(Int64(message.request.responseTimeout * 1_000)) { self.fail(message, .timedOut) }
        if decide(message, \.isLost, usually: false, { happens(.dropRequest, 9) }) {
            world.note("#\(message.number) is lost")
            let report = decide(message, \.lossReport, usually: -1) { world.flip() ? delay() : -1 }
            if report >= 0 { world.after(report) { self.fail(message, .unreachable("simulated")) } }
            return
        }
        let arrival = decide(message, \.latency, usually: Delivery.usualLatency) { delay() }
        world.after(arrival) { self.arrive(message) }
        // A second request of a device that waits takes the place of the first, which is no change that could come twice.
        guard !message.request.isParked else { return }
        let later = decide(message, \.duplicate, usually: -1) {
            guard happens(.duplicate, 8) else { return -1 }
            return Int64(world.network { $0.number(5...($0.once(in: 3) ? 40_000 : 800)) })
        }
        if later >= 0 { world.after(arrival + later) { self.arriveAgain(message) } }
    }

    private func happens(_ fault: Fault, _ times: Int) -> Bool {
        !world.isHealed && world.plan.has(fault) && world.network { $0.once(in: times) }
    }

    private func delay() -> Int64 {
        if happens(.delay, 4) { return Int64(world.network { $0.number(100...25_000) }) }
        return Int64(world.network { $0.number(2...40) })
    }

    private func fail(_ message: Message, _ error: CloudKitTransportError) {
        guard messages.removeValue(forKey: message.number) != nil else { return }
        message.client.hasMetTrouble = true
        message.end(.failure(error))
    }

    /// The request is at the service.
    private func arrive(_ message: Message) {
        // The connection of one who gave up is cut, and of a process that ended too; half of them were heard before.
        if messages[message.number] == nil || message.client.life.isOver {
            guard decide(message, \.arrivesAbandoned, usually: false, { !world.flip() }) else { return }
        }
        guard world.clock.milliseconds >= downUntil else { return fail(message, .unreachable("simulated")) }
        if message.request.isParked, world.letsWait(message.client) { return park(message) }
        perform(message) { [self] answer in
            if let answer { answered(message, answer) } else { fail(message, .answerLost("simulated")) }
            sendNotices()
        }
    }

    /// The answer is on its way back.
    private func answered(_ message: Message, _ answer: CloudKitAnswer) {
        if decide(message, \.isAnswerLost, usually: false, { happens(.dropAnswer, 9) }) {
            world.note("the answer to #\(message.number) is lost")
            let report = decide(message, \.answerLossReport, usually: -1) { world.flip() ? delay() : -1 }
            if report >= 0 { world.after(report) { self.fail(message, .answerLost("simulated")) } }
            return
        }
        world.after(decide(message, \.answerLatency, usually: Delivery.usualLatency) { delay() }) {
            guard self.messages.removeValue(forKey: message.number) != nil else { return }
            self.world.note("#\(message.number) is answered \(answer.status)")
            if answer.status == 429 || answer.status >= 500 { message.client.hasMetTrouble = true }
            if answer.status == 200, message.isWatched, message.request.isAboutData { message.client.goodAnswers += 1 }
            if message.isWatched, let seconds = answer.header("Retry-After").flatMap(Double.init) {
                self.world.monitor.toldToWait(message.client, seconds, message.request.endpoint, message.number)
            }
            message.end(.success(answer))
        }
    }

    private func arriveAgain(_ message: Message) {
        guard world.clock.milliseconds >= downUntil, !world.isHealed else { return }
        world.note("#\(message.number) arrives again")
        perform(message) { [self] _ in sendNotices() }
    }

    private func perform(_ message: Message, _ completion: @escaping @Sendable (CloudKitAnswer?) -> Void) {
        world.perform(message.request, for: message.client, message.account, nextArrival(of: message), completion)
    }

    private func nextArrival(of message: Message) -> Arrival {
        message.arrivals += 1
        return Arrival(key: message.key, number: message.arrivals)
    }

    // MARK: Those who wait for notices

    private func park(_ message: Message) {
        let number = message.number
        parked.insert(number)
        if world.interleaves {
            let arrival = nextArrival(of: message)
            world.beginWaiting(message.request, message.account, arrival) { [weak self] answer in
                self?.notices.withLock { $0.append((number, answer)) }
                self?.world.later { self?.sendNotices() }
            }
        } else {
            world.attempt("let somebody wait") {
                try world.server.park(message.request) { [weak self] answer in
                    self?.notices.withLock { $0.append((number, answer)) }
                }
            }
        }
        world.after(Self.parkedTime) {
            guard self.parked.contains(number) else { return }
            self.world.attempt("answer those who wait") { try self.world.server.sweep() }
            self.sendNotices()
        }
        sendNotices()
    }

    /// Lets the answers go that have become due while the service did something.
    private func sendNotices() {
        let due = notices.withLock { notices in
            defer { notices = [] }
            return notices.sorted { $0.number < $1.number }
        }
        for (number, answer) in due where parked.remove(number) != nil {
            if let message = messages[number] { answered(message, answer) }
        }
    }

    /// The connections of those who wait are cut: the service has begun anew.
    func cutParked() {
        world.endInFlight()
        for number in parked.sorted() {
            if let message = messages[number] { fail(message, .answerLost("cut")) }
        }
        parked = []
    }

    /// Refuses what a device asks for some time.
    func close(_ device: Int, for milliseconds: Int64) {
        closedUntil[device] = world.clock.milliseconds + milliseconds
    }

    /// All connections are cut.
    func cutAll() {
        world.endInFlight()
        for message in messages.values.sorted(by: { $0.number < $1.number }) { fail(message, .answerLost("cut")) }
        parked = []
    }

    /// Everything is well from now on.
    func heal() {
        closedUntil = [:]
        downUntil = 0
    }
}

/// A request that arrives at the service, perhaps again.
struct Arrival {
    let key: MessageKey
    let number: Int
}

/// The transport of one client.
struct NetworkTransport: CloudKitTransport {
    let network: Network
    let client: ClientBox
    let account: Int
    var isWatched = true

    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        guard let client = client.client else { throw CancellationError() }
        let answer = try await network.send(try request.withFileRead(), for: client, account, isWatched: isWatched)
        return try answer.stored(at: request.destination)
    }
}

extension CloudKitAnswer {
    /// The answer with its body in a file, where one was asked for and the request succeeded.
    func stored(at destination: URL?) throws -> CloudKitAnswer {
        guard let destination, status == 200 else { return self }
        let folder = destination.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(body).write(to: destination, options: .atomic)
        var answer = self
        answer.body = []
        return answer
    }
}

/// Lets a transport be made before its client.
final class ClientBox: @unchecked Sendable {
    weak var client: Client?
}

extension CloudKitRequest {
    /// Whether it waits at the service until there is something to tell.
    var isParked: Bool { method == "GET" && address.contains("/courier/") }

    /// Whether it fetches or sends what apps keep, rather than asking who is signed in and the like.
    var isAboutData: Bool { endpoint.hasPrefix("changes/") || endpoint.hasSuffix("/modify") }

    /// What is asked for, such as `records/modify`.
    var endpoint: String {
        if isParked { return "courier" }
        for way in ["upload", "download"] where address.contains("/assets/\(way)/") { return "assets/\(way)-file" }
        let path = address.prefix { $0 != "?" }
        return path.split(separator: "/").suffix(2).joined(separator: "/")
    }

    /// The same with the bytes of its file, which may be gone when the request arrives.
    fileprivate func withFileRead() throws -> CloudKitRequest {
        guard case .file(let url, _) = body else { return self }
        var request = self
        request.body = .bytes(Array(try Data(contentsOf: url)))
        return request
    }

    var bytes: [UInt8] {
        if case .bytes(let bytes) = body { bytes } else { [] }
    }

    var identifier: String {
        headers.first { $0.name.lowercased() == ServiceHeader.requestUUID.lowercased() }?.value ?? ""
    }
}
