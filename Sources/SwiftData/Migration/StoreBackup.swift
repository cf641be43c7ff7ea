import Foundation
import GRDB

/// The copy of a store's file that is made before a migration and kept until the migrated store has been opened once.
enum StoreBackup {
    /// Suffixes of the copies that a migration works on; a process that was killed leaves them behind.
    static let workingCopy = "migrating"
    static let oldCopy = "migrating-old"
    private static let leftovers = [workingCopy, oldCopy]

    /// The file beside the store: `default.store.backup-1.0.0`.
    static func url(of store: URL, version: Schema.Version) -> URL {
        sibling(of: store, "backup-\(version)")
    }

    /// A file beside the store, named as it with a suffix.
    static func sibling(of store: URL, _ suffix: String) -> URL {
        store.deletingLastPathComponent().appendingPathComponent("\(store.lastPathComponent).\(suffix)")
    }

    /// Writes the backup: complete under its name, or not there.
    static func make(of queue: DatabaseQueue, at store: URL, version: Schema.Version) throws -> URL {
        let destination = url(of: store, version: version)
        let partial = sibling(of: store, "backup-\(version).partial")
        defer { try? remove(partial) }
        try copy(queue, to: partial)
        try sync(partial)
        guard rename(partial.path, destination.path) == 0 else {
            throw StoreError.cannotOpen(destination, reason: String(cString: strerror(errno)))
        }
        try sync(store.deletingLastPathComponent())
        return destination
    }

    /// Copies a store, with what its write-ahead log holds, into one file without a log.
    static func copy(_ queue: DatabaseQueue, to destination: URL) throws {
        try remove(destination)
        let copy = try DatabaseQueue(path: destination.path)
        try queue.backup(to: copy)
        try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try copy.close()
    }

    /// Removes a database file and what SQLite keeps beside it.
    static func remove(_ file: URL) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let path = file.path + suffix
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
        }
    }

    /// Removes the backup of the last migration.
    ///
    /// To be called when a store has been opened without a migration.
    ///
    /// A backup that cannot be removed stays, and is tried again at the next opening.
    static func discard(at store: URL, _ database: Database) throws {
        guard try database.tableExists("_metadata"),
            let name = try String.fetchOne(
                database,
                sql: "SELECT value FROM _metadata WHERE key = ?",
                arguments: [StoreMetadata.Key.backup.rawValue]
            )
        else { return }
        // Only ever a file beside the store: what stands in the store must not be able to name another.
        if !name.contains("/"), name.hasPrefix("\(store.lastPathComponent).backup-") {
            try remove(store.deletingLastPathComponent().appendingPathComponent(name))
        }
        for leftover in leftovers { try remove(sibling(of: store, leftover)) }
        try StoreMetadata.set(.backup, nil, database)
    }

    private static func sync(_ file: URL) throws {
        let descriptor = open(file.path, O_RDONLY)
        guard descriptor >= 0 else {
            throw StoreError.cannotOpen(file, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw StoreError.inputOutput(reason: String(cString: strerror(errno)))
        }
    }
}
