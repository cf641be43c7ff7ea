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
    private let logger: Logger?

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

    /// Says that a client has seen what this file never had, which an operator must know.
    private func reportLoss() {
        logger?.critical("A client has seen changes that the store does not have: was an old copy put back?")
    }

    /// The database's row and the zone, if the zone exists; a default zone that nobody wrote to has no row.
    static func find(_ key: ZoneKey, _ db: Database) throws -> (row: DatabaseRow, zone: ZoneState)? {
        guard let row = try DatabaseRow.find(key.database, in: db) else { return nil }
        guard let zone = try ZoneState.find(key.name, in: row, db), !zone.isDeleted else { return nil }
        return (row, zone)
    }

    // MARK: - Reading

    /// Gets records by name.
    public func lookUp(_ names: [String], in zone: ZoneKey) async throws -> [StoredRecord?] {
        try await file.pool.read { db in
            guard let (row, state) = try Self.find(zone, db) else {
                if zone.isDefault { return names.map { _ in nil } }
                throw zone.missing
            }
            let schema = SchemaRows(database: zone.database)
            let rows = ZoneRows(db: db, account: row.account, zone: state.number, schema: schema)
            return try names.map { name in
                let record = try rows.record(named: name)
                return record?.isDeleted == true ? nil : record
            }
        }
    }

    /// All zones, by name.
    public func zones(of database: DatabaseKey) async throws -> [ZoneState] {
        try await file.pool.read { db in
            let zones = try DatabaseRow.find(database, in: db).map { try ZoneState.all(in: $0, db) } ?? []
            let hasDefault = zones.contains { $0.name == WireZoneID.defaultName }
            return hasDefault ? zones : [.untouchedDefault] + zones
        }
    }

    // MARK: - The feed

    /// Gets a page of the changes of a zone.
    public func changes(of zone: ZoneKey, since start: FeedStart, limit: Int) async throws -> ZonePage {
        let found = try await file.pool.read { db -> Result<ZonePage, LostHistory> in
            guard let (row, state) = try Self.find(zone, db) else {
                guard zone.isDefault else { throw zone.missing }
                return start.hasSeenChanges ? .failure(LostHistory()) : .success(.untouchedDefault)
            }
            if FeedWindow.isAhead(start, state.feed) { return .failure(LostHistory()) }
            return .success(try Self.page(of: state, row, start, limit, db))
        }
        guard case .success(let page) = found else {
            try await raiseEpoch(of: zone)
            throw ServiceFault.expiredToken
        }
        return page
    }

    private static func page(
        of zone: ZoneState,
        _ row: DatabaseRow,
        _ start: FeedStart,
        _ limit: Int,
        _ db: Database
    ) throws -> ZonePage {
        let window = try ServiceFault.whole { () throws(WireError) in try FeedWindow(start, zone.feed) }
        let sql = """
            SELECT \(StoredRecord.columns) FROM record WHERE account_id = ? AND zone_id = ? AND seq > ?
            AND (is_deleted = 0 OR seq > ?) ORDER BY seq LIMIT ?
            """
        let arguments: StatementArguments = [
            row.account, zone.number, window.after, window.skipsTombstonesUpTo, limit + 1,
        ]
        let records = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map(StoredRecord.init(row:))
        return ZonePage(of: zone, records, window, limit: limit)
    }

    /// A token from the future means that this file is older than what clients have seen: a backup, put back.
    private func raiseEpoch(of zone: ZoneKey) async throws {
        reportLoss()
        try await file.writer.write { db in
            guard let (row, state) = try Self.find(zone, db) else { return }
            try db.execute(
                sql: "UPDATE zone SET epoch = epoch + 1 WHERE account_id = ? AND zone_id = ?",
                arguments: [row.account, state.number]
            )
        }
    }

    /// Gets a page of the zones that changed.
    public func changedZones(
        of database: DatabaseKey,
        since start: FeedStart,
        limit: Int
    ) async throws -> DatabasePage {
        let found = try await file.pool.read { db -> Result<DatabasePage, LostHistory> in
            guard let row = try DatabaseRow.find(database, in: db) else {
                return start.hasSeenChanges ? .failure(LostHistory()) : .success(.untouched)
            }
            if FeedWindow.isAhead(start, row.feed) { return .failure(LostHistory()) }
            return .success(try Self.page(of: row, start, limit, db))
        }
        guard case .success(let page) = found else {
            try await raiseEpoch(of: database)
            throw ServiceFault.expiredToken
        }
        return page
    }

    private static func page(
        of row: DatabaseRow,
        _ start: FeedStart,
        _ limit: Int,
        _ db: Database
    ) throws -> DatabasePage {
        let window = try ServiceFault.whole { () throws(WireError) in try FeedWindow(start, row.feed) }
        let found = try ZoneState.changed(after: window.after, in: row, limit: limit + 1, db)
        return DatabasePage(of: found, window, limit: limit)
    }

    private func raiseEpoch(of database: DatabaseKey) async throws {
        reportLoss()
        try await file.writer.write { db in
            guard let row = try DatabaseRow.find(database, in: db) else { return }
            try db.execute(
                sql: "UPDATE database SET epoch = epoch + 1 WHERE account_id = ? AND database_id = ?",
                arguments: [row.account, row.id]
            )
        }
    }
}
