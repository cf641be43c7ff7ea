import AppCommons
import Foundation
import Synchronization
import Testing

@testable import IdeaBoxCore

/// What a process sees of the sync that another one does on the same store.
@Suite("Sync by another process")
struct SyncOwnerTests {
    /// Somebody is signed in, by the book of the device.
    private static func account(_ box: TestBox) throws -> AccountSession {
        let entry = AccountBook.Entry(
            server: "http://127.0.0.1:9",
            user: "anna",
            userRecordName: "_anna",
            apiToken: "token",
            environment: "development",
            folder: nil,
            isSignedIn: true
        )
        try AccountBook(accounts: [entry], current: 0).write(box.folders, name: sampleID(1))
        return AccountSession(folders: box.folders, surroundings: box.surroundings)
    }

    /// How sync stands, as another process on the same store sees it.
    private static func look(
        at box: TestBox,
        _ account: AccountSession
    ) -> @Sendable () throws -> SyncStanding {
        { try SyncStanding(try box.repository(), account, at: box.clock.now) }
    }

    @Test("Who syncs a store says so in its lock; a word that was left behind counts for nothing")
    func word() throws {
        let box = try TestBox()
        _ = try box.open()
        #expect(SyncOwner(of: box.folders) == nil)
        let mark: String
        do {
            let ownership = try #require(try SyncOwnership(box.folders))
            #expect(SyncOwner(of: box.folders)?.process == ProcessInfo.processInfo.processIdentifier)
            #expect(try SyncOwnership(box.folders) == nil)
            mark = try String(contentsOf: box.folders.syncLockFile, encoding: .utf8)
            withExtendedLifetime(ownership) {}
        }
        #expect(SyncOwner(of: box.folders) == nil)
        try Data(mark.utf8).write(to: box.folders.syncLockFile)
        #expect(SyncOwner(of: box.folders) != nil)
        // A number that no process has, this one's with another beginning, and what is no word at all.
        for left in ["4194305 1", mark + "1", "", "none", "-1 5", "0 0", "\u{0}"] {
            try Data(left.utf8).write(to: box.folders.syncLockFile)
            #expect(SyncOwner(of: box.folders) == nil, "\(left)")
        }
    }

    @Test("Others see how far a large sync has come, while it is under way and its process lives")
    func progress() async throws {
        let (cloud, box) = (try await Cloud(), try TestBox())
        let account = try Self.account(box)
        let seen = Mutex<[SyncStanding]>([])
        let look = Self.look(at: box, account)
        let phone = try await Device(
            cloud,
            box: box,
            transport: FlakyTransport(cloud.transport) { request, _ in
                if request.address.contains("/records/modify"), let standing = try? look() {
                    seen.withLock { $0.append(standing) }
                }
                return .pass
            }
        )
        _ = try phone.ideas.imported((1...250).map { "- [ ] idea \($0)\n" }.joined(), .markdown)
        do {
            let ownership = try #require(try SyncOwnership(box.folders))
            try await phone.sync()
            let standings = seen.withLock { $0 }
            #expect(standings.map(\.state) == [.syncing, .syncing, .syncing])
            #expect(standings.map(\.total) == [250, 250, 250] && standings.map(\.done) == [0, 100, 200])
            let shown = standings.last.map { SyncPicture($0, nil, wasSignedIn: true, isElsewhere: true) }
            #expect(shown?.state == .syncing && shown?.done == 200 && shown?.total == 250)
            #expect(try look().state == .upToDate && look().total == 0)
            // As one leaves it that is killed in the middle.
            let ideas = phone.ideas
            try ideas.change { try ideas.setMemo(.total, 250) }
            #expect(try look().state == .syncing)
            withExtendedLifetime(ownership) {}
        }
        #expect(try look().state == .upToDate && look().total == 0)
        // The next one, which has little to do, says nothing of its own and takes away what was left.
        try phone.add("one more")
        try await phone.sync()
        #expect(try phone.ideas.memo(.total, as: Int.self) == nil)
    }

