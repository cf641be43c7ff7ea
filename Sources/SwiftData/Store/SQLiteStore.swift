import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The built-in store: one SQLite file (or memory) that holds the entities of one configuration.
final class SQLiteStore: GraphStore, @unchecked Sendable {
    let identifier: String
    let configuration: ModelConfiguration
    let connection: StoreConnection
    let plans: [EntityPlan]
    let externalFiles: ExternalFiles?
    /// The process's environment: clock and identifiers.
    let environment: StoreEnvironment
    private let keys = KeyAllocator()
    /// SQL by entity, made at first use.
    ///
    /// Guarded by the connection's queue.
    private var entitySQL: [Int: EntitySQL] = [:]
    private var partialSQL: [PartialSelection: EntitySQL] = [:]

    private var writer: HistoryWriter?
    /// The file's version as last seen.
    ///
    /// Guarded by the connection's queue.
    private var dataVersion: (reopenings: Int, number: Int64)?
    private let externalChanges = Atomic<Int>(0)
    private let mirrored = Atomic<Bool>(false)

    struct PartialSelection: Hashable {
        let entity: Int
        let ordinals: Set<Int>
    }

    /// Whether files stay when no row names them any more: the store is a copy, and the original still does.
    let keepsExternalFiles: Bool

    init(
        identifier: String,
        configuration: ModelConfiguration,
        connection: StoreConnection,
        plans: [EntityPlan],
        environment: StoreEnvironment,
        externalFiles: ExternalFiles? = nil,
        keepsExternalFiles: Bool = false
    ) {
        self.identifier = identifier
        self.configuration = configuration
        self.connection = connection
        self.plans = plans
        self.environment = environment
        self.externalFiles = externalFiles ?? connection.url.map { ExternalFiles(storeURL: $0) }
        self.keepsExternalFiles = keepsExternalFiles
        _ = try? externalChangeCount()
    }

    var allowsSave: Bool { configuration.allowsSave }

    /// Whether what is saved here travels to other devices.
    var isMirrored: Bool {
        get { mirrored.load(ordering: .relaxed) }
        set { mirrored.store(newValue, ordering: .relaxed) }
    }

    // MARK: Identity

    func identifier(forKey key: Int64, scope: IdentifierScope) -> PersistentIdentifier {
        PersistentIdentifier(scope: scope, key: .row(key))
    }

    func key(of identifier: PersistentIdentifier) -> Int64? { identifier._rowKey }

    func newKey(for plan: EntityPlan) -> Int64? {
        guard allowsSave else { return nil }
        if let key = keys.next(for: plan.table) { return key }
        do {
            return try reservedKey(for: plan.table)
        } catch {
            // Inserting cannot throw. The save reserves the key in its own transaction, and throws what stands in its way.
            return nil
        }
    }

    /// A key of a run that is reserved at once; nil where another process is writing.
    private func reservedKey(for table: String) throws -> Int64? {
        let count = keys.reservationSize(for: table)
        guard let first = try connection.writeIfFree({ db in try reserve(count, table: table, on: db) }) else {
            return nil
        }
        return keys.useFirst(of: first..<first + count, for: table)
    }

    /// Reserves `count` keys of a table in the running transaction.
    ///
    /// - Returns: The first of them.
    /// - Throws: ``StoreError`` where the store cannot be read or written.
    func reserve(_ count: Int64, table: String, on db: Database) throws -> Int64 {
        var last: Int64 = 0
        let read =
            "SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?1), 0), "
            + "coalesce((SELECT max(\"pk\") FROM \(table.quoted)), 0))"
        try connection.statement(read, on: db).run([.text(table)]) { last = sqlite3_column_int64($0, 0) }
        guard last < KeyGap.possibleKeys.upperBound else {
            throw StoreError.damaged(connection.url ?? StoreError.memoryURL, reason: "\(table) has no row numbers left")
        }
        let update = try connection.statement("UPDATE sqlite_sequence SET seq = ?2 WHERE name = ?1", on: db)
        try update.run([.text(table), .integer(last + count)]) { _ in }
        if sqlite3_changes(db.sqliteConnection) == 0 {
            let insert = try connection.statement("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", on: db)
            try insert.run([.text(table), .integer(last + count)]) { _ in }
        }
        return last + 1
    }

    func discardReservedKeys() { keys.reset() }

    // MARK: Statements

    func sql(for plan: EntityPlan) -> EntitySQL {
        if let known = entitySQL[plan.index] { return known }
        let made = EntitySQL(plan)
        entitySQL[plan.index] = made
        return made
    }

