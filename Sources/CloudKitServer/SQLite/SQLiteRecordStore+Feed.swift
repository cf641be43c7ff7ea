import CloudKitWebServices
import GRDB

extension SQLiteRecordStore: FeedStore {
    /// Gets a page of the changes of a zone.
    public func changes(of zone: ZoneKey, _ request: FeedRequest) async throws -> ZonePage {
        try await page(of: zone, request)
    }

    /// Gets a page of the zones that changed.
    public func changedZones(
        of database: DatabaseKey,
        since start: FeedStart,
        limit: Int
    ) async throws -> DatabasePage {
        try await page(of: database, since: start, limit: limit)
    }

    func read(_ request: FeedRequest, of zone: ZoneKey) async throws -> (zone: ZoneState, records: [StoredRecord])? {
        try await file.read { db in
            guard let (row, state) = try Self.find(zone, db) else { return nil }
            if request.isPast(state.head) { return (state, []) }
            return (state, try Self.records(of: state, row.account, request, db))
        }
    }

    private static func records(
        of zone: ZoneState,
        _ account: Int64,
        _ request: FeedRequest,
        _ db: Database
    ) throws -> [StoredRecord] {
        let sql = """
            SELECT \(StoredRecord.columns) FROM record WHERE account_id = ? AND zone_id = ? AND seq > ? AND seq < ?
            AND (is_deleted = 0 OR seq > ?) ORDER BY seq \(request.isReversed ? "DESC" : "ASC")
            """
        let arguments: StatementArguments = [
            account, zone.number, request.after ?? zone.head, request.before, request.skipsTombstonesUpTo ?? zone.head,
        ]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        var (records, room) = ([StoredRecord](), request.room)
        while let row = try rows.next() {
            let record = StoredRecord(row: row)
            records.append(record)
            guard room.take(record) else { break }
        }
        return records
    }

    func readZones(
        of database: DatabaseKey,
        after: Int64?,
        limit: Int
    ) async throws -> (feed: FeedWindow.State, zones: [(place: Int64, zone: ZoneState)])? {
        try await file.read { db in
            guard let row = try DatabaseRow.find(database, in: db) else { return nil }
            return (row.feed, try ZoneState.changed(after: after ?? row.head, in: row, limit: limit, db))
        }
    }

    func raiseEpoch(of zone: ZoneKey) async throws {
        try await file.write { db in
            guard let (row, state) = try Self.find(zone, db) else { return }
            try db.execute(
                sql: """
                    UPDATE zone SET epoch = epoch + 1, head = head + ?1, pruned_below = head + ?1
                    WHERE account_id = ?2 AND zone_id = ?3
                    """,
                arguments: [DatabaseRow.leap, row.account, state.number]
            )
        }
    }

    func raiseEpoch(of database: DatabaseKey) async throws {
        try await file.write { db in
            guard let row = try DatabaseRow.find(database, in: db) else { return }
            try db.execute(
                sql: "UPDATE database SET epoch = epoch + 1 WHERE account_id = ? AND database_id = ?",
                arguments: [row.account, row.id]
            )
        }
    }

    func reportLoss() {
        logger?.critical("A client has seen changes that the store does not have: was an old copy put back?")
    }
}
