import CloudKitWebServices

/// What a store must be able to say for queries, in one snapshot.
protocol QueryTransaction {
    associatedtype Source: QuerySource
    /// The zones where a query looks, by number.
    ///
    /// - Throws: `ZONE_NOT_FOUND`.
    func zones(of query: RecordQuery) throws -> [ZoneState]
    /// The fields of a record type; nil if there is no such type.
    func fields(of recordType: String, in schema: SchemaKey) throws -> [String: SchemaField]?
    /// The names of what stands in the index of a type in a zone; nil if there is no index.
    func indexed(_ recordType: String, in zone: ZoneState) throws -> Set<String>?
    /// How many records a zone has, of any type.
    func recordCount(of zone: ZoneState) throws -> Int
    /// The records of a type in a zone, and what stands in their index.
    func source(of recordType: String, in zone: ZoneState, indexed: Set<String>) -> Source
}

/// What came of looking for a page.
enum QueryFinding: Sendable {
    case page(QueryPage)
    /// The schema lacks marks.
    case needsMarks([String: FieldMarks])
    /// The index of a zone lacks fields; also what is named here, which none would have by itself.
    case needsIndex(zone: Int64, adding: Set<String>)
}

/// How a query is answered over a store.
struct QueryPlan {
    let query: RecordQuery
    /// Zones with fewer records have no index.
    let few: Int
    let bounds: QueryBounds

    /// Looks for a page.
    func run(over store: some QueryTransaction) throws -> QueryFinding {
        let zones = try store.zones(of: query)
        let (type, database) = (query.query.recordType, query.database)
        guard let fields = try store.fields(of: type, in: database.schema) else {
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
            let names = try store.indexed(type, in: zone)
            if try names.map({ !wanted.isSubset(of: $0) }) ?? (store.recordCount(of: zone) >= few) {
                return .needsIndex(zone: zone.number, adding: [])
            }
            let source = store.source(of: type, in: zone, indexed: names ?? [])
            let search = ZoneSearch(
                query: query,
                matcher: matcher,
                order: order,
                zone: zone,
                source: source,
                bounds: bounds
            )
            do {
                try search.run(into: &collector)
            } catch let missing as MissingSortIndex {
                return .needsIndex(zone: zone.number, adding: [missing.name])
            }
        }
        return .page(collector.page())
    }
}

/// A store that answers queries by the plan.
protocol QueryStore: RecordStore {
    /// Zones with fewer records have no index.
    var few: Int { get }
    /// How much one page looks at.
    var bounds: QueryBounds { get }
    /// Looks for a page in one snapshot.
    func find(_ plan: QueryPlan) async throws -> QueryFinding
    /// Makes the index of a type in a zone whole.
    func makeIndex(of recordType: String, zone: Int64, adding names: Set<String>, in database: DatabaseKey) async throws
}

extension QueryStore {
    /// Gets a page of the records of a type that match.
    ///
    /// Large zones have an index; a page judges a bounded number of records, and may be short therefore. What the
    /// schema or the index lacks for the query is made first.
    func answer(_ query: RecordQuery) async throws -> QueryPage {
        let (database, type) = (query.database, query.query.recordType)
        let plan = QueryPlan(query: query, few: few, bounds: bounds)
        while true {
            switch try await find(plan) {
            case .page(let page): return page
            case .needsMarks(let marks):
                let schema = database.schema
                if schema.environment == .production, let refusal = QueryMarks.refusal(marks) { throw refusal }
                try await changeSchema(of: schema) { QueryMarks.adding(marks, to: type, in: $0) }
            case .needsIndex(let zone, let names):
                try await makeIndex(of: type, zone: zone, adding: names, in: database)
            }
        }
    }
}