    @Test("What another process does to the store is told from the store, and how its sync stands, each once")
    func work() async throws {
        let (cloud, box) = (try await Cloud(), try TestBox())
        let account = try Self.account(box)
        let isOffline = Mutex(false)
        let phone = try await Device(
            cloud,
            box: box,
            transport: FlakyTransport(cloud.transport) { _, _ in isOffline.withLock { $0 } ? .unreachable : .pass }
        )
        let laptop = try await Device(cloud)
        // Another container on the same file, as another process has it.
        var work = try WatchedWork(try box.open().container)
        func news() throws -> [SyncEvent] {
            try work.news(try SyncStanding(try box.repository(), account, at: box.clock.now), at: box.clock.now)
        }
        let ids = [try laptop.add("a"), try laptop.add("b")]
        try await laptop.sync()
        let mine = try phone.add("c")
        #expect(try news() == [])
        try await phone.sync()
        let arrived = SyncEvent.received(changed: 2, deleted: 0)
        #expect(try news() == [arrived, .sent(saved: 1, deleted: 0, pending: 0), .upToDate])
        #expect(try news() == [])
        try laptop.delete(ids[0])
        try await laptop.sync()
        try phone.delete(mine)
        try await phone.sync()
        let deleted = SyncEvent.received(changed: 0, deleted: 1)
        #expect(try news() == [deleted, .sent(saved: 0, deleted: 1, pending: 0), .upToDate])
        isOffline.withLock { $0 = true }
        #expect(try await phone.failure() == .unreachable)
        let failures = try news()
        #expect(failures.count == 1)
        guard case .stopped(let problem)? = failures.first else {
            Issue.record("\(failures)")
            return
        }
        #expect(problem.kind == .unreachable)
        #expect(try news() == [])
        isOffline.withLock { $0 = false }
        try await phone.sync()
        #expect(try news() == [.upToDate])
    }

    @Test("Nobody is told of an outage that is over by what has gone up since")
    func outageIsOverByUploads() async throws {
        let (cloud, box) = (try await Cloud(), try TestBox())
        let account = try Self.account(box)
        let isOffline = Mutex(false)
        let seen = Mutex<[SyncStanding]>([])
        let look: @Sendable () throws -> SyncStanding = {
            try SyncStanding(try box.repository(), account, at: box.clock.now)
        }
        let phone = try await Device(
            cloud,
            box: box,
            transport: FlakyTransport(cloud.transport) { request, _ in
                if isOffline.withLock({ $0 }), !request.address.contains("/users/") { return .unreachable }
                if request.address.contains("/records/modify"), let standing = try? look() {
                    seen.withLock { $0.append(standing) }
                }
                return .pass
            }
        )
        try phone.add("a")
        try await phone.sync()
        // More than one request takes.
        for number in 0..<250 { try phone.add("idea \(number)") }
        let ownership = try #require(try SyncOwnership(box.folders))
        isOffline.withLock { $0 = true }
        #expect(try await phone.failure() == .unreachable)
        #expect(try look().state == .offline)
        seen.withLock { $0 = [] }
        isOffline.withLock { $0 = false }
        try await phone.sync()
        let standings = seen.withLock { $0 }
        let last = try #require(standings.last)
        #expect(standings.count > 1 && last.state == .syncing && last.problem == nil && last.nextAttempt == nil)
        withExtendedLifetime(ownership) {}
    }

    @Test("A sync whose process was killed is not said to go on")
    func killedSync() throws {
        let box = try TestBox()
        let account = try Self.account(box)
        let repository = try box.repository()
        var report = SyncReport()
        report.state = .syncing
        try repository.change { try repository.setMemo(.report, report) }
        #expect(try SyncStanding(repository, account, at: box.clock.now).state == .waiting)
        let ownership = try #require(try SyncOwnership(box.folders))
        #expect(try SyncStanding(repository, account, at: box.clock.now).state == .syncing)
        withExtendedLifetime(ownership) {}
    }

