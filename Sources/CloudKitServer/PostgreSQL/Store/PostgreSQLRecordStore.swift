import CloudKitWebServices
import Logging

/// The store for several servers: one PostgreSQL, or another engine that speaks its protocol.
///
/// The lock of a database's row puts its changes in order, from before their numbers are given until the commit.
public final class PostgreSQLRecordStore: RecordStore {
    let database: PostgreSQLDatabase
    /// Called inside every transaction that changes records, after they were written and before its commit.
    ///
    /// For tests that want to pause there.
    let beforeCommit: (@Sendable () -> Void)?
    /// Zones with fewer records have no index.
    let few: Int
    /// How much one page of a query looks at.
    let bounds: QueryBounds
    private let logger: Logger?

    /// A store in a database.
    public convenience init(
        _ database: PostgreSQLDatabase,
        logger: Logger? = nil,
        beforeCommit: (@Sendable () -> Void)? = nil
    ) {
        let (few, bounds) = (TypeIndex.fewRecords, QueryBounds())
        self.init(database, logger: logger, few: few, bounds: bounds, beforeCommit: beforeCommit)
    }

    init(
        _ database: PostgreSQLDatabase,
        logger: Logger? = nil,
        few: Int,
        bounds: QueryBounds,
        beforeCommit: (@Sendable () -> Void)? = nil
    ) {
        self.database = database
        self.logger = logger
        self.few = few
        self.bounds = bounds
        self.beforeCommit = beforeCommit
    }

    /// Says that a client has seen what this database never had, which an operator must know.
    private func reportLoss() {
        logger?.critical("A client has seen changes that the store does not have: was an old copy put back?")
    }

    // MARK: - Reading

    /// Gets records by name.
    public func lookUp(_ names: [String], in zone: ZoneKey) async throws -> [StoredRecord?] {
        let sql = """
            SELECT \(ZoneState.postgreSQLColumns), \(StoredRecord.postgreSQLColumns) FROM database d
            JOIN zone z ON z.account_id = $1 AND z.database_id = d.database_id AND z.name = $4 AND NOT z.is_deleted
            LEFT JOIN record r
            ON r.account_id = $1 AND r.zone_id = z.zone_id AND r.record_name = ANY ($5) AND NOT r.is_deleted
            WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3
            """
        let values = zone.database.postgreSQLValues + [.text(zone.name), .texts(names)]
        let found = try await database.reader.run(.single) { db -> [String: StoredRecord]? in
            let rows = try db.query(sql, values)
            guard rows.count > 0 else { return nil }
            return Self.records(rows).reduce(into: [:]) { $0[$1.name] = $1 }
        }
        if found == nil, !zone.isDefault { throw zone.missing }
        return names.map { found?[$0] }
    }

    /// The records behind the columns of a zone; a row without one says that the zone is there.
    private static func records(_ rows: PostgreSQLRows) -> [StoredRecord] {
        let first = ZoneState.postgreSQLColumnCount
        return rows.map { $0 }.filter { !$0.isNull(first) }.map { StoredRecord($0, from: first) }
    }

    // MARK: - The feed

