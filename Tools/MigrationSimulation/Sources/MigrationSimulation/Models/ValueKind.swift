import Foundation

/// The type of an attribute.
enum ValueKind: String, CaseIterable, Sendable {
    case bool, int8, int16, int32, int64, int, uint8, uint16, uint32, float, double, date
    case string, uuid, data, decimal, url, mood, level, size, words, scores

    /// How its values stand in their column.
    enum Form: Hashable {
        case integer
        case real
        case text
        case blob
        case json
    }

    var form: Form {
        switch self {
        case .bool, .int8, .int16, .int32, .int64, .int, .uint8, .uint16, .uint32, .level: .integer
        case .float, .double, .date: .real
        case .string, .decimal, .url, .mood: .text
        case .uuid, .data: .blob
        case .size, .words, .scores: .json
        }
    }

    /// Whether each of its values is a value of another type, written in the same way, so that it can stay where it is.
    ///
    /// Integers and reals may grow. An enum is stored as its raw value and counts as a value of that type.
    func widens(to other: ValueKind) -> Bool {
        if self == other { return true }
        if form == .json || other.form == .json { return false }
        let (own, wider) = (scalar, other.scalar)
        return own == wider || Self.wider[own]?.contains(wider) == true
    }

    /// The type in the column.
    private var scalar: ValueKind {
        switch self {
        case .mood: .string
        case .level: .int
        default: self
        }
    }

    private static let wider: [ValueKind: Set<ValueKind>] = [
        .bool: [.int8, .int16, .int32, .int64, .int, .uint8, .uint16, .uint32],
        .int8: [.int16, .int32, .int64, .int, .float, .double],
        .int16: [.int32, .int64, .int, .float, .double],
        .int32: [.int64, .int, .double],
        .int64: [.int],
        .int: [.int64],
        .uint8: [.uint16, .uint32, .int16, .int32, .int64, .int, .float, .double],
        .uint16: [.uint32, .int32, .int64, .int, .float, .double],
        .uint32: [.int64, .int, .double],
        .float: [.double],
    ]

    /// What a value becomes when its type grows.
    func widened(_ value: StoredValue, to other: ValueKind) -> StoredValue {
        if case .integer(let number) = value, other.form == .real { return .real(Double(number)) }
        return value
    }

    /// A value of the type; different ones for different numbers, where the type has so many.
    func value(_ number: Int) -> StoredValue {
        switch self {
        case .bool: .integer(Int64(number % 2))
        case .level: .integer(Int64(number % 3))
        case .int8: .integer(Int64(number % 100 - 20))
        case .uint8: .integer(Int64(number % 100))
        case .int16, .uint16: .integer(Int64(number % 20_000))
        case .int32, .int64, .int, .uint32: .integer(Int64(number))
        case .float, .double: .real(Double(number) + 0.5)
        case .date: .real(700_000_000 + Double(number))
        case .string: .text(number % 7 == 0 ? "it's \"\(number)\"" : "word \(number)")
        case .mood: .text(["calm", "glad", "wild"][number % 3])
        case .decimal: .text("\(number).25")
        case .url: .text("https://example.org/\(number)")
        case .uuid: .blob(Data((0..<16).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> ($0 * 8) : $0) }))
        case .data: .blob(Data("data \(number)".utf8))
        case .size: .text("{\"height\":\(number),\"width\":\(number + 1)}")
        case .words: .text("[\"a\(number)\",\"b\"]")
        case .scores: .text("{\"k\":\(number)}")
        }
    }

    /// Whether the column may lack a value that the property must have: reals, since NULL stands for "not a number".
    var isNullable: Bool { form == .real }

    /// Types by which rows can be sorted in the order of what is stored.
    var isSortable: Bool { form == .integer && self != .bool && self != .level || form == .real }
    /// Types that may be told apart by a unique constraint.
    var canBeUnique: Bool { [.int, .int32, .string, .uuid, .date, .url].contains(self) }
}

/// An enum with texts.
enum Mood: String, Codable, CaseIterable { case calm, glad, wild }

/// An enum with numbers.
enum Level: Int, Codable, CaseIterable { case low, middle, high }

/// A value of two numbers.
struct Size: Codable, Hashable {
    var height: Int
    var width: Int
}
