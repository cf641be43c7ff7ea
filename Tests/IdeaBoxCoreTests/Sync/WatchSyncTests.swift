import Foundation
import Synchronization
import Testing

@testable import CloudKit
@testable import IdeaBoxCore

/// A device that watches: what makes it sync with nobody asking for it.
@Suite("A watch")
struct WatchSyncTests {
    /// A watch of a device, which ends with the test.
    private final class Watch {
        let device: Device
        private let task: Task<Void, any Error>

        init(_ device: Device) {
            (self.device, task) = (device, Task { try await device.coordinator.watch() })
        }

        deinit { task.cancel() }

        /// Waits until so many events are of a kind.
        func heard(_ count: Int = 1, _ isWanted: (SyncEvent) -> Bool) async throws {
            var news = device.news.makeAsyncIterator()
            while device.events.filter(isWanted).count < count {
                guard await news.next() != nil else { throw CancellationError() }
            }
        }
    }

    /// A network that can be gone: connections break at once, and what waits goes on when it is back.
    private final class Outage: CloudKitTransport {
        private struct State {
            var isOn = false
            var lastNumber = 0
            var broken: [Int: @Sendable () -> Void] = [:]
            var waiting: [Int: @Sendable () -> Void] = [:]
        }

        private let inner: any CloudKitTransport
        private let state = Mutex(State())

        init(_ inner: any CloudKitTransport) { self.inner = inner }

        func begin() {
            let all = state.withLock { state in
                state.isOn = true
                defer { state.broken = [:] }
                return state.broken.values
            }
            for cut in all { cut() }
        }

        func end() {
            let all = state.withLock { state in
                state.isOn = false
                defer { state.waiting = [:] }
                return state.waiting.values
            }
            for wake in all { wake() }
        }

        func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
            let (cuts, cut) = AsyncStream.makeStream(of: Void.self)
            let number = state.withLock { state -> Int? in
                guard !state.isOn else { return nil }
                state.lastNumber += 1
                state.broken[state.lastNumber] = { cut.finish() }
                return state.lastNumber
            }
            guard let number else { throw CloudKitTransportError.unreachable("the test says so") }
            defer { state.withLock { state in state.broken[number] = nil } }
            return try await inner.send(request, until: cuts)
        }

