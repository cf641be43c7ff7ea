import SwiftData

/// Another connection in the middle of a write, until it is released.
final class WriteLock {
    private let database: RawDatabase

    init(_ store: TestStore) throws {
        database = try RawDatabase(store.folder.file().path)
        try database.execute("BEGIN IMMEDIATE")
    }

    func release() throws { try database.execute("ROLLBACK") }
}
