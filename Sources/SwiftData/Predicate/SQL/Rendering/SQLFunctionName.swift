/// The functions and collations that `DatabaseFunctions` registers, as predicates and sort orders call them.
enum SQLFunctionName {
    /// Text order and equality as Swift's `String` has them.
    static let swiftCollation = "SWIFT"
    static let localizedCollation = "LOCALIZED_STANDARD"
    static let decimalCollation = "DECIMAL"

    static func equal(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { "swift_equal(\(lhs), \(rhs))" }
    static func contains(_ text: SQLFragment, _ part: SQLFragment) -> SQLFragment { "swift_contains(\(text), \(part))" }
    static func startsWith(_ text: SQLFragment, _ part: SQLFragment) -> SQLFragment {
        "swift_starts_with(\(text), \(part))"
    }
    static func characterCount(_ text: SQLFragment) -> SQLFragment { "swift_count(\(text))" }
    static func matches(_ text: SQLFragment, _ pattern: SQLFragment) -> SQLFragment {
        "swift_matches(\(text), \(pattern))"
    }
    static func integer(_ operation: String, _ lhs: SQLFragment, _ rhs: SQLFragment, code: Int) -> SQLFragment {
        "swift_integer('\(text: operation)', \(lhs), \(rhs), \(text: code))"
    }
    static func real(_ operation: String, _ lhs: SQLFragment, _ rhs: SQLFragment, isSingle: Bool) -> SQLFragment {
        "swift_real('\(text: operation)', \(lhs), \(rhs), \(text: isSingle ? 1 : 0))"
    }
    static func realFromBits(_ bits: SQLFragment) -> SQLFragment { "swift_real_from_bits(\(bits))" }
    static func realFromText(_ text: SQLFragment) -> SQLFragment { "swift_real_from_text(\(text))" }
    static func unhex(_ text: SQLFragment) -> SQLFragment { "swift_unhex(\(text))" }
    static func uuidText(_ blob: SQLFragment) -> SQLFragment { "swift_uuid_text(\(blob))" }
    static func uuidFromText(_ text: SQLFragment) -> SQLFragment { "swift_uuid_from_text(\(text))" }
    /// One of `TextFunction`.
    static func text(_ function: TextFunction, _ operands: [SQLFragment]) -> SQLFragment {
        "\(text: function.sqlName)(\(SQLFragment(joining: operands, separator: ", ")))"
    }
}

/// The text functions that predicates know beyond Foundation's own nodes.
enum TextFunction: UInt8, CaseIterable, Sendable {
    case localizedStandardContains, localizedCaseInsensitiveContains
    case caseInsensitiveCompare, localizedCompare, localizedCaseInsensitiveCompare, localizedStandardCompare
    case hasSuffix
    case lowercased, uppercased

    var sqlName: String {
        switch self {
        case .localizedStandardContains: "localized_standard_contains"
        case .localizedCaseInsensitiveContains: "localized_case_insensitive_contains"
        case .caseInsensitiveCompare: "swift_case_insensitive_compare"
        case .localizedCompare: "localized_compare"
        case .localizedCaseInsensitiveCompare: "localized_case_insensitive_compare"
        case .localizedStandardCompare: "localized_standard_compare"
        case .hasSuffix: "swift_has_suffix"
        case .lowercased: "swift_lowercased"
        case .uppercased: "swift_uppercased"
        }
    }

    var operandCount: Int {
        switch self {
        case .lowercased, .uppercased: 1
        default: 2
        }
    }

    var result: ValueKind {
        switch self {
        case .localizedStandardContains, .localizedCaseInsensitiveContains, .hasSuffix: .bool
        case .lowercased, .uppercased: .text
        default: .raw(.integer(.int64))
        }
    }
}
