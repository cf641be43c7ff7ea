/// What a node of a `PredicateForm` does.
///
/// The comments name the children.
enum FormOperation: UInt8, Sendable {
    case constant, variable, reference, failure, unsupported
    /// root
    case keyPath
    /// two sides
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case and, or
    case not
    /// test, two branches
    case conditional
    case nilLiteral
    /// optional, transform
    case flatMap
    /// optional, substitute
    case coalesce
    case unwrap
    /// two sides
    case add, subtract, multiply, divideInteger, remainder, divideReal
    case negate
    /// sequence, element
    case contains
    /// sequence, test
    case containsWhere, allSatisfy, filter
    case minimum, maximum
    /// text or collection, part
    case startsWith, containsCollection
    /// bounds
    case range, closedRange
    /// range, element
    case rangeContains
    case typeCheck, conditionalCast, forceCast
    /// text, pattern
    case matches
    /// two texts; `detail` is a `TextFunction`
    case textFunction
    /// input, body
    case inlined
    /// dictionary, key
    case dictionaryValue
}

/// A position in a form: everything after it belongs to the node that began there.
struct FormMark: Hashable, Sendable {
    var nodes: Int
    var constants: Int
}

/// One node of a `PredicateForm`.
struct FormNode {
    var operation: FormOperation
    /// A choice within the operation.
    var detail: UInt8 = 0
    var first: Int32 = -1
    var second: Int32 = -1
    var third: Int32 = -1
    /// The variable that is read or bound.
    var slot: Int32 = -1
    var shape = ConstantShape(kind: .null)
    /// The type of the expression's result.
    var type: Any.Type
    /// The type that a cast asks for.
    var target: Any.Type?
    var keyPath: AnyKeyPath?
    var start: FormMark
    /// One bit for each variable that must be bound to evaluate the node.
    var free: UInt64 = 0

    init(operation: FormOperation, type: Any.Type, start: FormMark) {
        self.operation = operation
        self.type = type
        self.start = start
    }
}

extension FormNode: Equatable {
    /// The same place in the source gives the same key path object, except in generic code: hence the second look.
    static func == (lhs: FormNode, rhs: FormNode) -> Bool {
        lhs.operation == rhs.operation && lhs.detail == rhs.detail && lhs.type == rhs.type
            && lhs.shape == rhs.shape && lhs.first == rhs.first && lhs.second == rhs.second && lhs.third == rhs.third
            && lhs.slot == rhs.slot && lhs.target == rhs.target
            && (lhs.keyPath === rhs.keyPath || lhs.keyPath == rhs.keyPath)
    }

    /// A hash for the shape cache: cheap, and good enough since equality is checked in full.
    ///
    /// Key paths stay out, their hash costs more than all the rest.
    func mix(into hash: inout UInt64) {
        func add(_ value: Int) {
            hash = (hash ^ UInt64(truncatingIfNeeded: value)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
        }
        add(Int(operation.rawValue) | Int(detail) << 8 | Int(shape.kind.rawValue) << 16 | Int(shape.detail) << 24)
        add(Int(first) | Int(second) << 20 | Int(slot) << 40)
        add(ObjectIdentifier(type).hashValueBits)
    }
}

extension ObjectIdentifier {
    fileprivate var hashValueBits: Int { Int(bitPattern: self) }
}
