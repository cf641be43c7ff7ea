import Foundation
import GRDBSQLite
import Testing

@testable import StoreSimulation

/// Writers that change one store at once lose nothing, and the oracle notices what is not as it was acknowledged.
///
/// Each run has a process of its own, since the stories here put a disk of theirs below SQLite.
@Suite struct ConcurrencyTests {
    /// A store, and what four writers in this process were told of it.
    @MainActor
    private static func run(seed: UInt64, in folder: URL) async throws -> (store: URL, facts: [WriterFacts]) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = folder.appendingPathComponent("garden.store")
        try ConcurrentProcess.prepare(store)
        let process = ConcurrentProcess(store: store, seed: seed, threads: 2, actors: 1, first: 0, writers: 4)
        return (store, try await process.run { $0 >= 150 })
    }

    private static func makeFolder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("concurrency-\(UUID().uuidString)")
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func nothingIsLost(seed: UInt64) async {
        await #expect(processExitsWith: .success, "seed \(seed)") { [seed = seed as UInt64] in
            let folder = ConcurrencyTests.makeFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (store, facts) = try await ConcurrencyTests.run(seed: seed, in: folder)
            #expect(facts.count == 4 && facts.allSatisfy { $0.saves > 10 })
            #expect(facts.reduce(0) { $0 + $1.linkCount } > 10)
            #expect(try ConcurrencyOracle(facts).problems(of: store) == [], "seed \(seed)")
        }
    }

    @Test(arguments: [
        "UPDATE Book SET shelf = NULL, shelf_order = NULL", "UPDATE Book SET slip = NULL", "DELETE FROM Chapter",
        "DELETE FROM Book_labels WHERE labels = (SELECT max(labels) FROM Book_labels)",
        "UPDATE Book SET scores = '{}'", "UPDATE Book SET tags = '[]'", "DELETE FROM Slip WHERE number % 2 = 0",
        "UPDATE Book SET title = 'book' WHERE number = (SELECT max(number) FROM Book)",
        "UPDATE Book SET shelf_order = 0 WHERE shelf NOT NULL",
    ])
    func aLossIsNoticed(loss: String) async {
        await #expect(processExitsWith: .success, "\(loss)") { [loss = loss as String] in
            let folder = ConcurrencyTests.makeFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (store, facts) = try await ConcurrencyTests.run(seed: 4, in: folder)
            #expect(try ConcurrencyOracle(facts).problems(of: store) == [])
            var handle: OpaquePointer?
            #expect(sqlite3_open_v2(store.path, &handle, SQLITE_OPEN_READWRITE, "swiftdata") == SQLITE_OK)
            #expect(sqlite3_exec(handle, loss, nil, nil, nil) == SQLITE_OK)
            #expect(sqlite3_changes(handle) > 0)
            sqlite3_close_v2(handle)
            #expect(try ConcurrencyOracle(facts).problems(of: store) != [])
        }
    }
}
