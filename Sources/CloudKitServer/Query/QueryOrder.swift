import CloudKitWebServices

/// The order of a query's result: by its criteria, then by zone and name, so that a page ends somewhere definite.
struct QueryOrder: Sendable {
    private struct Criterion: Sendable {
        let field: QueriedField
        let isAscending: Bool
        let place: WireLocation?
    }

    /// A record with what it is sorted by.
    struct Entry: Sendable {
        let position: QueryPosition
        let zone: String
        let record: StoredRecord
    }

    private let criteria: [Criterion]

    init(_ sorts: [WireSort], recordType: String, fieldTypes: [String: String]) throws(WireError) {
        var criteria: [Criterion] = []
        for sort in sorts {
            let field = try QueriedField(sort.fieldName, sort.systemFieldName, recordType, fieldTypes)
            criteria.append(
                Criterion(field: field, isAscending: sort.ascending ?? true, place: try Self.place(of: sort))
            )
        }
        self.criteria = criteria
    }

    private static func place(of sort: WireSort) throws(WireError) -> WireLocation? {
        guard let given = sort.relativeLocation else { return nil }
        guard case .location(let place) = given.interpreted(as: .location) else {
            throw WireError(.badRequest, reason: ErrorReason.invalidValue(expected: .location))
        }
        return place
    }

    /// Whether only zone and name decide, which is how stores keep records.
    var isByName: Bool {
        criteria.isEmpty
    }

    func entry(_ record: StoredRecord, _ fields: WireFields, zone: ZoneState) -> Entry {
        let keys = criteria.map { criterion -> WireValue? in
            let value = criterion.field.value(in: record, fields)
            guard let place = criterion.place else { return value }
            return value.flatMap { ValueOrder.distance($0, place) }.map(WireValue.double)
        }
        return Entry(
            position: QueryPosition(keys: keys, zone: zone.number, name: record.name),
            zone: zone.name,
            record: record
        )
    }

    /// Whether a position comes before another; records without a value come first when ascending.
    func precedes(_ left: QueryPosition, _ right: QueryPosition) -> Bool {
        for (criterion, (leftKey, rightKey)) in zip(criteria, zip(left.keys, right.keys)) {
            let order = Self.compare(leftKey, rightKey)
            if order != 0 { return (order < 0) == criterion.isAscending }
        }
        if left.zone != right.zone { return left.zone < right.zone }
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }

    private static func compare(_ left: WireValue?, _ right: WireValue?) -> Int {
        switch (left, right) {
        case (nil, nil): 0
        case (nil, _): -1
        case (_, nil): 1
        case (let left?, let right?): ValueOrder.compare(left, right) ?? 0
        }
    }
}

/// Collects the first records of a result in its order, and no more of them than a page needs.
struct PageCollector {
    private let order: QueryOrder
    private let query: RecordQuery
    private var entries: [QueryOrder.Entry] = []

    init(_ query: RecordQuery, order: QueryOrder) {
        self.query = query
        self.order = order
    }

    /// Whether the page is full, and what comes later in the store's order cannot get into it.
    var isComplete: Bool {
        order.isByName && entries.count > query.limit
    }

    mutating func add(_ entry: QueryOrder.Entry) {
        if let position = query.position, !order.precedes(position, entry.position) { return }
        entries.append(entry)
        if entries.count >= 4 * (query.limit + 1) { trim() }
    }

    private mutating func trim() {
        entries.sort { order.precedes($0.position, $1.position) }
        entries.removeLast(max(0, entries.count - query.limit - 1))
    }

    mutating func page() -> QueryPage {
        trim()
        let page = entries.prefix(query.limit)
        let next = entries.count > query.limit ? page.last?.position : nil
        return QueryPage(records: page.map { ($0.zone, $0.record) }, next: next)
    }
}
