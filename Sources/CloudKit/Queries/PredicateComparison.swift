import CloudKitWebServices
import Foundation

/// One side of a comparison.
enum PredicateOperand: Hashable, Sendable {
    case key(String)
    case value(FieldValue)
    case list([FieldValue])
    /// The record itself, in full-text search.
    case record
    case distance(String, CLLocation)

    /// What an argument of a format stands for.
    init(argument: Any) throws(CKError) {
        switch argument {
        case let id as CKRecord.ID: self = .value(.reference(CKRecord.Reference(recordID: id, action: .none)))
        case let record as CKRecord:
            self = .value(.reference(CKRecord.Reference(record: record, action: .none)))
        case let ids as [CKRecord.ID]:
            self = .list(ids.map { .reference(CKRecord.Reference(recordID: $0, action: .none)) })
        case let value as any CKRecordValueProtocol:
            guard let field = value._fieldValue?.value else { throw .predicate("no field can hold an argument") }
            if case .list(let values) = field { self = .list(values) } else { self = .value(field) }
        default: throw .predicate("no field can hold a \(type(of: argument))")
        }
    }
}

/// A comparison, as it was written.
struct PredicateComparison {
    let isAny: Bool
    let left: PredicateOperand
    let comparison: String
    let right: PredicateOperand

    /// What the service can be asked.
    func condition() throws(CKError) -> QueryCondition {
        switch (left, right) {
        case (.key(let key), .value(let value)): return try keyAndValue(key, value)
        case (.key(let key), .list(let values)): return try keyAndList(key, values)
        case (.value(let value), .key(let key)): return try valueAndKey(value, key)
        case (.list(let values), .key(let key)) where isAny && comparison == "=":
            return .oneOf(field: key, .in, values)
        case (.record, .value(.string(let words))) where comparison == "CONTAINS":
            return .tokens(field: nil, words)
        case (.distance(let key, let place), .value(let value)): return try near(key, place, value)
        default: throw unsupported
        }
    }

    private var unsupported: CKError {
        .predicate("\(isAny ? "ANY " : "")\(comparison) does not go with these two sides")
    }

    private func keyAndValue(_ key: String, _ value: FieldValue) throws(CKError) -> QueryCondition {
        if isAny {
            switch comparison {
            case "=": return .compare(field: key, .listContains, value)
            case "BEGINSWITH": return .compare(field: key, .listMemberBeginsWith, value)
            default: throw unsupported
            }
        }
        if key == "allTokens", comparison == "TOKENMATCHES", case .string(let words) = value {
            return .tokens(field: nil, words)
        }
        guard let comparator = Self.comparators[comparison] else { throw unsupported }
        return .compare(field: key, comparator, value)
    }

    private static let comparators: [String: WireComparator] = [
        "=": .equals, "!=": .notEquals, "<": .lessThan, "<=": .lessThanOrEquals, ">": .greaterThan,
        ">=": .greaterThanOrEquals, "BEGINSWITH": .beginsWith, "CONTAINS": .listContains,
    ]

    private func keyAndList(_ key: String, _ values: [FieldValue]) throws(CKError) -> QueryCondition {
        switch (comparison, isAny) {
        case ("IN", false): return .oneOf(field: key, .in, values)
        case ("IN", true): return .oneOf(field: key, .listContainsAny, values)
        case ("BETWEEN", false) where values.count == 2:
            return .all([
                .compare(field: key, .greaterThanOrEquals, values[0]),
                .compare(field: key, .lessThanOrEquals, values[1]),
            ])
        case ("=", false): return .compare(field: key, .equals, .list(values))
        default: throw unsupported
        }
    }

    private func valueAndKey(_ value: FieldValue, _ key: String) throws(CKError) -> QueryCondition {
        if comparison == "IN", !isAny { return .compare(field: key, .listContains, value) }
        guard !isAny, let comparator = Self.mirrored[comparison] else { throw unsupported }
        return .compare(field: key, comparator, value)
    }

    private static let mirrored: [String: WireComparator] = [
        "=": .equals, "!=": .notEquals, "<": .greaterThan, "<=": .greaterThanOrEquals, ">": .lessThan,
        ">=": .lessThanOrEquals,
    ]

    private func near(_ key: String, _ place: CLLocation, _ value: FieldValue) throws(CKError) -> QueryCondition {
        guard comparison == "<" || comparison == "<=", let metres = Double(fieldValue: value) else {
            throw .predicate("a distance can only be less than a number of metres")
        }
        return .near(field: key, place, metres: metres)
    }
}
