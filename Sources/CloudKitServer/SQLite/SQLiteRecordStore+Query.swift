import CloudKitWebServices
import GRDB

extension SQLiteRecordStore {
    /// What came of looking for a page.
    private enum Finding {
        case page(QueryPage)
        case needsMarks([String: FieldMarks])
        case needsIndex(account: Int64, zone: Int64)
    }

    /// Gets a page of the records of a type that match.
    ///
    /// Large zones have an index; a page judges a bounded number of records, and may be short therefore. What the
    /// schema or the index lacks for the query is made first.
    public func query(_ query: RecordQuery) async throws -> QueryPage {
        let (schema, type) = (query.database.schema, query.query.recordType)
        while true {
            switch try await file.pool.read({ db in try self.look(query, db) }) {
            case .page(let page): return page
            case .needsMarks(let marks):
                if schema.environment == .production, let refusal = QueryMarks.refusal(marks) { throw refusal }
                try await changeSchema(of: schema) { QueryMarks.adding(marks, to: type, in: $0) }
            case .needsIndex(let account, let zone):
                try await file.writer.write { [few] db in
                    let rows = IndexRows(db: db, account: account, zone: zone, recordType: type)
                    let fields = try SchemaRows(schema).fields(of: type, db) ?? [:]
                    _ = try rows.make({ TypeIndex(fields, scope: query.database.scope) }, few: few)
                }
            }
        }
    }

    private func look(_ query: RecordQuery, _ db: Database) throws -> Finding {
        let (account, zones) = try Self.places(of: query, db)
        let type = query.query.recordType
        guard let fields = try SchemaRows(query.database.schema).fields(of: type, db) else {
            throw ServiceFault(.badRequest, ErrorReason.unknownRecordType(type))
        }
        let types = fields.mapValues(\.wireType)
        let (matcher, order) = try ServiceFault.whole { () throws(WireError) in
            let matcher = try RecordMatcher(query.query.filterBy, recordType: type, fieldTypes: types)
            return (matcher, try QueryOrder(query.query.sortBy, recordType: type, fieldTypes: types))
        }
        let missing = QueryMarks.missing(query.query, fields)
        if !missing.isEmpty { return .needsMarks(missing) }
        let wanted = TypeIndex(fields, scope: query.database.scope).names
        var collector = PageCollector(query, order: order)
        for zone in zones where !collector.isComplete {
            let rows = IndexRows(db: db, account: account, zone: zone.number, recordType: type)
            let names = try rows.names()
            let isMissing = try names.map { !wanted.isSubset(of: $0) } ?? (rows.zoneRecords() >= few)
            if isMissing { return .needsIndex(account: account, zone: zone.number) }
            try ZoneSearch(
                query: query,
                matcher: matcher,
                order: order,
                zone: zone,
                source: IndexSource(rows: rows, indexed: names ?? []),
                bounds: bounds
            ).run(into: &collector)
        }
        return .page(collector.page())
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
}
