import CloudKitWebServices
import GRDB

extension SQLiteRecordStore {
    /// Gets a page of the records of a type that match.
    ///
    /// The records of the type are read in the order of their names and judged one by one; a query that asks for no
    /// other order stops as soon as its page is full.
    public func query(_ query: RecordQuery) async throws -> QueryPage {
        try await file.pool.read { db in
            let (row, zones) = try Self.places(of: query, db)
            let (type, database) = (query.query.recordType, query.database)
            guard let types = try SchemaRows(database: database).fields(of: type, db)?.mapValues(\.type) else {
                throw ServiceFault(.badRequest, ErrorReason.unknownRecordType(type))
            }
            let (matcher, order) = try ServiceFault.whole { () throws(WireError) in
                let matcher = try RecordMatcher(query.query.filterBy, recordType: type, fieldTypes: types)
                return (matcher, try QueryOrder(query.query.sortBy, recordType: type, fieldTypes: types))
            }
            var collector = PageCollector(query, order: order)
            for zone in zones where !collector.isComplete {
                try Self.scan(zone, of: row, query, matcher, order, into: &collector, db)
            }
            return collector.page()
        }
    }

    private static func places(of query: RecordQuery, _ db: Database) throws -> (account: Int64, zones: [ZoneState]) {
        switch query.place {
        case .zone(let zone):
            if let (row, state) = try find(zone, db) { return (row.account, [state]) }
            if zone.isDefault { return (zone.database.account.rawValue, []) }
            throw zone.missing
        case .everywhere(let database):
            guard let row = try DatabaseRow.find(database, in: db) else { return (database.account.rawValue, []) }
            return (row.account, try ZoneState.all(in: row, db).sorted { $0.number < $1.number })
        }
    }

    private static func scan(
        _ zone: ZoneState,
        of account: Int64,
        _ query: RecordQuery,
        _ matcher: RecordMatcher,
        _ order: QueryOrder,
        into collector: inout PageCollector,
        _ db: Database
    ) throws {
        let sql = """
            SELECT \(StoredRecord.columns) FROM record INDEXED BY record_of_type
            WHERE account_id = ? AND zone_id = ? AND record_type = ? AND is_deleted = 0 AND record_name > ?
            ORDER BY record_name
            """
        var after = ""
        if order.isByName, let position = query.position {
            if position.zone > zone.number { return }
            if position.zone == zone.number { after = position.name }
        }
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: sql),
            arguments: [account, zone.number, query.query.recordType, after]
        )
        while !collector.isComplete, let row = try rows.next() {
            let record = StoredRecord(row: row)
            let fields = try record.readFields()
            if matcher.matches(record, fields) { collector.add(order.entry(record, fields, zone: zone)) }
        }
    }
}
