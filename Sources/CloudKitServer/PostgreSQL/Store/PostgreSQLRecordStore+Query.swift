import CloudKitWebServices

extension PostgreSQLRecordStore {
    /// What came of looking for a page.
    private enum Finding {
        case page(QueryPage)
        case needsMarks([String: FieldMarks])
        case needsIndex(zone: Int64)
    }

    /// Gets a page of the records of a type that match.
    ///
    /// Large zones have an index; a page judges a bounded number of records, and may be short therefore. What the
    /// schema or the index lacks for the query is made first.
    public func query(_ query: RecordQuery) async throws -> QueryPage {
        let (schema, type) = (query.database.schema, query.query.recordType)
        while true {
            switch try await database.reader.run(.snapshot, { db in try self.look(query, db) }) {
            case .page(let page): return page
            case .needsMarks(let marks):
                if schema.environment == .production, let refusal = QueryMarks.refusal(marks) { throw refusal }
                try await changeSchema(of: schema) { QueryMarks.adding(marks, to: type, in: $0) }
            case .needsIndex(let zone): try await makeIndex(of: type, zone: zone, in: query.database)
            }
        }
    }

    /// Makes the index of a type in a zone, while nobody writes to the database.
    private func makeIndex(of type: String, zone: Int64, in key: DatabaseKey) async throws {
        try await database.writer.run(.write) { db in
            _ = try DatabaseRow.lock(key, db)
            let fields = try db.query([PostgreSQLSchema.fields(of: [type], in: key.schema)]).first
                .map(PostgreSQLSchema.fields)
            let index = PostgreSQLIndex(db: db, account: key.account.rawValue, zone: zone, recordType: type)
            let (present, _) = try Self.state(of: index)
            let wanted = TypeIndex(fields?[type] ?? [:], scope: key.scope)
            _ = try index.make(wanted, present: present)
            try db.flush()
        }
    }

    private func look(_ query: RecordQuery, _ db: PostgreSQLTransaction) throws -> Finding {
        let zones = try Self.zones(of: query, db)
        let (type, database) = (query.query.recordType, query.database)
        let known = try db.query([PostgreSQLSchema.fields(of: [type], in: database.schema)]).first
            .map(PostgreSQLSchema.fields)
        guard let fields = known?[type] else {
            throw ServiceFault(.badRequest, ErrorReason.unknownRecordType(type))
        }
        let types = fields.mapValues(\.wireType)
        let (matcher, order) = try ServiceFault.whole { () throws(WireError) in
            let matcher = try RecordMatcher(query.query.filterBy, recordType: type, fieldTypes: types)
            return (matcher, try QueryOrder(query.query.sortBy, recordType: type, fieldTypes: types))
        }
        let missing = QueryMarks.missing(query.query, fields)
        if !missing.isEmpty { return .needsMarks(missing) }
        let wanted = TypeIndex(fields, scope: database.scope).names
        var collector = PageCollector(query, order: order)
        for zone in zones where !collector.isComplete {
            let account = database.account.rawValue
            let index = PostgreSQLIndex(db: db, account: account, zone: zone.number, recordType: type)
            let (names, records) = try Self.state(of: index)
            if names.map({ !wanted.isSubset(of: $0) }) ?? (records >= few) { return .needsIndex(zone: zone.number) }
            try ZoneSearch(
                query: query,
                matcher: matcher,
                order: order,
                zone: zone,
                source: PostgreSQLIndexSource(index: index, indexed: names ?? []),
                bounds: bounds
            ).run(into: &collector)
        }
        return .page(collector.page())
    }

    /// Which fields stand in an index, if there is one, and how many records its zone has.
    private static func state(of index: PostgreSQLIndex) throws -> (names: Set<String>?, records: Int) {
        let sql = """
            SELECT z.record_count, t.fields FROM zone z LEFT JOIN type_index t
            ON t.account_id = $1 AND t.zone_id = $2 AND t.record_type = $3
            WHERE z.account_id = $1 AND z.zone_id = $2
            """
        guard let row = try index.db.query(sql, index.key).first else { return (nil, 0) }
        return (row.isNull(1) ? nil : PostgreSQLIndex.names(row.text(1)), Int(row.integer(0)))
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
}
