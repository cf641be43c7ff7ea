import CloudKitWebServices
import GRDB

extension SQLiteRecordStore: QueryStore {
    /// Gets a page of the records of a type that match.
    public func query(_ query: RecordQuery) async throws -> QueryPage {
        try await answer(query)
    }

    func find(_ plan: QueryPlan) async throws -> QueryFinding {
        try await file.read { db in
            try plan.run(over: QueryRows(db: db, account: plan.query.database.account.rawValue))
        }
    }

    func makeIndex(
        of recordType: String,
        zone: Int64,
        adding names: Set<String>,
        in database: DatabaseKey
    ) async throws {
        try await file.write { [few] db in
            let rows = IndexRows(db: db, account: database.account.rawValue, zone: zone, recordType: recordType)
            let fields = try SchemaRows(database: database).fields(of: recordType, db) ?? [:]
            _ = try rows.make(TypeIndex(fields, scope: database.scope), adding: names, few: few, isAsked: true)
        }
    }
}

/// What a query reads of an account's rows.
private struct QueryRows: QueryTransaction {
    let db: Database
    let account: Int64

    func zones(of query: RecordQuery) throws -> [ZoneState] {
        switch query.place {
        case .zone(let zone):
            if let (_, state) = try SQLiteRecordStore.find(zone, db) { return [state] }
            if zone.isDefault { return [] }
            throw zone.missing
        case .everywhere(let database):
            guard let row = try DatabaseRow.find(database, in: db) else { return [] }
            return try ZoneState.all(in: row, db).sorted { $0.number < $1.number }
        }
    }

    func fields(of recordType: String, in schema: SchemaKey) throws -> [String: SchemaField]? {
        try SchemaRows(schema).fields(of: recordType, db)
    }

    func indexed(_ recordType: String, in zone: ZoneState) throws -> Set<String>? {
        try rows(of: recordType, zone).names()
    }

    func recordCount(of zone: ZoneState) throws -> Int {
        try rows(of: "", zone).zoneRecords()
    }

    func source(of recordType: String, in zone: ZoneState, indexed: Set<String>) -> IndexSource {
        IndexSource(rows: rows(of: recordType, zone), indexed: indexed)
    }

    private func rows(of recordType: String, _ zone: ZoneState) -> IndexRows {
        IndexRows(db: db, account: account, zone: zone.number, recordType: recordType)
    }
}
