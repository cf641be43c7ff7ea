import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CloudKit

/// How soon everything goes on once the service can be reached again.
struct OutageTests {
    /// Where in an outage an engine is when the service comes back.
    struct Phase: CustomTestStringConvertible, Sendable {
        /// Attempts that came to nothing by then.
        let failures: Int
        /// Whether the next one is under way, which then comes to nothing as well.
        let isInFlight: Bool
        /// Whether it was a send that failed first, and not a fetch.
        let beganSending: Bool

        var testDescription: String {
            "\(failures) failures, \(isInFlight ? "asking" : "pausing"), \(beganSending ? "send" : "fetch") first"
        }
    }

    static let phases = (0...12).flatMap { failures in
        [true, false].flatMap { isInFlight in
            [true, false].compactMap { beganSending in
                failures == 0 && !isInFlight
                    ? nil : Phase(failures: failures, isInFlight: isInFlight, beganSending: beganSending)
            }
        }
    }

    private static let gone = SyncMachine.Answer.failed(CKError(.networkUnavailable, reason: "gone"))

    @Test("Both directions go on at once, wherever in an outage an engine is", arguments: phases)
    func bothDirections(_ phase: Phase) {
        var driver = MachineDriver(automatic: true)
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        if !phase.beganSending { driver.hear(.lost) }
        driver.hear(.addRecords(MachineDriver.save("a")))
        for attempt in 0..<phase.failures {
            driver.fail(with: Self.gone)
            if attempt < phase.failures - 1 || phase.isInFlight { driver.endPause() }
        }
        #expect(driver.isAsking == phase.isInFlight)
        let (pauses, words) = (driver.pauses.count, driver.words.count)
        driver.hear(.listening)
        if phase.isInFlight { driver.fail(with: Self.gone) }
        // A fetch comes first, and then the send.
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        driver.hand(MachineDriver.batch("a"))
        driver.answer(MachineDriver.saved("a"))
        driver.hand(nil)
        #expect(driver.pauses.count == pauses && driver.pendingNames == [])
        let since = driver.words.dropFirst(words)
        #expect(since.contains("willFetchChanges") && since.contains("sentRecordZoneChanges"))
    }

    @Test("A pause that the service wants is none that its being there ends, and neither is a failure of its own")
    func wishes() {
        var driver = MachineDriver(automatic: true)
        driver.answer(.failed(CKError(.requestRateLimited, reason: "busy", retryAfter: 30)))
        driver.hear(.listening)
        #expect(driver.machine.fetching == nil && driver.pauses.count == 1)
        var other = MachineDriver(automatic: true)
        other.hear(.listening)
        other.answer(.failed(CKError(.serviceUnavailable, reason: "broken")))
        #expect(other.pauses.count == 1)
        // The network, too, may go again: that is forgiven once.
        var third = MachineDriver(automatic: true)
        third.hear(.listening)
        third.answer(Self.gone)
        #expect(third.pauses.isEmpty && third.isAsking)
        third.answer(Self.gone)
        #expect(third.pauses.count == 1)
    }

    @Test("Who does not know yet who is signed in finds out in time, too, however long an outage lasts")
    func unknownUser() {
        var driver = MachineDriver(automatic: true, user: nil)
        driver.jitter = 1
        driver.hear(.standing(.somebody(signIn: 1)))
        for _ in 0..<12 {
            driver.answer(Self.gone)
            driver.endPause()
        }
        #expect(driver.pauses.max() == CourierListener.longestPause)
    }

    @Test("What listens hears of the service within ten seconds, however long and of what kind an outage was")
    func listener() async throws {
        try await Way.inProcess.run { world in
            let network = TimedOutage(world.transport)
            let base = world.configuration(transport: network)
            var configuration = base
            configuration.surroundings = CloudKitSurroundings(
                now: base.surroundings.now,
                randomBytes: base.surroundings.randomBytes,
                wait: { try network.wait($0) }
            )
            let container = CKContainer(identifier: World.identifier, configuration: configuration)
            try await container.signIn(webAuthToken: try await world.webToken("anna"))
            let seed = Effort.seed
            var random = SeededGenerator(seed: seed)
            for round in 0..<400 {
                let end = pow(10, Double.random(in: -1...3.5, using: &random))
                network.begin(until: end, isSilent: round.isMultiple(of: 2))
                await #expect(throws: CancellationError.self) {
                    try await CourierListener(link: container.link).run { news in
                        if case .connected = news { network.connected() }
                    }
                }
                let delay = try #require(network.connectedAt) - end
                #expect(delay < 9.5, "seed \(seed): an outage of \(end) s, \(delay) s")
            }
        }
    }
}

extension MachineDriver {
    fileprivate var isAsking: Bool { machine.fetching != nil || machine.sending != nil }

    /// Lets what is under way fail: a send has a batch to send first.
    fileprivate mutating func fail(with answer: SyncMachine.Answer) {
        if machine.sending?.question != nil { hand(Self.batch("a")) }
        self.answer(answer)
    }

    fileprivate mutating func endPause() {
        if let timer = machine.timer { hear(.timer(timer)) }
    }
}

/// A network that is gone for so many seconds of a clock of its own, which waits alone move.
private final class TimedOutage: CloudKitTransport {
    private struct State {
        var now = 0.0
        var end = 0.0
        var isSilent = false
        var connectedAt: Double?
    }

    /// Seconds after which TCP asks again for a connection (RFC 6298: one second, twice as long each time).
    private static let repetitions = [0.0, 1, 3, 7, 15, 31]

    private let inner: any CloudKitTransport
    private let state = Mutex(State())

    init(_ inner: any CloudKitTransport) { self.inner = inner }

    var connectedAt: Double? { state.withLock { $0.connectedAt } }

    func begin(until end: Double, isSilent: Bool) {
        state.withLock { $0 = State(now: 0, end: end, isSilent: isSilent) }
    }

    func connected() { state.withLock { $0.connectedAt = $0.now } }

    func wait(_ seconds: TimeInterval) throws {
        try state.withLock { state in
            if state.connectedAt != nil { throw CancellationError() }
            state.now += seconds
        }
    }

    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        if connectedAt != nil { throw CloudKitTransportError.broken("the test is over") }
        guard connects() else { throw CloudKitTransportError.unreachable("the test says so") }
        return try await inner.send(request)
    }

    /// Whether a connection is made: at once, or where nobody refuses it by one of the packets that are sent again.
    private func connects() -> Bool {
        state.withLock { state in
            if state.now >= state.end { return true }
            guard state.isSilent else { return false }
            for pause in Self.repetitions where pause < CloudKitLimits.connectTimeout && state.now + pause >= state.end
            {
                state.now += pause
                return true
            }
            state.now += CloudKitLimits.connectTimeout
            return false
        }
    }
}