    func sql(for plan: EntityPlan, reading ordinals: Set<Int>) -> EntitySQL {
        let selection = PartialSelection(entity: plan.index, ordinals: ordinals)
        if let known = partialSQL[selection] { return known }
        let made = EntitySQL(plan, reading: ordinals)
        partialSQL[selection] = made
        return made
    }

    // MARK: History

    /// The writer of the store's history, made at the first save.
    func historyWriter(on db: Database) throws -> HistoryWriter {
        if let writer { return writer }
        guard let handle = db.sqliteConnection else { throw StoreError.interrupted }
        let last = plans.map(\.index).max() ?? -1
        var entities = Array(repeating: (name: "", properties: [String]()), count: last + 1)
        for plan in plans { entities[plan.index] = (plan.name, plan.properties.map(\.name)) }
        let made = try HistoryWriter(
            handle,
            entityNumbers: try HistorySQL.prepare(handle, entities: entities),
            bundleIdentifier: environment.bundleIdentifier(),
            processIdentifier: environment.processName()
        )
        writer = made
        return made
    }

    func historyLog(on db: Database) throws -> HistoryLog {
        guard let handle = db.sqliteConnection else { throw StoreError.interrupted }
        let types = Dictionary(plans.map { ($0.name, $0.modelType) }, uniquingKeysWith: { first, _ in first })
        return HistoryLog(connection: handle, storeIdentifier: identifier, modelTypes: types)
    }

    /// Lets the next save prepare the history anew: its tables may have gone with a failed transaction.
    func discardHistoryWriter() {
        // On the queue, whether or not the connection works: a failing disk must not leave a writer of tables that are gone.
        connection.exclusively { _ in writer = nil }
    }

    /// Removes files that the last commit took out of its rows.
    ///
    /// Files that stay are removed by ``ExternalSweep``.
    func removeExternalFiles(_ names: [String]) {
        guard !names.isEmpty, let externalFiles, isLastCommitFinal() else { return }
        names.forEach(externalFiles.remove)
    }

    /// Removes all files after a commit that left no row to name one.
    func removeAllExternalFiles() {
        guard let externalFiles, externalFiles.isPresent, isLastCommitFinal() else { return }
        externalFiles.removeAll()
    }

    /// Whether no row of before the last commit can come back: by a power cut, by going back to the copy from before a
    /// migration, or in the original of this store.
    ///
    /// Where commits are not on the disk at once, the log is brought there.
    private func isLastCommitFinal() -> Bool {
        !keepsExternalFiles && !isBackupKept && (configuration.durability == .full || connection.synchronizeLog())
    }

    /// Whether the copy from before a migration is still there, whose rows name the same files.
    private var isBackupKept: Bool {
        let key = StoreMetadata.Key.backup.rawValue
        let sql = "SELECT count(*) FROM _metadata WHERE key = '\(key)'"
        let count = try? connection.access { db in
            try db.sqliteConnection.map { try RawStatement.integer(sql, on: $0) ?? 0 } ?? 0
        }
        return count != 0
    }

    /// Gives up everything that holds the connection.
    func close() throws {
        try connection.access { _ in writer = nil }
        try connection.close()
    }

    /// How often other processes or containers were seen to have written to the file, as far as is known.
    var knownExternalChanges: Int { externalChanges.load(ordering: .relaxed) }

    /// Looks whether other processes or containers have written to the file, by SQLite's own version number of it.
    func externalChangeCount() throws -> Int {
        guard connection.url != nil else { return 0 }
        return try connection.access(externalChangeCount)
    }

    /// The same on the queue of the connection, inside or outside of a transaction.
    func externalChangeCount(on db: Database) throws -> Int {
        guard connection.url != nil else { return 0 }
        var version: Int64 = 0
        try connection.statement("PRAGMA data_version", on: db).run { version = sqlite3_column_int64($0, 0) }
        let seen = (reopenings: connection.reopenings, number: version)
        // Another connection counts from a number of its own.
        if let dataVersion, dataVersion != seen { externalChanges.wrappingAdd(1, ordering: .relaxed) }
        dataVersion = seen
        return knownExternalChanges
    }
}

/// What a store takes from the outside world.
struct StoreEnvironment: Sendable {
    /// The time, for history.
    var now: @Sendable () -> Date
    /// A new name, for stores and external files.
    var makeUUID: @Sendable () -> UUID
    /// The name of the process, for history.
    ///
    /// Asked for by the first save, since to find it out takes a part of a program's start.
    var processName: @Sendable () -> String
    /// The name of the program, for history.
    var bundleIdentifier: @Sendable () -> String
}
