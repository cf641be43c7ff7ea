import CloudKitWebServices
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("No change is ever missed")
struct GapTests {
    private static let writers = 6
    private static let batches = Effort.rounds(10, proof: 30)

    @Test(
        "Six writers that pause inside their transactions, one reader that polls",
        arguments: Setting.http
    )
    func gap(_ setting: Setting) async throws {
        try await setting.run(beforeCommit: Pauses().pause) { world in
            let (stored, missing) = try await Self.race(in: world, through: [world])
            #expect(stored == Self.writers * Self.batches * 2)
            #expect(missing == 0, "missed \(missing) of \(stored)")
        }
    }

    /// A server has one transaction at a time for each database: only those of two servers wait for the lock of its row.
    @Test("Two servers on one PostgreSQL: a writer that is held before its commit, another that waits, a reader")
    func heldAtTwoServers() async throws {
        try await Self.twoServers { near, far, gate in
            let database = try #require(near.store.database)
            let missing = try await Self.missed(through: near, far, gate: gate) { second in
                // One that fails waits for nothing.
                let end = Flag()
                Task {
                    _ = await second.result
                    end.isSet.withLock { $0 = true }
                }
                while try await Self.lockWaits(in: database) == 0, !end.isSet.withLock({ $0 }) { await Task.yield() }
            }
            #expect(missing.isEmpty)
        }
    }

    @Test("Six writers at two servers on one PostgreSQL, one reader that polls")
    func twoServers() async throws {
        try await Self.twoServers { near, far, _ in
            let (stored, missing) = try await Self.race(in: near, through: [near, far])
            #expect(stored == Self.writers * Self.batches * 2)
            #expect(missing == 0, "missed \(missing) of \(stored)")
        }
    }

    @Test("A writer that is held before its commit, another behind it, and a reader", arguments: Setting.http)
    func held(_ setting: Setting) async throws {
        let gate = CommitGate()
        try await setting.run(beforeCommit: gate.pass) { world in
            let missing = try await Self.missed(through: world, world, gate: gate) { _ in }
            #expect(missing.isEmpty)
        }
    }

    /// So the tests above can fail.
    @Test("A store that takes numbers before the lock loses a change to the same reader")
    func hasty() async throws {
        let setting = Setting(store: .embedded, transport: .http)
        let gate = CommitGate()
        let hasty: OpenStore.Wrap = { HastyStore($0, gate: gate) }
        try await setting.run(wrapping: hasty) { world in
            let missing = try await Self.missed(through: world, world, gate: gate) { _ = try await $0.value }
            #expect(missing == ["First"])
        }
    }

    /// Two servers over one database, each with a gate before its commits: the first's own, and one that is open.
    private static func twoServers(
        _ body: @Sendable (_ near: World, _ far: World, _ gate: CommitGate) async throws -> Void
    ) async throws {
        let pauses = Pauses()
        let gate = CommitGate()
        let setting = Setting(store: .postgreSQL, transport: .http)
        let passNear: @Sendable () -> Void = {
            pauses.pause()
            gate.pass()
        }
        try await setting.run(beforeCommit: passNear) { near in
            let database = try #require(near.store.database)
            let store = try await OpenStore(
                PostgreSQLDatabase(address: database.address, surroundings: OpenStore.surroundings),
                folder: near.store.folder,
                beforeCommit: pauses.pause
            )
            let far = World(store)
            try await far.serving { try await body(near, far, gate) }
            try await far.server.close()
        }
    }

    /// How many transactions wait for a lock of the database now.
    private static func lockWaits(in database: PostgreSQLDatabase) async throws -> Int64 {
        let sql =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        return try await database.reader.run(.single) { db in try db.query(sql).first?.integer(0) ?? 0 }
    }

