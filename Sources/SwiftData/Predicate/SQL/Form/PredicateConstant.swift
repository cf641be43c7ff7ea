import Foundation

/// A value that a predicate captured, in the form SQLite takes it.
enum PredicateConstant: Sendable {
    /// The row that an identifier or a model instance stands for.
    struct Key: Hashable, Sendable {
        var row: Int64?
        var entity: String
    }

    struct Bounds: Hashable, Sendable {
        var lower: SQLValue = .null
        var upper: SQLValue = .null
        var isClosed = false
    }

    case value(SQLValue)
    /// A collection without its nil members.
    case list([SQLValue], containsNil: Bool)
    case key(Key)
    case keys([Key], containsNil: Bool)
    /// A missing bound is `.null`.
    case range(Bounds)
    /// The text of a regular expression.
    case pattern(String)
    /// No SQL form: only `evaluate` can use it.
    case opaque

    var scalar: SQLValue {
        switch self {
        case .value(let value): value
        case .pattern(let text): .text(text)
        default: .null
        }
    }

    var text: String {
        if case .value(.text(let text)) = self { text } else { "" }
    }

    var elements: [SQLValue] {
        if case .list(let elements, _) = self { elements } else { [] }
    }

    var keys: [Key] {
        if case .keys(let keys, _) = self { keys } else { [] }
    }

    var bounds: Bounds {
        if case .range(let bounds) = self { bounds } else { Bounds() }
    }
}

/// What of a captured value decides about the SQL text; equal shapes share one text.
struct ConstantShape: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
        case null, notANumber, no, yes, number, text, blob, list, key, keys, range, pattern, opaque
    }

    var kind: Kind
    /// Spellings of a text (see `CanonicalText.spellings`), members of a list, form of a range.
    var detail: UInt32 = 0
    var containsNil = false
    /// A list with a text that has several canonically equivalent spellings.
    var isLoose = false

    /// Lists up to this length have a question mark for each member.
    static let exactListLimit = 64
    /// Lists up to this length have question marks for the next power of two; longer ones travel as JSON.
    static let boundListLimit = 1024

    /// The detail of the number -1, by which division can overflow.
    static let minusOne: UInt32 = 1

    /// The number of question marks for a list; nil means JSON.
    var boundCount: Int? {
        detail > Self.boundListLimit ? nil : Int(detail)
    }

    static func bucket(_ count: Int) -> UInt32 {
        guard count > exactListLimit else { return UInt32(count) }
        guard count <= boundListLimit else { return UInt32.max }
        var bound = exactListLimit
        while bound < count { bound *= 2 }
        return UInt32(bound)
    }
}

extension PredicateConstant {
    var shape: ConstantShape {
        switch self {
        case .value(let value): Self.shape(of: value)
        case .list(let elements, let containsNil): Self.shape(of: elements, containsNil: containsNil)
        case .keys(let keys, let containsNil):
            ConstantShape(kind: .keys, detail: ConstantShape.bucket(keys.count), containsNil: containsNil)
        case .key: ConstantShape(kind: .key)
        case .range(let bounds): ConstantShape(kind: .range, detail: Self.form(of: bounds))
        case .pattern: ConstantShape(kind: .pattern)
        case .opaque: ConstantShape(kind: .opaque)
        }
    }

    private static func shape(of value: SQLValue) -> ConstantShape {
        switch value {
        case .null: ConstantShape(kind: .null)
        case .integer(0): ConstantShape(kind: .no)
        case .integer(1): ConstantShape(kind: .yes)
        case .integer(-1): ConstantShape(kind: .number, detail: ConstantShape.minusOne)
        case .integer: ConstantShape(kind: .number)
        case .real(let number): ConstantShape(kind: number.isNaN ? .notANumber : .number)
        case .text(let text): ConstantShape(kind: .text, detail: UInt32(CanonicalText.spellings(of: text)))
        case .blob: ConstantShape(kind: .blob)
        }
    }

    private static func shape(of elements: [SQLValue], containsNil: Bool) -> ConstantShape {
        var shape = ConstantShape(
            kind: .list,
            detail: ConstantShape.bucket(elements.count),
            containsNil: containsNil
        )
        guard case .text = elements.first else { return shape }
        for case .text(let text) in elements where CanonicalText.spellings(of: text) != 1 {
            shape.isLoose = true
        }
        // SQLite's JSON reader ends a text at its first NUL.
        if shape.boundCount == nil, elements.contains(where: { $0.containsNUL }) { shape.kind = .opaque }
        return shape
    }

    private static func form(of bounds: Bounds) -> UInt32 {
        (bounds.lower == .null ? 0 : 1) | (bounds.upper == .null ? 0 : 2) | (bounds.isClosed ? 4 : 0)
    }
}

extension SQLValue {
    fileprivate var containsNUL: Bool {
        if case .text(let text) = self { text.utf8.contains(0) } else { false }
    }
}
