import CloudKitWebServices

/// One condition of a query, checked and ready to be asked.
struct Condition: Sendable {
    private let field: QueriedField?
    private let test: Test
    private let isNegated: Bool

    /// What must hold for the value; its negation is said elsewhere.
    private enum Test: Sendable {
        case ordered(ValueRelation, WireValue)
        case oneOf(ValueSet)
        case begins(String)
        case near(WireLocation, metres: Double)
        case tokens(Set<String>, all: Bool)
        case listHas(ValueSet, all: Bool)
        case memberBegins(String)
    }

    init(_ filter: WireFilter, _ recordType: String, _ types: [String: String]) throws(WireError) {
        let comparator = filter.comparator
        isNegated = comparator.rawValue.hasPrefix("NOT_")
        let isForWords = comparator == .containsAllTokens || comparator == .containsAnyTokens
        if isForWords, filter.fieldName == nil, filter.systemFieldName == nil {
            field = nil
        } else {
            field = try QueriedField(filter.fieldName, filter.systemFieldName, recordType, types)
        }
        guard let value = filter.fieldValue else { throw Self.unexpected }
        test = try Self.test(comparator, value, field?.type(types), filter.distance)
    }

    private static let unexpected = WireError(.badRequest, reason: ErrorReason.unexpectedInput)

    func holds(for record: StoredRecord, _ fields: WireFields) -> Bool {
        holds(record, fields) != isNegated
    }

    private func holds(_ record: StoredRecord, _ fields: WireFields) -> Bool {
        guard let field else { return wordsHold(in: fields.map(\.field.value)) }
        guard let value = field.value(in: record, fields) else { return false }
        switch test {
        case .ordered(let relation, let other): return ValueOrder.compare(value, other).map(relation.holds) ?? false
        case .oneOf(let others): return others.contains(value)
        case .begins(let prefix): return ValueOrder.begins(value, with: prefix)
        case .near(let place, let metres): return ValueOrder.distance(value, place).map { $0 <= metres } ?? false
        case .tokens: return wordsHold(in: [value])
        case .listHas(let wanted, let all):
            // For a single value, all of them is the same as any of them.
            guard all, wanted.values.count != 1 else { return value.elements.contains(where: wanted.contains) }
            let elements = ValueSet(value.elements)
            return wanted.values.allSatisfy(elements.contains)
        case .memberBegins(let prefix): return value.elements.contains { ValueOrder.begins($0, with: prefix) }
        }
    }

    private func wordsHold(in values: [WireValue]) -> Bool {
        guard case .tokens(let wanted, let all) = test else { return false }
        let words = values.reduce(into: Set<String>()) { words, value in
            for text in value.texts { words.formUnion(Words.of(text)) }
        }
        return all ? wanted.isSubset(of: words) : !wanted.isDisjoint(with: words)
    }
}

// MARK: - Looking it up

extension Condition {
    /// Where in an index all records stand for which the condition holds.
    struct Search: Sendable {
        /// The field, as an index names it.
        let field: String
        /// The keys; none if nothing can match.
        let ranges: [KeyRange]

        /// Whether under each key names stand in order.
        var isOfSingleKeys: Bool {
            ranges.allSatisfy { $0.onlyKey != nil }
        }
    }

    /// Keys that are looked up one by one for one condition; for more of them the records are read in order instead.
    private static let keyLimit = 64

    /// Where to look; nil if no index helps.
    var search: Search? {
        guard !isNegated, let name = field?.indexName, names == nil, let ranges else { return nil }
        return Search(field: name, ranges: ranges)
    }

    private var ranges: [KeyRange]? {
        switch test {
        case .ordered(let relation, let value): IndexKey.range(relation, value).map { [$0] }
        case .oneOf(let set): Self.keys(of: set.values)
        case .begins(let prefix), .memberBegins(let prefix): [IndexKey.range(beginning: prefix)]
        case .near(let place, let metres): [IndexKey.range(around: place, metres: metres)]
        case .tokens: nil
        case .listHas(let set, let all):
            all ? set.values.first.flatMap { Self.keys(of: [$0]) } : Self.keys(of: set.values)
        }
    }

    private static func keys(of values: [WireValue]) -> [KeyRange]? {
        let ranges = values.compactMap(IndexKey.equal(to:))
        guard ranges.count == values.count, ranges.count <= keyLimit else { return nil }
        return Array(Set(ranges))
    }

