import CloudKitWebServices

/// One condition of a query, checked and ready to be asked.
struct Condition: Sendable {
    let field: QueriedField?
    let test: Test
    let isNegated: Bool

    /// What must hold for the value; its negation is said elsewhere.
    enum Test: Sendable {
        case ordered(ValueRelation, WireValue)
        case oneOf(ValueSet)
        case begins(String)
        case near(WireLocation, metres: Double)
        case tokens(WordSearch)
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
        guard let field else { return wordsHold(in: fields.lazy.map(\.field.value)) }
        guard let value = field.value(in: record, fields) else { return false }
        switch test {
        case .ordered(let relation, let other): return ValueOrder.compare(value, other).map(relation.holds) ?? false
        case .oneOf(let others): return others.contains(value)
        case .begins(let prefix): return ValueOrder.begins(value, with: prefix)
        case .near(let place, let metres): return ValueOrder.distance(value, place).map { $0 <= metres } ?? false
        case .tokens: return wordsHold(in: CollectionOfOne(value))
        case .listHas(let wanted, let all):
            // For a single value, all of them is the same as any of them.
            guard all, wanted.values.count != 1 else { return value.elements.contains(where: wanted.contains) }
            let elements = ValueSet(value.elements)
            return wanted.values.allSatisfy(elements.contains)
        case .memberBegins(let prefix): return value.elements.contains { ValueOrder.begins($0, with: prefix) }
        }
    }

    private func wordsHold(in values: some Sequence<WireValue>) -> Bool {
        if case .tokens(let words) = test { words.holds(in: values) } else { false }
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
        case .containsAllTokens: .tokens(WordSearch(try text(value), all: true))
        case .containsAnyTokens: .tokens(WordSearch(try text(value), all: false))
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
