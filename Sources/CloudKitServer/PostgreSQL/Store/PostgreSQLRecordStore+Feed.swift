import CloudKitWebServices

extension PostgreSQLRecordStore: FeedStore {
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

    /// Reads the zone and its records in one statement, so from one snapshot; the zone alone where that says enough.
    func read(_ request: FeedRequest, of zone: ZoneKey) async throws -> (zone: ZoneState, records: [StoredRecord])? {
        let values: [PostgreSQLValue] = [
            .text(zone.name), .integer(request.after), .integer(request.before), .integer(request.skipsTombstonesUpTo),
            .integer(Int64(request.room.records + 1)), .integer(request.room.bytes),
        ]
        return try await database.reader.run(.single) { db in
            let own = db.tables(of: zone.database.account)
            if request.after != 0 {
                // Each statement sees a snapshot of its own: what comes between the two is in the second.
                guard let state = try db.query([ZoneState.find(zone, in: own)]).first?.first.map(ZoneState.init),
                    !state.isDeleted
                else { return nil }
                if request.isPast(state.head) { return (state, []) }
            }
            let sql = Self.page(isReversed: request.isReversed, in: own)
            let rows = try db.query(sql, zone.database.postgreSQLValues + values)
            return rows.first.map { (ZoneState($0), Self.records(rows)) }
        }
    }

    private static func page(isReversed: Bool, in own: AccountTables) -> String {
        let order = isReversed ? "DESC" : "ASC"
        return """
            SELECT \(ZoneState.postgreSQLColumns), \(StoredRecord.postgreSQLColumns) FROM \(own.database) d
            JOIN \(own.zone) z ON z.account_id = $1 AND z.database_id = d.database_id AND z.name = $4 AND NOT z.is_deleted
            LEFT JOIN LATERAL (
                SELECT * FROM (
                    SELECT *, sum(\(StoredRecord.postgreSQLSize)) OVER (ORDER BY seq \(order)) AS bytes FROM (
                        SELECT * FROM \(own.record) WHERE account_id = $1 AND zone_id = z.zone_id
                        AND seq > coalesce($5, z.head) AND seq < $6 AND (NOT is_deleted OR seq > coalesce($7, z.head))
                        ORDER BY seq \(order) LIMIT $8
                    ) found
                ) measured WHERE bytes - \(StoredRecord.postgreSQLSize) <= $9
            ) r ON true
            WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3 ORDER BY r.seq \(order)
            """
    }

    func readZones(
        of database: DatabaseKey,
        after: Int64?,
        limit: Int
    ) async throws -> (feed: FeedWindow.State, zones: [(place: Int64, zone: ZoneState)])? {
        try await self.database.reader.run(.snapshot) { db in
            guard let row = try DatabaseRow.find(database, db) else { return nil }
            let sql = """
                SELECT \(ZoneState.postgreSQLColumns), z.database_seq FROM \(db.tables(of: row.account).zone) z
                WHERE z.account_id = $1 AND z.database_id = $2 AND z.database_seq > $3
                ORDER BY z.database_seq LIMIT $4
                """
            let values: [PostgreSQLValue] = [
                .integer(row.account), .integer(row.id), .integer(after ?? row.head), .integer(Int64(limit)),
            ]
            let zones = try db.query(sql, values).map { row in
                (place: row.integer(ZoneState.postgreSQLColumnCount), zone: ZoneState(row))
            }
            return (row.feed, zones)
        }
    }

    func raiseEpoch(of zone: ZoneKey) async throws {
        try await database.writer.run(.write) { db in
            guard let row = try DatabaseRow.lock(zone.database, db) else { return }
            let sql = """
                UPDATE zone SET epoch = epoch + 1, head = head + $4, pruned_below = head + $4
                WHERE account_id = $1 AND database_id = $2 AND name = $3
                """
            db.later(sql, [.integer(row.account), .integer(row.id), .text(zone.name), .integer(DatabaseRow.leap)])
        }
    }

    func raiseEpoch(of database: DatabaseKey) async throws {
        try await self.database.writer.run(.write) { db in
            guard let row = try DatabaseRow.lock(database, db) else { return }
            let sql = "UPDATE database SET epoch = epoch + 1 WHERE account_id = $1 AND database_id = $2"
            db.later(sql, [.integer(row.account), .integer(row.id)])
        }
    }

    func reportLoss() {
        logger?.critical("A client has seen changes that the store does not have: was an old copy put back?")
    }
}