    /// The only records that can match, where the condition names them.
    var names: [String]? {
        guard field == .system(.recordName), !isNegated else { return nil }
        let values: [WireValue]
        switch test {
        case .ordered(.equal, let value): values = [value]
        case .oneOf(let several): values = several.values
        default: return nil
        }
        return values.compactMap { if case .reference(let reference) = $0 { reference.recordName } else { nil } }
    }
}

// MARK: - Checking

extension Condition {
    private static func test(
        _ comparator: WireComparator,
        _ value: WireField,
        _ type: WireFieldType?,
        _ distance: Double?
    ) throws(WireError) -> Test {
        switch comparator {
        case .equals, .notEquals: .ordered(.equal, try scalar(value, type))
        case .lessThan: .ordered(.less, try comparable(value, type))
        case .lessThanOrEquals: .ordered(.lessOrEqual, try comparable(value, type))
        case .greaterThan: .ordered(.greater, try comparable(value, type))
        case .greaterThanOrEquals: .ordered(.greaterOrEqual, try comparable(value, type))
        case .in, .notIn: .oneOf(ValueSet(try list(value, of: type, mustBeTagged: true)))
        case .beginsWith, .notBeginsWith: .begins(try text(value, type, for: .string))
        case .near: .near(try place(value, type), metres: try metres(distance))
        case .containsAllTokens: .tokens(Set(Words.of(try text(value))), all: true)
        case .containsAnyTokens: .tokens(Set(Words.of(try text(value))), all: false)
        case .listContains, .notListContains: .listHas(ValueSet([try scalar(value, type?.element)]), all: true)
        case .listContainsAny, .notListContainsAny: .listHas(ValueSet(try list(value, of: type?.element)), all: false)
        case .listContainsAll, .notListContainsAll: .listHas(ValueSet(try list(value, of: type?.element)), all: true)
        case .listMemberBeginsWith, .notListMemberBeginsWith:
            .memberBegins(try text(value, type, for: .stringList))
        default: throw WireError(.badRequest, reason: "there is no comparator \(comparator.rawValue)")
        }
    }

    private static func scalar(_ value: WireField, _ type: WireFieldType?) throws(WireError) -> WireValue {
        guard let type, !type.isList else { throw unexpected }
        guard let fitted = value.interpreted(as: type), !fitted.isNull else {
            throw WireError(.badRequest, reason: ErrorReason.invalidValue(expected: type))
        }
        if case .mismatched = fitted { throw WireError(.badRequest, reason: ErrorReason.invalidValue(expected: type)) }
        return fitted
    }

    private static func comparable(_ value: WireField, _ type: WireFieldType?) throws(WireError) -> WireValue {
        guard let type, [.string, .int64, .double, .timestamp].contains(type) else {
            throw WireError(.badRequest, reason: "the field's values have no order")
        }
        return try scalar(value, type)
    }

    private static func list(
        _ value: WireField,
        of type: WireFieldType?,
        mustBeTagged: Bool = false
    ) throws(WireError) -> [WireValue] {
        guard let type, let list = type.list else { throw unexpected }
        guard !mustBeTagged || value.isTagged, let fitted = value.interpreted(as: list), !fitted.isNull else {
            throw WireError(.badRequest, reason: ErrorReason.invalidValue(expected: list))
        }
        if case .mismatched = fitted { throw WireError(.badRequest, reason: ErrorReason.invalidValue(expected: list)) }
        let elements = fitted.elements
        guard elements.count <= ServiceLimits.valuesPerFilter else {
            throw WireError(
                .badRequest,
                reason: "a filter compares with at most \(ServiceLimits.valuesPerFilter) values"
            )
        }
        return elements
    }

    private static func text(
        _ value: WireField,
        _ type: WireFieldType?,
        for wanted: WireFieldType
    ) throws(WireError) -> String {
        guard type == wanted else { throw WireError(.badRequest, reason: "the field does not hold text") }
        return try text(value)
    }

    private static func text(_ value: WireField) throws(WireError) -> String {
        guard case .string(let text) = value.value else {
            throw WireError(.badRequest, reason: ErrorReason.invalidValue(expected: .string))
        }
        return text
    }

    private static func place(_ value: WireField, _ type: WireFieldType?) throws(WireError) -> WireLocation {
        guard type == .location, case .location(let place) = try scalar(value, .location) else { throw unexpected }
        return place
    }

    private static func metres(_ distance: Double?) throws(WireError) -> Double {
        guard let distance, distance.isFinite, distance >= 0 else { throw unexpected }
        return distance
    }
}
