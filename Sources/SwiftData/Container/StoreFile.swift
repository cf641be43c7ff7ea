import Foundation
import GRDB
import GRDBSQLite

/// One store's file at the moment of opening, when it shows whether it is ours, new or old.
struct StoreFile {
    let url: URL?
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let configuration: ModelConfiguration
    let environment: StoreEnvironment

    /// The version of the file format that this library writes; a file of a newer one is refused.
    static let format = 1

    /// The open connection and the store's identifier, the file brought to the schema where it has an older one.
    ///
    /// - Throws: `StoreError`, `MigrationError`; the file is then as it was.
    func open() throws -> (StoreConnection, String) {
        let wasLeftOpen = hasLog
        let connection = try connect()
        guard let known = try readMetadata(connection) else { return try create(connection) }
        try refuseNewerFormat(known)
        if isCurrent(known) {
            // Without room the file can be read, and is tidied at an opening to come.
            if !connection.isWithoutRoom {
                try discardBackup(connection, known)
                if known.hasBackup || wasLeftOpen { try sweep(connection) }
            }
            return (connection, known.identifier)
        }
        try connection.close()
        try migrate()
        return try openCurrent()
    }

    /// The open connection of a file that must have the schema already.
    func openCurrent() throws -> (StoreConnection, String) {
        let connection = try connect()
        guard let known = try readMetadata(connection), known.structure == structure else {
            throw SwiftDataError.unknownSchema.explained(
                "\(url?.lastPathComponent ?? "The store") was changed by another program while it was being opened."
            )
        }
        return (connection, known.identifier)
    }

    private func connect() throws -> StoreConnection {
        try refuseDamagedLog()
        return try StoreConnection(
            url: url,
            durability: configuration.durability,
            pageChecksums: configuration.pageChecksums,
            readOnly: !configuration.allowsSave && url != nil
        )
    }

    /// Before SQLite opens the file, and brings the log into it or drops it.
    private func refuseDamagedLog() throws {
        guard let url, let reason = WriteAheadLog.damage(beside: url, isDurable: configuration.durability == .full)
        else { return }
        throw StoreError.damaged(url, reason: reason)
    }

    // MARK: Metadata

    struct Metadata {
        var format: Int
        var identifier: String
        var structure: String
        var version: String
        var schema: String
        var hasBackup: Bool
    }

    private func readMetadata(_ connection: StoreConnection) throws -> Metadata? {
        try connection.access { db in
            guard let handle = db.sqliteConnection, let values = try StoreMetadata.rows(on: handle) else { return nil }
            return Metadata(
                format: values["format"].flatMap(Int.init) ?? 0,
                identifier: values["identifier"] ?? "",
                structure: values["structure"] ?? "",
                version: values["version"] ?? "",
                schema: values["schema"] ?? "",
                hasBackup: values["backup"] != nil
            )
        }
    }

    private func refuseNewerFormat(_ metadata: Metadata) throws {
        guard metadata.format > StoreFile.format else { return }
        throw StoreError.newerVersion(required: String(metadata.format), found: String(StoreFile.format))
    }

    /// The text by which schemas are compared: the statements that make the tables.
    private var structure: String { LaidOutSchema.of(schema).structuralHash }

    // MARK: New files

    private func create(_ connection: StoreConnection) throws -> (StoreConnection, String) {
        let identifier = environment.makeUUID().uuidString
        var known: String?
        try connection.write { db in
            // Another process may have been quicker.
            known = try StoreMetadata.read(db)?.identifier
            guard known == nil else { return }
            try refuseTablesWithoutMetadata(db)
            for statement in SchemaSQL.statements(for: schema) { try db.execute(sql: statement) }
            try db.execute(sql: "CREATE TABLE _metadata (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
            try StoreMetadata.set(.format, String(StoreFile.format), db)
            try StoreMetadata.set(.identifier, identifier, db)
            try StoreMetadata.write(SchemaDescription(schema), db)
            if let handle = db.sqliteConnection { try PageChecksums.mark(handle) }
        }
        return (connection, known ?? identifier)
    }

    /// Where the store's tables are there and what it says of itself is not, that has been lost.
    private func refuseTablesWithoutMetadata(_ db: Database) throws {
        guard let url,
            let table = try LaidOutSchema.of(schema).layout.tables.first(where: { try db.tableExists($0.name) })
        else { return }
        throw StoreError.damaged(url, reason: "it holds \(table.name) and does not say which schema it has")
    }

    // MARK: Old files

    /// Versions of a plan may have the same tables and differ in what their stages did to the data.
    private func isCurrent(_ known: Metadata) -> Bool {
        guard known.structure == structure else { return false }
        return migrationPlan == nil || !configuration.allowsSave || known.version == "\(schema.version)"
    }

    private func migrate() throws {
        guard let url else { return }
        guard configuration.allowsSave else { throw StoreError.readOnly(url) }
        let host = StoreMigrationHost(environment: environment)
        _ = try MigrationRunner(url: url, target: schema, plan: migrationPlan, host: host).run()
    }

    /// Whether another process has the store open, or one ended without closing it.
    private var hasLog: Bool {
        guard let url else { return false }
        let log = try? FileManager.default.attributesOfItem(atPath: url.path + "-wal")
        return (log?[.size] as? Int ?? 0) > 0
    }

    private func sweep(_ connection: StoreConnection) throws {
        guard let url, configuration.allowsSave else { return }
        let sweep = ExternalSweep(files: ExternalFiles(storeURL: url), schema: schema, now: environment.now())
        try sweep.run(on: connection)
    }

    /// The migrated store has been opened and can be read: the copy from before is not needed any more.
    private func discardBackup(_ connection: StoreConnection, _ known: Metadata) throws {
        guard known.hasBackup, let url, configuration.allowsSave else { return }
        try connection.access { db in try StoreBackup.checkMigrated(url, db) }
        try connection.write { db in try StoreBackup.discard(at: url, db) }
    }
}
