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
        let random = Mutex(SeededGenerator(seed: 20_261_121))
        let pause: @Sendable () -> Void = {
            for _ in 0..<random.withLock({ Int.random(in: 0...3_000, using: &$0) }) { sched_yield() }
        }
        try await setting.run(beforeCommit: pause) { world in
            let (stored, missing) = try await Self.race(in: world)
            #expect(stored == Self.writers * Self.batches * 2)
            #expect(missing == 0, "missed \(missing) of \(stored)")
        }
    }

    /// So the test above can fail.
    @Test("A store that takes numbers before the lock loses changes to the same reader")
    func hasty() async throws {
        let setting = Setting(store: .embedded, transport: .http)
        let hasty: OpenStore.Wrap = { HastyStore($0) }
        try await setting.run(wrapping: hasty) { world in
            let (stored, missing) = try await Self.race(in: world)
            #expect(stored == Self.writers * Self.batches * 2)
            #expect(missing > 0)
        }
    }

    /// How many records were stored, and how many of them the reader did not see as they were at last.
    private static func race(in world: World) async throws -> (stored: Int, missing: Int) {
        let user = try await world.user("anna")
        try await user.zone(.create, "Notes")
        let isDone = Mutex(false)
        async let seen = poll(user, isDone: { isDone.withLock { $0 } })
        let stored = try await withThrowingTaskGroup(of: [String: String].self) { group in
            for writer in 0..<writers {
                group.addTask { try await write(user, writer) }
            }
            return try await group.reduce(into: [:]) { $0.merge($1) { $1 } }
        }
        isDone.withLock { $0 = true }
        let found = try await seen
        return (stored.count, stored.count { found[$0.key] != $0.value })
    }

    /// Batches of two records; every third also changes a record of the batch before.
    private static func write(_ user: User, _ writer: Int) async throws -> [String: String] {
        let port = try #require(user.world.port.withLock { $0 })
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
