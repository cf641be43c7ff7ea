import Foundation

/// A type whose captured values become something other than a scalar in SQL.
protocol PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { get }
}

extension PredicateConstant {
    /// The SQL form of a captured value; `.opaque` where it has none.
    static func make<Value>(_ value: Value) -> PredicateConstant {
        if let scalar = value as? any _SQLiteValue { return .value(scalar.sqlConstant) }
        if let convertible = value as? any PredicateConstantConvertible { return convertible.predicateConstant }
        if let model = value as? any PersistentModel { return model.persistentModelID.predicateConstant }
        if let raw = value as? any RawRepresentable { return make(rawOf: raw) }
        return .opaque
    }

    private static func make(rawOf value: some RawRepresentable) -> PredicateConstant {
        guard let scalar = value.rawValue as? any _SQLiteValue else { return .opaque }
        return .value(scalar.sqlConstant)
    }

    /// A collection of scalars or of identifiers; opaque where a member is neither.
    static func make(members: some Sequence) -> PredicateConstant {
        var values: [SQLValue] = []
        var keys: [Key] = []
        var containsNil = false
        for member in members {
            switch make(member) {
            case .value(.null): containsNil = true
            // Not a number is equal to nothing.
            case .value(.real(let number)) where number.isNaN: break
            case .value(let value): values.append(value)
            case .key(let key): keys.append(key)
            default: return .opaque
            }
        }
        if keys.isEmpty { return .list(values, containsNil: containsNil) }
        return values.isEmpty ? .keys(keys, containsNil: containsNil) : .opaque
    }

    static func make<Bound>(lower: Bound?, upper: Bound?, isClosed: Bool) -> PredicateConstant {
        var bounds = Bounds(isClosed: isClosed)
        if let lower {
            guard case .value(let value) = make(lower) else { return .opaque }
            bounds.lower = value
        }
        if let upper {
            guard case .value(let value) = make(upper) else { return .opaque }
            bounds.upper = value
        }
        return .range(bounds)
    }
}

extension _SQLiteValue {
    /// As `_sqlValue`, but a number that is not one stays distinct from nil.
    fileprivate var sqlConstant: SQLValue {
        let value = _sqlValue
        guard value == .null else { return value }
        if let optional = self as? any OptionalValue, optional.isNil { return .null }
        return .real(.nan)
    }
}

/// `Optional`, whatever it wraps.
protocol OptionalValue: OptionalType {
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    var isNil: Bool { self == nil }
}

extension Optional: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { map(PredicateConstant.make) ?? .value(.null) }
}

extension PersistentIdentifier: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .key(.init(row: (assigned ?? self)._rowKey, entity: entityName)) }
}

extension Array: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .make(members: self) }
}

extension ArraySlice: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .make(members: self) }
}

extension ContiguousArray: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .make(members: self) }
}

extension Set: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .make(members: self) }
}

extension Dictionary.Keys: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .make(members: self) }
}

extension Dictionary.Values: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .make(members: self) }
}

extension Substring: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .value(.text(String(self))) }
}

extension Character: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .value(.text(String(self))) }
}

extension Range: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .make(lower: lowerBound, upper: upperBound, isClosed: false) }
}

extension ClosedRange: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .make(lower: lowerBound, upper: upperBound, isClosed: true) }
}

extension PartialRangeFrom: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .make(lower: lowerBound, upper: nil, isClosed: false) }
}

extension PartialRangeUpTo: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .make(lower: nil, upper: upperBound, isClosed: false) }
}

extension PartialRangeThrough: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .make(lower: nil, upper: upperBound, isClosed: true) }
}

extension PredicateExpressions.PredicateRegex: PredicateConstantConvertible {
    var predicateConstant: PredicateConstant { .pattern(stringRepresentation) }
}
