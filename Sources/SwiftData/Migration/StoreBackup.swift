import Foundation
import GRDB
import GRDBSQLite

/// The copy of a store's file that is made before a migration and kept until the migrated store has been opened once.
enum StoreBackup {
    /// Suffixes of the copies that a migration works on; a process that was killed leaves them behind.
    static let workingCopy = "migrating"
    static let oldCopy = "migrating-old"
    private static let leftovers = [workingCopy, oldCopy, MigrationLock.suffix]

    /// The file beside the store: `default.store.backup-1.0.0`.
    static func url(of store: URL, version: Schema.Version) -> URL {
        sibling(of: store, "backup-\(version)")
    }

    /// A file beside the store, named as it with a suffix.
    static func sibling(of store: URL, _ suffix: String) -> URL {
        store.deletingLastPathComponent().appendingPathComponent("\(store.lastPathComponent).\(suffix)")
    }

    /// Writes the backup: complete under its name, or not there.
    ///
    /// `counts` has the number of rows in each of the store's tables.
    ///
    /// - Throws: ``StoreError``, also where the copy does not hold what the store holds.
    static func make(
        of queue: DatabaseQueue,
        at store: URL,
        version: Schema.Version,
        holding counts: [String: Int]
    ) throws -> URL {
        let destination = url(of: store, version: version)
        let partial = sibling(of: store, "backup-\(version).partial")
        defer { try? remove(partial) }
        try copy(queue, to: partial, holding: counts)
        try sync(partial)
        guard rename(partial.path, destination.path) == 0 else {
            throw StoreError.failure(of: destination, number: errno)
        }
        try sync(store.deletingLastPathComponent())
        return destination
    }

    /// Copies a store, with what its write-ahead log holds, into one file without a log.
    ///
    /// `counts` has the number of rows in each of the store's tables.
    ///
    /// - Throws: ``StoreError``, also where the copy does not hold what the store holds.
    static func copy(_ queue: DatabaseQueue, to destination: URL, holding counts: [String: Int]) throws {
        try copy(queue, to: destination)
        try StoreVerification.check(copy: destination, against: counts)
    }

    /// The same without a look at the copy.
    static func copy(_ queue: DatabaseQueue, to destination: URL) throws {
        try remove(destination)
        let copy = try StoreVFS.opening(destination) { try DatabaseQueue(path: $0) }
        // The pages come as they are, with room for sums where the store has them.
        let keepsChecksums = queue.unsafeRead { $0.sqliteConnection.map(PageChecksums.areKept) ?? false }
        if keepsChecksums {
            try copy.writeWithoutTransaction { if let handle = $0.sqliteConnection { try PageChecksums.begin(handle) } }
        }
        try queue.backup(to: copy)
        try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try copy.close()
    }

    /// Replaces the contents of an open store by those of a file, in one transaction.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - queue: The store.
    ///   - version: What ``contentVersion(of:)`` was; nil to replace the contents whatever they are.
    /// - Returns: False, and the store is unchanged, where another connection has written since.
    /// - Throws: What SQLite reports; the store is unchanged then.
    @discardableResult
    static func transfer(
        _ file: URL,
        to queue: DatabaseQueue,
        unlessChangedSince version: UInt32? = nil
    ) throws -> Bool {
        let source = try StoreVFS.opening(file) { try DatabaseQueue(path: $0) }
        defer { try? source.close() }
        return try queue.writeWithoutTransaction { target in
            defer { target.clearSchemaCache() }
            return try source.writeWithoutTransaction {
                try transfer($0, to: target, unlessChangedSince: version)
            }
        }
    }

    private static func transfer(
        _ source: Database,
        to target: Database,
        unlessChangedSince version: UInt32?
    ) throws -> Bool {
        func check(_ code: Int32, _ expected: Int32 = SQLITE_OK) throws {
            guard code != expected else { return }
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
        }
        guard let backup = sqlite3_backup_init(target.sqliteConnection, "main", source.sqliteConnection, "main") else {
            throw DatabaseError(resultCode: target.lastErrorCode, message: target.lastErrorMessage)
        }
        var isFinished = false
        // Ending it early takes everything back.
        defer { if !isFinished { sqlite3_backup_finish(backup) } }
        // Copies nothing yet, and locks the target until the end: nobody writes between the comparison and the copy.
        try check(sqlite3_backup_step(backup, 0))
        if let version, try contentVersion(of: target) != version { return false }
        try check(sqlite3_backup_step(backup, -1), SQLITE_DONE)
        isFinished = true
        try check(sqlite3_backup_finish(backup))
        return true
    }

    /// A number that changes when another connection has written to the file.
    ///
    /// It is that of the connection's last transaction, and comparable on the same connection alone. Commits of the connection
    /// itself change it, too; there are none between the two looks. `PRAGMA data_version`, which leaves them out, is a
    /// statement, and there may be none while a copy into the database is under way.
    static func contentVersion(of database: Database) throws -> UInt32 {
        var version: UInt32 = 0
        let code = sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        guard code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
        }
        return version
    }

    /// Removes a database file and what SQLite keeps beside it.
    static func remove(_ file: URL) throws {
        for suffix in ["", "-wal", "-shm", "-journal", CommitRecord.suffix] {
            let path = file.path + suffix
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
        }
    }

    /// Reads all of a migrated store, as long as there is a backup to go back to.
    ///
    /// - Throws: ``StoreError/damaged(_:reason:)``, which names the backup.
    static func checkMigrated(_ store: URL, _ database: Database) throws {
        guard let connection = database.sqliteConnection,
            let name = try StoreMetadata.rows(on: connection)?[StoreMetadata.Key.backup.rawValue],
            let problem = StoreIntegrity.problems(on: connection, of: store, limit: 1).first
        else { return }
        let reason = "\(problem); the store as it was before its last migration is in \(name)"
        throw StoreError.damaged(store, reason: reason)
    }

    /// Removes the backup of the last migration.
    ///
    /// To be called when a store has been opened without a migration and was read well.
    ///
    /// A backup that cannot be removed stays, and is tried again at the next opening.
    static func discard(at store: URL, _ database: Database) throws {
        guard let connection = database.sqliteConnection,
            let name = try StoreMetadata.rows(on: connection)?[StoreMetadata.Key.backup.rawValue]
        else { return }
        // Only ever a file beside the store: what stands in the store must not be able to name another.
        if !name.contains("/"), name.hasPrefix("\(store.lastPathComponent).backup-") {
            try remove(store.deletingLastPathComponent().appendingPathComponent(name))
        }
        for leftover in leftovers { try remove(sibling(of: store, leftover)) }
        try StoreMetadata.set(.backup, nil, database)
    }

    private static func sync(_ file: URL) throws {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StoreError.failure(of: file, number: errno)
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw [ENOSPC, EDQUOT].contains(errno)
                ? StoreError.diskFull : StoreError.inputOutput(reason: String(cString: strerror(errno)))
        }
    }
}
