import CloudKitWebServices
import Foundation
import GRDB
import Logging

/// The embedded store: one file, one writer that commits for many requests at once, readers beside it.
public final class SQLiteRecordStore: RecordStore {
    let file: SQLiteDatabase
    /// Called inside every transaction that changes records, after its numbers are taken and before its commit.
    ///
    /// For tests that want to pause there.
    let beforeCommit: (@Sendable () -> Void)?
    /// Zones with fewer records have no index.
    let few: Int
    /// How much one page of a query looks at.
    let bounds: QueryBounds
    let logger: Logger?

    /// A store in a file.
    public convenience init(
        _ file: SQLiteDatabase,
        logger: Logger? = nil,
        beforeCommit: (@Sendable () -> Void)? = nil
    ) {
        self.init(file, logger: logger, few: TypeIndex.fewRecords, bounds: QueryBounds(), beforeCommit: beforeCommit)
    }

    init(
        _ file: SQLiteDatabase,
        logger: Logger? = nil,
        few: Int,
        bounds: QueryBounds,
        beforeCommit: (@Sendable () -> Void)? = nil
    ) {
        self.file = file
        self.logger = logger
        self.few = few
        self.bounds = bounds
        self.beforeCommit = beforeCommit
    }

    /// The database's row and the zone, if the zone exists; a default zone that nobody wrote to has no row.
    static func find(_ key: ZoneKey, _ db: Database) throws -> (row: DatabaseRow, zone: ZoneState)? {
        guard let row = try DatabaseRow.find(key.database, in: db) else { return nil }
        guard let zone = try ZoneState.find(key.name, in: row, db), !zone.isDeleted else { return nil }
        return (row, zone)
    }

    // MARK: - Reading

    /// Gets records by name.
    public func lookUp(_ names: [String], in zone: ZoneKey, bytes: Int64) async throws -> [StoredRecord?] {
        try await file.read { db in
            guard let (row, state) = try Self.find(zone, db) else {
                if zone.isDefault { return names.map { _ in nil } }
                throw zone.missing
            }
            let schema = SchemaRows(database: zone.database)
            let rows = ZoneRows(db: db, account: row.account, zone: state.number, schema: schema)
            return try AnswerBudget.fitting(names, bytes: bytes) { name in
                let record = try rows.record(named: name)
                return record?.isDeleted == true ? nil : record
            }
        }
    }

    /// The deletions of these records, by name.
    public func deletions(of names: [String], in zone: ZoneKey) async throws -> [String: StoredDeletion] {
        try await file.read { db in
            guard let (row, state) = try Self.find(zone, db) else { return [:] }
            let schema = SchemaRows(database: zone.database)
            let rows = ZoneRows(db: db, account: row.account, zone: state.number, schema: schema)
            var deletions: [String: StoredDeletion] = [:]
            for name in names {
                if let record = try rows.record(named: name) {
                    if record.isDeleted { deletions[name] = StoredDeletion(stamp: record.deletion) }
                } else {
                    deletions[name] = try rows.prunedDeletion(of: name)
                }
            }
            return deletions
        }
    }

    /// All zones, by name.
    public func zones(of database: DatabaseKey) async throws -> [ZoneState] {
        try await file.read { db in
            let zones = try DatabaseRow.find(database, in: db).map { try ZoneState.all(in: $0, db) } ?? []
            let hasDefault = zones.contains { $0.name == WireZoneID.defaultName }
            return hasDefault ? zones : [.untouchedDefault] + zones
        }
    }
}
