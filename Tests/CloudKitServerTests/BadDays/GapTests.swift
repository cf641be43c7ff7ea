import CloudKitWebServices
import Foundation
import Synchronization
import Testing

@testable import CloudKitServer

@Suite("No change is ever missed")
struct GapTests {
    private static let writers = 6
    private static let batches = 30

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
    @Test("Six writers at two servers on one PostgreSQL, one reader that polls")
    func twoServers() async throws {
        let pauses = Pauses()
        let setting = Setting(store: .postgreSQL, transport: .http)
        try await setting.run(beforeCommit: pauses.pause) { near in
            let database = try #require(near.store.database)
            let store = try await OpenStore(
                PostgreSQLDatabase(address: database.address, surroundings: OpenStore.surroundings),
                folder: near.store.folder,
                beforeCommit: pauses.pause
            )
            let isDone = Mutex(false)
            async let waits = Self.waits(in: database, until: { isDone.withLock { $0 } })
            let far = World(store)
            try await far.serving {
                let (stored, missing) = try await Self.race(in: near, through: [near, far])
                #expect(stored == Self.writers * Self.batches * 2)
                #expect(missing == 0, "missed \(missing) of \(stored)")
            }
            try await far.server.close()
            isDone.withLock { $0 = true }
            // So the lock is what this is about.
            #expect(try await waits > 0)
        }
    }

    /// How often somebody was seen to wait for a lock of the database.
    private static func waits(in database: PostgreSQLDatabase, until isDone: @Sendable () -> Bool) async throws -> Int64
    {
        var seen: Int64 = 0
        while !isDone() {
            let sql =
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            seen += try await database.reader.run(.single) { db in try db.query(sql).first?.integer(0) ?? 0 }
        }
        return seen
    }

    /// So the test above can fail.
    @Test("A store that takes numbers before the lock loses changes to the same reader")
    func hasty() async throws {
        let setting = Setting(store: .embedded, transport: .http)
        let hasty: OpenStore.Wrap = { HastyStore($0) }
        try await setting.run(wrapping: hasty) { world in
            let (stored, missing) = try await Self.race(in: world, through: [world])
            #expect(stored == Self.writers * Self.batches * 2)
            #expect(missing > 0)
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

    @Sendable func pause() {
        for _ in 0..<random.withLock({ Int.random(in: 0...3_000, using: &$0) }) { sched_yield() }
    }
}
