import Foundation
import GRDB

/// The file in which a server with an embedded store keeps everything but assets.
public final class SQLiteDatabase: Sendable {
    let pool: DatabasePool
    let writer: GroupCommit
    private let gate: (any TransactionGate)?

    /// What the one connection that writes keeps of the file in memory: names of records are random, so each one that is
    /// written lies on other pages, and with SQLite's own 2 MB a large transaction reads and writes them again and again.
    private static let writerCacheKiB = 64 * 1_024
    /// Pages in the log, 4 KB each, after which they are brought into the file; meanwhile a page that is written many
    /// times is brought there once.
    private static let checkpointPages = 8_000

    /// Opens the file, or makes it, and brings its tables up to date.
    ///
    /// - Parameter path: Where it is; its folder must exist.
    /// - Throws: `DatabaseError` if it cannot be opened, or is from a newer version.
    public convenience init(path: String) throws {
        try self.init(path: path, gate: nil)
    }

    /// Opens a file whose transactions begin when a gate lets them.
    ///
    /// - Throws: `DatabaseError` if it cannot be opened, or is from a newer version.
    package init(path: String, gate: (any TransactionGate)?) throws {
        self.gate = gate
        _ = Self.outlivesFileSizeLimit
        var configuration = Configuration()
        configuration.label = "CloudKitServer"
        configuration.maximumReaderCount = 4
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = false
        pool = try DatabasePool(path: path, configuration: configuration)
        // GRDB sets NORMAL when it turns the journal to WAL, so this must come after.
        try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA cache_size = -\(Self.writerCacheKiB)")
            try db.execute(sql: "PRAGMA wal_autocheckpoint = \(Self.checkpointPages)")
        }
        try Self.migrator.migrate(pool)
        writer = GroupCommit(pool)
    }

    /// Reads in a transaction, beside all others.
    ///
    /// - Throws: What the work throws; `DatabaseError`.
    func read<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        guard let gate else { return try await pool.read(work) }
        return try await gate.run(changes: CommittedChange.none) { [pool] in try await pool.read(work) }
    }

    /// Writes in a transaction that others may share, and returns once that is committed.
    ///
    /// - Parameters:
    ///   - changes: What of the result a gate hears.
    ///   - work: The work.
    /// - Returns: What the work returned.
    /// - Throws: What the work throws; ``ServiceFault`` if too much is waiting already.
    func write<Value: Sendable>(
        changes: @escaping @Sendable (Value) -> [CommittedChange] = CommittedChange.none,
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        guard let gate else { return try await writer.write(work) }
        return try await gate.run(changes: changes) { [writer] in try await writer.write(work) }
    }

    /// Lets a write beyond the limit of file sizes (`ulimit -f`) fail as on a full disk: the system would end the process, with
    /// every request in it.
    ///
    /// A handler that the process has installed stays.
    private static let outlivesFileSizeLimit: Bool = {
        var present = sigaction()
        guard sigaction(SIGXFSZ, nil, &present) == 0 else { return false }
        let isHandled = present.sa_flags & SA_SIGINFO != 0 || present.__sigaction_handler.sa_handler != nil
        return isHandled || signal(SIGXFSZ, SIG_IGN) == nil
    }()

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in try db.execute(sql: SQLiteTables.first) }
        migrator.registerMigration("invitations") { db in try db.execute(sql: SQLiteTables.invitations) }
        migrator.registerMigration("assets") { db in try db.execute(sql: SQLiteTables.assets) }
        migrator.registerMigration("indexes") { db in try db.execute(sql: SQLiteTables.indexes) }
        migrator.registerMigration("environments") { db in try db.execute(sql: SQLiteTables.environments) }
        migrator.registerMigration("answers") { db in try db.execute(sql: SQLiteTables.answerUsage) }
        migrator.registerMigration("subscribers") { db in try db.execute(sql: SQLiteTables.subscribers) }
        migrator.registerMigration("session tokens") { db in try db.execute(sql: SQLiteTables.sessionTokens) }
        migrator.registerMigration("roles") { db in try db.execute(sql: SQLiteTables.roles) }
        migrator.registerMigration("pruned deletions") { db in try db.execute(sql: SQLiteTables.prunedDeletions) }
        return migrator
    }

    /// A secret of this service: made once, kept in the file.
    ///
    /// - Parameter make: Makes it, if there is none.
    /// - Returns: Its bytes.
    /// - Throws: `DatabaseError`.
    public func secret(_ make: () -> [UInt8]) throws -> [UInt8] {
        try pool.write { db in
            let stored = try Data.fetchOne(db, sql: "SELECT value FROM setting WHERE name = 'secret'")
            if let stored { return Array(stored) }
            let new = make()
            try db.execute(
                sql: "INSERT INTO setting (name, value) VALUES ('secret', ?)",
                arguments: [Data(new)]
            )
            return new
        }
    }

    /// The secret, if it was made.
    func storedSecret() throws -> [UInt8]? {
        try pool.read { db in
            try Data.fetchOne(db, sql: "SELECT value FROM setting WHERE name = 'secret'").map { Array($0) }
        }
    }

    /// Closes the file; what runs is finished first.
    public func close() throws {
        try pool.close()
    }
}