    @Test("Nobody is told of an outage that is over by what has come since")
    func outageIsOver() async throws {
        let (cloud, box) = (try await Cloud(), try TestBox())
        let account = try Self.account(box)
        let isOffline = Mutex(true)
        let seen = Mutex<[SyncStanding]>([])
        let look = Self.look(at: box, account)
        let phone = try await Device(
            cloud,
            box: box,
            transport: FlakyTransport(cloud.transport) { request, _ in
                if isOffline.withLock({ $0 }), !request.address.contains("/users/") { return .unreachable }
                if request.address.contains("/records/modify"), let standing = try? look() {
                    seen.withLock { $0.append(standing) }
                }
                return .pass
            }
        )
        let laptop = try await Device(cloud)
        try laptop.add("a")
        try await laptop.sync()
        var work = try WatchedWork(try box.open().container)
        let ownership = try #require(try SyncOwnership(box.folders))
        #expect(try await phone.failure() == .unreachable)
        #expect(try look().state == .offline)
        #expect(try work.news(try look(), at: box.clock.now).count == 1)
        try phone.add("b")
        isOffline.withLock { $0 = false }
        try await phone.sync()
        // As it stood when the one had come down, and the other was about to go up.
        let standing = try #require(seen.withLock { $0.first })
        #expect(standing.state == .syncing && standing.problem == nil && standing.nextAttempt == nil)
        let news = try work.news(standing, at: box.clock.now)
        #expect(news == [.received(changed: 1, deleted: 0), .sent(saved: 1, deleted: 0, pending: 1)])
        withExtendedLifetime(ownership) {}
    }

    /// Output that nobody reads.
    private final class Silence: CommandOutput {
        var isTerminal: Bool { false }

        func write(_ text: String) {}
        func flush() {}
        func note(_ line: String) {}
    }

    /// Runs `ideabox sync`.
    private static func sync(_ box: TestBox) async -> AppCommons.ExitStatus {
        let runner = CommandRunner(output: Silence(), surroundings: box.surroundings, store: "data")
        return await runner.run(SyncRequest(watches: false, json: false, answer: nil), .never)
    }

    @Test("A sync beside an idle process is one of now, whatever the last one came to")
    func asked() async throws {
        let (cloud, box) = (try await Cloud(), try TestBox())
        _ = try Self.account(box)
        let isOffline = Mutex(false)
        let transport = FlakyTransport(cloud.transport) { _, _ in isOffline.withLock { $0 } ? .unreachable : .pass }
        let phone = try await Device(cloud, box: box, transport: transport) { seconds in
            if seconds > RetryPolicy.pauses[2] { try await SyncSurroundings.never.wait(seconds) }
        }
        let laptop = try await Device(cloud)
        let ownership = try #require(try SyncOwnership(box.folders))
        let watch = Task { try await phone.coordinator.watch() }
        defer { watch.cancel() }
        var news = phone.news.makeAsyncIterator()
        while !phone.events.contains(.upToDate), await news.next() != nil {}
        isOffline.withLock { $0 = true }
        #expect(await Self.sync(box) == .offline)
        try laptop.add("from the laptop")
        try await laptop.sync()
        isOffline.withLock { $0 = false }
        #expect(await Self.sync(box) == .done)
        #expect(try phone.titles() == ["from the laptop"])
        withExtendedLifetime(ownership) {}
    }

    @Test("A sync that waits for another process does the work where that one ends")
    func takesOver() async throws {
        let box = try TestBox()
        let account = try Self.account(box)
        let ideas = try box.repository()
        var ownership = try SyncOwnership(box.folders)
        #expect(ownership != nil)
        let asking = Task { await Self.sync(box) }
        while try ideas.memo(.wish, as: Int.self) == nil { await Task.yield() }
        #expect(try ideas.memo(.report, as: SyncReport.self) == nil)
        ownership = nil
        #expect(await asking.value == .offline)
        // The book knows somebody of whom there is no sign-in: that is what it met.
        let standing = try SyncStanding(try box.repository(), account, at: box.clock.now)
        #expect(standing.problem?.kind == .signedOut)
    }
}