    /// Which of two records a reader never sees that reads once while the first one's transaction is held before its
    /// commit, and again when both are stored.
    ///
    /// - Parameter ready: Returns once the second writer has come as far as the store lets it.
    private static func missed(
        through near: World,
        _ far: World,
        gate: CommitGate,
        ready: (_ second: Task<Void, any Error>) async throws -> Void
    ) async throws -> Set<String> {
        let user = try await near.user("anna")
        try await user.zone(.create, "Notes")
        gate.close()
        let first = Task { try await create("First", by: user, through: near) }
        await gate.reached()
        let second = Task { try await create("Second", by: user, through: far) }
        do {
            try await ready(second)
            let early = try await user.changes().get()
            gate.open()
            try await first.value
            try await second.value
            let late = try await user.changes(early.syncToken).get()
            let seen = (early.records + late.records).compactMap { $0.item?.recordName }
            return Set(["First", "Second"]).subtracting(seen)
        } catch {
            gate.open()
            throw error
        }
    }

    private static func create(_ name: String, by user: User, through server: World) async throws {
        let port = try #require(server.port.withLock { $0 })
        let operation = RecordOperation(.create, WireRecord(recordName: name, recordType: "Note"))
        let request = ModifyRecordsRequest(operations: [operation], zoneID: WireZoneID(zoneName: "Notes"), atomic: true)
        try await HTTPCaller.with(port: port) { connection in
            let reply = try await connection.call("POST", user.path(.modifyRecords), request.json())
            try #require(reply.read(ModifyRecordsResponse.self).records.first?.item?.recordName == name)
        }
    }

    /// How many records were stored, and how many of them the reader did not see as they were at last.
    private static func race(
        in world: World,
        through servers: [World]
    ) async throws -> (stored: Int, missing: Int) {
        let user = try await world.user("anna")
        try await user.zone(.create, "Notes")
        let isDone = Mutex(false)
        async let seen = poll(user, isDone: { isDone.withLock { $0 } })
        let stored = try await withThrowingTaskGroup(of: [String: String].self) { group in
            for writer in 0..<writers {
                group.addTask { try await write(user, writer, through: servers[writer % servers.count]) }
            }
            return try await group.reduce(into: [:]) { $0.merge($1) { $1 } }
        }
        isDone.withLock { $0 = true }
        let found = try await seen
        return (stored.count, stored.count { found[$0.key] != $0.value })
    }

    /// Batches of two records; every third also changes a record of the batch before.
    private static func write(_ user: User, _ writer: Int, through server: World) async throws -> [String: String] {
        let port = try #require(server.port.withLock { $0 })
        return try await HTTPCaller.with(port: port) { connection in
            var tags: [String: String] = [:]
            for batch in 0..<batches {
                var names = (0..<2).map { "W\(writer)-\(batch)-\($0)" }
                if batch % 3 == 2 { names.append("W\(writer)-\(batch - 1)-0") }
                let operations = names.map {
                    RecordOperation(.forceUpdate, WireRecord(recordName: $0, recordType: "Note"))
                }
                let request = ModifyRecordsRequest(
                    operations: operations,
                    zoneID: WireZoneID(zoneName: "Notes"),
                    atomic: batch % 2 == 0
                )
                let reply = try await connection.call("POST", user.path(.modifyRecords), request.json())
                for record in try reply.read(ModifyRecordsResponse.self).records.compactMap(\.item) {
                    if let name = record.recordName { tags[name] = record.recordChangeTag }
                }
            }
            return tags
        }
    }

    /// Fetches page after page until the writers are done and nothing more comes.
    private static func poll(_ user: User, isDone: @Sendable () -> Bool) async throws -> [String: String] {
        var (seen, token) = ([String: String](), String?.none)
        while true {
            let wasDone = isDone()
            let page = try await user.changes(token, limit: 7).get()
            for record in page.records.compactMap(\.item) {
                if let name = record.recordName { seen[name] = record.recordChangeTag }
            }
            token = page.syncToken
            if wasDone, !page.moreComing { return seen }
        }
    }
}

/// Pauses of random length, for the end of transactions.
private final class Pauses: Sendable {
    private let random = Mutex(SeededGenerator(seed: 20_261_121))

    /// Gives up the processor some thousand times, but for 10 ms at most: where others want it, they have it for a while each time.
    @Sendable func pause() {
        let end = ContinuousClock.now + .milliseconds(10)
        var turns = random.withLock { Int.random(in: 0...3_000, using: &$0) }
        while turns > 0, ContinuousClock.now < end {
            sched_yield()
            turns -= 1
        }
    }
}

private final class Flag: Sendable {
    let isSet = Mutex(false)
}
