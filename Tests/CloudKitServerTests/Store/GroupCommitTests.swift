import CloudKitWebServices
import GRDB
import Synchronization
import Testing

@testable import CloudKitServer

@Suite("Group commit")
struct GroupCommitTests {
    private struct Refused: Error {}

    @Test("A failing request takes nothing along, and nothing of it stays")
    func neighbours() async throws {
        try await Setting.embedded.run { world in
            let file = try world.file
            let writer = file.writer
            let sql = "INSERT INTO setting (name, value) VALUES (?, x'00')"
            let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
                for number in 0..<300 {
                    group.addTask {
                        let isStored: Void? = try? await writer.write { db in
                            try db.execute(sql: sql, arguments: ["test \(number)"])
                            if number % 3 == 0 { throw Refused() }
                        }
                        return (number, isStored != nil)
                    }
                }
                return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
            }
            let stored = try await file.pool.read { db in
                try String.fetchSet(db, sql: "SELECT name FROM setting WHERE name LIKE 'test %'")
            }
            for (number, isStored) in outcomes {
                #expect(isStored == (number % 3 != 0))
                #expect(stored.contains("test \(number)") == isStored)
            }
        }
    }

    @Test("Many requests share a commit, each of which waits for the disk")
    func sharing() async throws {
        try await Setting.embedded.run { world in
            let file = try world.file
            let synchronous = try await file.pool.writeWithoutTransaction { db in
                try Int.fetchOne(db, sql: "PRAGMA synchronous")
            }
            #expect(synchronous == 2)
            let commits = CommitCounter()
            file.pool.add(transactionObserver: commits)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        try? await file.writer.write { db in
                            try db.execute(sql: "INSERT INTO setting VALUES (?, x'00')", arguments: ["n\(number)"])
                        }
                    }
                }
            }
            let count = commits.count.withLock { $0 }
            #expect(count > 0 && count < 400, "\(count) commits")
        }
    }
}

private final class CommitCounter: TransactionObserver, Sendable {
    let count = Mutex(0)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { count.withLock { $0 += 1 } }
    func databaseDidRollback(_ db: Database) {}
}
