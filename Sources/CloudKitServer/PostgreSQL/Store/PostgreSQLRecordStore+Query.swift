import CloudKitWebServices

extension PostgreSQLRecordStore {
    /// Records that are read at a time.
    private static let batch: Int64 = 500

    /// Gets a page of the records of a type that match.
    ///
    /// The records of the type are read in the order of their names and judged one by one; a query that asks for no
    /// other order stops as soon as its page is full.
    public func query(_ query: RecordQuery) async throws -> QueryPage {
        try await database.reader.run(.snapshot) { db in
            let zones = try Self.zones(of: query, db)
            let (type, database) = (query.query.recordType, query.database)
            let known = PostgreSQLSchema.types(in: try db.query([PostgreSQLSchema.types([type], in: database)]))
            guard let types = known[type] else {
                throw ServiceFault(.badRequest, ErrorReason.unknownRecordType(type))
            }
            let (matcher, order) = try ServiceFault.whole { () throws(WireError) in
                let matcher = try RecordMatcher(query.query.filterBy, recordType: type, fieldTypes: types)
                return (matcher, try QueryOrder(query.query.sortBy, recordType: type, fieldTypes: types))
            }
            var collector = PageCollector(query, order: order)
            for zone in zones where !collector.isComplete {
                try Self.scan(zone, query, matcher, order, into: &collector, db)
            }
            return collector.page()
        }
    }

    private static func zones(of query: RecordQuery, _ db: PostgreSQLTransaction) throws -> [ZoneState] {
        switch query.place {
        case .zone(let zone):
            if let state = try db.query([ZoneState.find(zone)]).first?.first.map(ZoneState.init), !state.isDeleted {
                return [state]
            }
            if zone.isDefault { return [] }
            throw zone.missing
        case .everywhere(let database):
            return try ZoneState.all(in: database, db).sorted { $0.number < $1.number }
        }
    }

    private static func scan(
        _ zone: ZoneState,
        _ query: RecordQuery,
        _ matcher: RecordMatcher,
        _ order: QueryOrder,
        into collector: inout PageCollector,
        _ db: PostgreSQLTransaction
    ) throws {
        let sql = """
            SELECT \(StoredRecord.postgreSQLColumns) FROM record r
            WHERE r.account_id = $1 AND r.zone_id = $2 AND r.record_type = $3 AND NOT r.is_deleted
            AND r.record_name > $4 ORDER BY r.record_name LIMIT $5
            """
        var after = ""
        if order.isByName, let position = query.position {
            if position.zone > zone.number { return }
            if position.zone == zone.number { after = position.name }
        }
        while !collector.isComplete {
            let rows = try db.query(
                sql,
                [
                    .integer(query.database.account.rawValue), .integer(zone.number),
                    .text(query.query.recordType), .text(after), .integer(batch),
                ]
            )
            for number in 0..<rows.count where !collector.isComplete {
                let record = StoredRecord(rows.row(number))
                let fields = try record.readFields()
                if matcher.matches(record, fields) { collector.add(order.entry(record, fields, zone: zone)) }
                after = record.name
            }
            if rows.count < batch { return }
        }
    }
}
