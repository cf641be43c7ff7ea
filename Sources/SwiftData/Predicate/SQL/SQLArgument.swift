import Foundation

/// How to get the value of one question mark out of the captured values of a predicate.
///
/// Kept with the cached SQL text, so that a predicate of a known shape needs its captured values only.
enum SQLArgument: Sendable {
    /// A value of the translator's own.
    case fixed(SQLValue)
    /// The captured value at this index.
    case value(Int)
    /// One member of a captured collection; past its end the last member again.
    case element(Int, Int)
    /// All members of a captured collection as JSON, to be opened by `json_each`.
    case json(Int)
    /// The row key of a captured identifier, if it is of one of these entities.
    case key(Int, entities: Set<String>)
    case keyElement(Int, Int, entities: Set<String>)
    case keysJSON(Int, entities: Set<String>)
    case lowerBound(Int)
    case upperBound(Int)
    /// The n-th canonically equivalent spelling of a captured text.
    case spelling(Int, Int)
    /// Where the texts begin that could equal a captured text in another spelling.
    case textFloor(Int)
    /// Where they end.
    case textCeiling(Int)

    /// No row has this key.
    private static let noRow = SQLValue.integer(-1)

    func resolve(_ constants: [PredicateConstant]) -> SQLValue {
        switch self {
        case .fixed(let value): return value
        case .value(let index): return constants[index].scalar
        case .element(let index, let position): return Self.member(of: constants[index].elements, position) ?? .null
        case .json(let index): return .text(JSONList.encode(constants[index].elements))
        case .key(let index, let entities):
            guard case .key(let key) = constants[index] else { return Self.noRow }
            return Self.rowKey(key, entities)
        case .keyElement(let index, let position, let entities):
            guard let key = Self.member(of: constants[index].keys, position) else { return Self.noRow }
            return Self.rowKey(key, entities)
        case .keysJSON(let index, let entities):
            return .text(JSONList.encode(constants[index].keys.map { Self.rowKey($0, entities) }))
        case .lowerBound(let index): return constants[index].bounds.lower
        case .upperBound(let index): return constants[index].bounds.upper
        case .spelling(let index, let number): return .text(CanonicalText.spelling(number, of: constants[index].text))
        case .textFloor(let index): return .text(CanonicalText.floor(of: constants[index].text))
        case .textCeiling(let index):
            return CanonicalText.ceiling(of: constants[index].text).map(SQLValue.text) ?? .blob(Data())
        }
    }

    private static func member<Value>(of list: [Value], _ position: Int) -> Value? {
        position < list.count ? list[position] : list.last
    }

    private static func rowKey(_ key: PredicateConstant.Key, _ entities: Set<String>) -> SQLValue {
        guard let row = key.row, entities.contains(key.entity) else { return noRow }
        return .integer(row)
    }
}
