import CloudKitWebServices

extension PostgreSQLRecordStore: QueryStore {
    /// Gets a page of the records of a type that match.
    public func query(_ query: RecordQuery) async throws -> QueryPage {
        try await answer(query)
    }

    func find(_ plan: QueryPlan) async throws -> QueryFinding {
        try await database.reader.run(.snapshot) { db in
            try plan.run(over: PostgreSQLQueryRows(db: db, account: plan.query.database.account.rawValue))
        }
    }

    /// Makes the index while nobody writes to the database, and has PostgreSQL tidy it at once, as it would by itself within
    /// some minutes: until then it plans as if there were few entries, and looks each one up in the table as well.
    func makeIndex(
        of recordType: String,
        zone: Int64,
        adding names: Set<String>,
        in key: DatabaseKey
    ) async throws {
        try await database.writer.run(.write) { db in
            _ = try DatabaseRow.lock(key, db)
            let rows = PostgreSQLQueryRows(db: db, account: key.account.rawValue)
            let index = PostgreSQLIndex(db: db, account: rows.account, zone: zone, recordType: recordType)
            let wanted = TypeIndex(try rows.fields(of: recordType, in: key.schema) ?? [:], scope: key.scope)
            _ = try index.make(wanted, adding: names, present: index.names())
            try db.flush()
        }
        do {
            try await database.writer.run(.single) { db in
                _ = try db.query("VACUUM (ANALYZE, SKIP_LOCKED) \(db.tables(of: key.account).entry)")
            }
        } catch {
            logger?.warning("The index of a record type was made, and PostgreSQL could not tidy it")
        }
    }
}

/// What a query reads of an account's rows.
private struct PostgreSQLQueryRows: QueryTransaction {
    let db: PostgreSQLTransaction
    let account: Int64

    func zones(of query: RecordQuery) throws -> [ZoneState] {
        switch query.place {
        case .zone(let zone):
            let call = ZoneState.find(zone, in: db.tables(of: account))
            if let state = try db.query([call]).first?.first.map(ZoneState.init), !state.isDeleted {
                return [state]
            }
            if zone.isDefault { return [] }
            throw zone.missing
        case .everywhere(let database):
            return try ZoneState.all(in: database, db).sorted { $0.number < $1.number }
        }
    }

    func fields(of recordType: String, in schema: SchemaKey) throws -> [String: SchemaField]? {
        try db.query([PostgreSQLSchema.fields(of: [recordType], in: schema, db)]).first
            .map(PostgreSQLSchema.fields)?[recordType]
    }

    func indexed(_ recordType: String, in zone: ZoneState) throws -> Set<String>? {
        try index(of: recordType, zone).names()
    }

    func recordCount(of zone: ZoneState) throws -> Int {
        let sql = "SELECT record_count FROM \(db.tables(of: account).zone) WHERE account_id = $1 AND zone_id = $2"
        return Int(try db.query(sql, [.integer(account), .integer(zone.number)]).first?.integer(0) ?? 0)
    }

    func source(of recordType: String, in zone: ZoneState, indexed: Set<String>) -> PostgreSQLIndexSource {
        PostgreSQLIndexSource(index: index(of: recordType, zone), indexed: indexed)
    }

    private func index(of recordType: String, _ zone: ZoneState) -> PostgreSQLIndex {
        PostgreSQLIndex(db: db, account: account, zone: zone.number, recordType: recordType)
    }
}