    /// Gets a page of the changes of a zone: the zone and its records in one statement, so from one snapshot.
    public func changes(of zone: ZoneKey, since start: FeedStart, limit: Int) async throws -> ZonePage {
        let sql = """
            SELECT \(ZoneState.postgreSQLColumns), \(StoredRecord.postgreSQLColumns) FROM database d
            JOIN zone z ON z.account_id = $1 AND z.database_id = d.database_id AND z.name = $4 AND NOT z.is_deleted
            LEFT JOIN LATERAL (
                SELECT * FROM record WHERE account_id = $1 AND zone_id = z.zone_id AND seq > coalesce($5, z.head)
                AND (NOT is_deleted OR seq > coalesce($6, z.head)) ORDER BY seq LIMIT $7
            ) r ON true
            WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3 ORDER BY r.seq
            """
        let values: [PostgreSQLValue] = [
            .text(zone.name), .integer(start.after), .integer(start.skipsTombstonesUpTo), .integer(Int64(limit + 1)),
        ]
        let found = try await database.reader.run(.single) { db -> Result<ZonePage, LostHistory> in
            let rows = try db.query(sql, zone.database.postgreSQLValues + values)
            guard let state = rows.first.map(ZoneState.init) else {
                guard zone.isDefault else { throw zone.missing }
                return start.hasSeenChanges ? .failure(LostHistory()) : .success(.untouchedDefault)
            }
            if FeedWindow.isAhead(start, state.feed) { return .failure(LostHistory()) }
            let window = try ServiceFault.whole { () throws(WireError) in try FeedWindow(start, state.feed) }
            return .success(ZonePage(of: state, Self.records(rows), window, limit: limit))
        }
        guard case .success(let page) = found else {
            try await raiseEpoch(of: zone)
            throw ServiceFault.expiredToken
        }
        return page
    }

    /// A token from the future means that this database is older than what clients have seen: a backup put back, or a
    /// standby that was promoted without all of its primary's commits.
    private func raiseEpoch(of zone: ZoneKey) async throws {
        reportLoss()
        try await database.writer.run(.write) { db in
            guard let row = try DatabaseRow.lock(zone.database, db) else { return }
            let sql = "UPDATE zone SET epoch = epoch + 1 WHERE account_id = $1 AND database_id = $2 AND name = $3"
            db.later(sql, [.integer(row.account), .integer(row.id), .text(zone.name)])
        }
    }

    /// Gets a page of the zones that changed.
    public func changedZones(
        of database: DatabaseKey,
        since start: FeedStart,
        limit: Int
    ) async throws -> DatabasePage {
        let found = try await self.database.reader.run(.snapshot) { db -> Result<DatabasePage, LostHistory> in
            guard let row = try DatabaseRow.find(database, db) else {
                return start.hasSeenChanges ? .failure(LostHistory()) : .success(.untouched)
            }
            if FeedWindow.isAhead(start, row.feed) { return .failure(LostHistory()) }
            let window = try ServiceFault.whole { () throws(WireError) in try FeedWindow(start, row.feed) }
            let sql = """
                SELECT \(ZoneState.postgreSQLColumns), z.database_seq FROM zone z
                WHERE z.account_id = $1 AND z.database_id = $2 AND z.database_seq > $3
                ORDER BY z.database_seq LIMIT $4
                """
            let values: [PostgreSQLValue] = [
                .integer(row.account), .integer(row.id), .integer(window.after), .integer(Int64(limit + 1)),
            ]
            let zones = try db.query(sql, values).map {
                ($0.integer(ZoneState.postgreSQLColumnCount), ZoneState($0))
            }
            return .success(DatabasePage(of: zones, window, limit: limit))
        }
        guard case .success(let page) = found else {
            try await raiseEpoch(of: database)
            throw ServiceFault.expiredToken
        }
        return page
    }

    private func raiseEpoch(of database: DatabaseKey) async throws {
        reportLoss()
        try await self.database.writer.run(.write) { db in
            guard let row = try DatabaseRow.lock(database, db) else { return }
            let sql = "UPDATE database SET epoch = epoch + 1 WHERE account_id = $1 AND database_id = $2"
            db.later(sql, [.integer(row.account), .integer(row.id)])
        }
    }
}

extension FeedStart {
    /// The number after which a page begins; nil for the head, which only the store knows.
    fileprivate var after: Int64? {
        switch self {
        case .beginning: 0
        case .end: nil
        case .token(let token): token.sequence
        }
    }

    /// As ``FeedWindow/skipsTombstonesUpTo``; nil for the head.
    fileprivate var skipsTombstonesUpTo: Int64? {
        switch self {
        case .beginning: nil
        case .end: 0
        case .token(let token): token.firstHead ?? 0
        }
    }
}