        /// Retries of a minute or less pass at once while the network is there; longer pauses never do.
        ///
        /// What follows a lost request at once follows it at once during an outage, too.
        func wait(_ seconds: TimeInterval) async throws {
            if seconds < 0.1 { return }
            let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
            let isOver = state.withLock { state in
                if seconds > 60 { return false }
                if !state.isOn { return true }
                state.lastNumber += 1
                state.waiting[state.lastNumber] = { wake.finish() }
                return false
            }
            if !isOver { for await _ in wakes {} }
            try Task.checkCancellation()
        }
    }

    /// A device whose pauses of a retry are over at once, while those of an outage last as long as it does.
    private static func device(_ cloud: Cloud, _ network: Outage) async throws -> Device {
        try await Device(cloud, transport: network) { seconds in
            if !RetryPolicy.pauses.contains(seconds) { try await network.wait(seconds) }
        }
    }

    @Test("A pause of the retry rule ends when the service is back, and what waited goes up and comes down")
    func pauseEnds() async throws {
        let cloud = try await Cloud()
        let network = Outage(cloud.transport)
        // Pauses of a retry never end by themselves.
        let phone = try await Device(cloud, transport: network) { seconds in
            if RetryPolicy.pauses.contains(seconds) { try await SyncSurroundings.never.wait(seconds) }
            try await network.wait(seconds)
        }
        let laptop = try await Device(cloud)
        let watch = Watch(phone)
        try await watch.heard(2) { $0 == .upToDate }
        network.begin()
        try phone.add("from the phone")
        try laptop.add("from the laptop")
        try await laptop.sync()
        try await watch.heard { if case .retry(_, let problem) = $0 { problem.kind == .unreachable } else { false } }
        phone.forget()
        network.end()
        try await watch.heard { $0 == .sent(saved: 1, deleted: 0, pending: 0) }
        try await watch.heard { $0 == .upToDate }
        #expect(try phone.titles() == ["from the laptop", "from the phone"])
    }

    @Test("A failure of a request that is older than the service's return is told to nobody, and tried again at once")
    func olderFailure() async throws {
        let cloud = try await Cloud()
        let slow = SlowFailure(cloud.transport)
        // Only a parked request that was lost is followed at once by another one.
        let phone = try await Device(cloud, transport: slow) { seconds in
            if seconds > 0.1 { try await SyncSurroundings.never.wait(seconds) }
        }
        let watch = Watch(phone)
        try await watch.heard(2) { $0 == .upToDate }
        phone.forget()
        await slow.hold { await phone.coordinator.cameForward() }
        let before = await phone.coordinator.connections
        slow.cutParkedRequest()
        while await phone.coordinator.connections == before { await Task.yield() }
        slow.fail()
        try await watch.heard { $0 == .upToDate }
        let failures = phone.events.filter { event in
            switch event {
            case .retry, .stopped: true
            default: false
            }
        }
        #expect(failures == [])
    }

    /// A network that holds one request back, which then fails.
    private final class SlowFailure: CloudKitTransport {
        private struct State {
            var holdsNext = false
            var fail: (@Sendable () -> Void)?
            var cut: (@Sendable () -> Void)?
        }

        private let inner: any CloudKitTransport
        private let state = Mutex(State())
        private let (held, hold) = AsyncStream.makeStream(of: Void.self)

        init(_ inner: any CloudKitTransport) { self.inner = inner }

        /// Holds the next request for changes back, and waits until it has come.
        func hold(after body: () async -> Void) async {
            state.withLock { $0.holdsNext = true }
            await body()
            for await _ in held { return }
        }

        func fail() { state.withLock { $0.fail }?() }
        func cutParkedRequest() { state.withLock { $0.cut }?() }

        func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            let isHeld = state.withLock { state in
                guard state.holdsNext, request.address.contains("/changes/") else { return false }
                (state.holdsNext, state.fail) = (false, { end.finish() })
                return true
            }
            if isHeld {
                hold.yield()
                for await _ in ends {}
                throw CloudKitTransportError.unreachable("the test says so")
            }
            guard request.address.contains("/courier/") else { return try await inner.send(request) }
            state.withLock { $0.cut = { end.finish() } }
            return try await inner.send(request, until: ends)
        }
    }

    @Test("After an outage what was changed meanwhile goes up and comes down, with nobody asking for it")
    func outage() async throws {
        let cloud = try await Cloud()
        let network = Outage(cloud.transport)
        let (phone, laptop) = (try await Self.device(cloud, network), try await Device(cloud))
        let watch = Watch(phone)
        try await watch.heard { $0 == .upToDate }
        network.begin()
        try phone.add("from the phone")
        try laptop.add("from the laptop")
        try await laptop.sync()
        try await watch.heard { if case .stopped(let problem) = $0 { problem.kind == .unreachable } else { false } }
        #expect(try phone.pending() == 1)
        phone.forget()
        network.end()
        try await watch.heard { $0 == .sent(saved: 1, deleted: 0, pending: 0) }
        try await watch.heard { $0 == .upToDate }
        #expect(try phone.titles() == ["from the laptop", "from the phone"])
        #expect(try phone.pending() == 0)
        #expect(await phone.status.lastError == nil)
    }

    @Test("Who has nothing to send notices an outage, and its end")
    func idleOutage() async throws {
        let cloud = try await Cloud()
        let network = Outage(cloud.transport)
        let phone = try await Self.device(cloud, network)
        let watch = Watch(phone)
        // Once for the beginning, and once for the connection.
        try await watch.heard(2) { $0 == .upToDate }
        network.begin()
        try await watch.heard { if case .stopped(let problem) = $0 { problem.kind == .unreachable } else { false } }
        #expect(await phone.status.state == .offline)
        phone.forget()
        network.end()
        try await watch.heard { $0 == .upToDate }
        #expect(await phone.status.state == .upToDate)
    }

    @Test("A watch that began during an outage hears of pushes, too")
    func beginsOffline() async throws {
        let cloud = try await Cloud()
        let network = Outage(cloud.transport)
        let (phone, laptop) = (try await Self.device(cloud, network), try await Device(cloud))
        network.begin()
        let watch = Watch(phone)
        try await watch.heard { if case .stopped = $0 { true } else { false } }
        network.end()
        try await watch.heard { $0 == .upToDate }
        for number in 1...2 {
            try laptop.add("idea \(number)")
            try await laptop.sync()
            try await watch.heard(number) { $0 == .received(changed: 1, deleted: 0) }
        }
        #expect(try phone.titles() == ["idea 1", "idea 2"])
    }

    @Test("What found no room is tried again after an hour, with nobody asking for it")
    func roomLater() async throws {
        let cloud = try await Cloud(quota: 1)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let phone = try await Device(cloud) { seconds in
            if seconds > SyncCoordinator.lastResort {
                for await _ in ends { return }
            }
            if seconds > RetryPolicy.pauses[2] { try await SyncSurroundings.never.wait(seconds) }
        }
        let first = try phone.add("1")
        try await phone.sync()
        try phone.add("2")
        let watch = Watch(phone)
        try await watch.heard { if case .stopped(let problem) = $0 { problem.kind == .quotaExceeded } else { false } }
        try phone.delete(first)
        try await watch.heard { $0 == .sent(saved: 0, deleted: 1, pending: 1) }
        phone.forget()
        phone.tick(3_601)
        end.yield()
        try await watch.heard { $0 == .sent(saved: 1, deleted: 0, pending: 0) }
        try await watch.heard { $0 == .upToDate }
        #expect(await phone.status.nextAttempt == nil)
    }

    @Test("Who looks at the ideas again gets the news at once, though no push has told of them")
    func foreground() async throws {
        let cloud = try await Cloud()
        // The service takes no devices that want pushes.
        let deaf = FlakyTransport(cloud.transport) { request, _ in
            request.address.contains("/tokens/") ? .unreachable : .pass
        }
        let phone = try await Device(cloud, transport: deaf, wait: SyncSurroundings.never.wait)
        let laptop = try await Device(cloud)
        let watch = Watch(phone)
        try await watch.heard { $0 == .upToDate }
        try laptop.add("from the laptop")
        try await laptop.sync()
        #expect(try phone.titles().isEmpty)
        await phone.coordinator.cameForward()
        try await watch.heard(2) { $0 == .upToDate }
        #expect(try phone.titles() == ["from the laptop"])
    }

    @Test("Where no push comes through, the service is asked after a long while all the same")
    func lastResort() async throws {
        let cloud = try await Cloud()
        let deaf = FlakyTransport(cloud.transport) { request, _ in
            request.address.contains("/tokens/") ? .unreachable : .pass
        }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let phone = try await Device(cloud, transport: deaf) { seconds in
            if seconds == SyncCoordinator.lastResort {
                for await _ in ends { return }
            }
            try await SyncSurroundings.never.wait(seconds)
        }
        let laptop = try await Device(cloud)
        let watch = Watch(phone)
        try await watch.heard { $0 == .upToDate }
        try laptop.add("from the laptop")
        try await laptop.sync()
        #expect(try phone.titles().isEmpty)
        end.yield()
        try await watch.heard { $0 == .received(changed: 1, deleted: 0) }
        #expect(try phone.titles() == ["from the laptop"])
    }
}

extension CloudKitTransport {
    /// Sends a request; its answer is lost where the stream ends before it has come.
    fileprivate func send(_ request: CloudKitRequest, until end: AsyncStream<Void>) async throws -> CloudKitAnswer {
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.send(request) }
            group.addTask {
                for await _ in end {}
                try Task.checkCancellation()
                throw CloudKitTransportError.answerLost("the test says so")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
