import CloudKitWebServices

/// The order of a query's result: by its criteria, then by zone and name, so that a page ends somewhere definite.
struct QueryOrder: Sendable {
    private struct Criterion: Sendable {
        let field: QueriedField
        let isAscending: Bool
        let place: WireLocation?
        let hasNoOrder: Bool
        let isNumber: Bool
        let isPlace: Bool
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
            let type = field.type(fieldTypes)
            criteria.append(
                Criterion(
                    field: field,
                    isAscending: sort.ascending ?? true,
                    place: try Self.place(of: sort),
                    // Lists have no order, and places only by their distance.
                    hasNoOrder: type == nil || type == .location || type?.isList == true,
                    isNumber: type == .int64 || type == .double || type == .timestamp,
                    isPlace: type == .location
                )
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

    /// How the index of the first field gives the records in this order, or those with the same first value together;
    /// nil if it cannot.
    var fieldWalk: IndexWalk? {
        guard let first = criteria.first, first.place == nil, !first.hasNoOrder, let name = first.field.indexName else {
            return nil
        }
        return IndexWalk(field: name, isDescending: !first.isAscending, isWhole: criteria.count == 1)
    }

    /// How an index of its own gives the records in this order; nil if none can, as for an order by distance.
    var sortWalk: IndexWalk? {
        guard let first = criteria.first, let name = first.field.indexName, criteria.allSatisfy({ $0.place == nil })
        else { return nil }
        return IndexWalk(
            field: name,
            isDescending: !first.isAscending,
            isWhole: true,
            sort: SortIndex(criteria.map { ($0.field, $0.isAscending) }),
            isNumber: first.isNumber
        )
    }

    /// How an index of its own gives in this order the records that have one value in a field; nil if none can.
    func walk(under equality: (field: QueriedField, value: WireValue)) -> IndexWalk? {
        guard let walk = sortWalk, let field = equality.field.indexName,
            !criteria.contains(where: { $0.field == equality.field }),
            let prefix = SortIndex.prefix(of: equality.value)
        else { return nil }
        return IndexWalk(
            field: walk.field,
            isDescending: walk.isDescending,
            isWhole: true,
            sort: SortIndex(criteria.map { ($0.field, $0.isAscending) }, under: equality.field),
            isNumber: walk.isNumber,
            fixed: IndexWalk.Fixed(field: field, value: equality.value, prefix: prefix)
        )
    }

    /// How the index of places gives the records by their distance; nil for another order.
    var nearest: (field: String, place: WireLocation, isFarthestFirst: Bool, isWhole: Bool)? {
        guard let first = criteria.first, first.isPlace, let place = first.place, let name = first.field.indexName
        else {
            return nil
        }
        return (name, place, !first.isAscending, criteria.count == 1)
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
