// Storage of a model's properties. Each persisted property of a `@Model` class has one slot, a typed stored
// property of the object itself: reading it costs a load, not a dictionary lookup.

/// Holds the value of a scalar property, or nothing while the value has not been loaded.
///
/// An implementation detail of the code that `@Model` generates.
@frozen
public struct _Slot<Value> {
    @usableFromInline var storage: Value?

    /// An unloaded slot.
    @inlinable
    public init() { storage = nil }

    /// A loaded slot.
    @inlinable
    public init(_ value: Value) { storage = .some(value) }

    /// Whether a value is there.
    @inlinable public var isLoaded: Bool { storage != nil }

    /// The value; a placeholder where none could be loaded.
    @inlinable public var value: Value {
        if let storage { return storage }
        return _placeholder(for: Value.self)
    }
}

/// Holds the value of a property that is no scalar: a relationship, an enum, a `Codable` value.
///
/// An implementation detail of the code that `@Model` generates.
@frozen
public enum _LinkSlot<Value> {
    /// Not loaded.
    case unset
    /// The target of a to-one relationship, by key, not yet turned into an object.
    case key(Int64)
    /// A `Codable` value as its JSON text, decoded at the first read.
    case encoded(_EncodedText)
    /// Loaded.
    case loaded(Value)
    /// A `Codable` value that was decoded from its column, or written there.
    case decoded(_DecodedValue<Value>)
    /// A to-many relationship that others changed since it was last read.
    case diverged(_DivergedValue<Value>)

    /// An unloaded slot.
    @inlinable
    public init() { self = .unset }

    /// A loaded slot.
    @inlinable
    public init(_ value: Value) { self = .loaded(value) }

    /// Whether a value is there.
    @inlinable public var isLoaded: Bool {
        switch self {
        case .loaded, .decoded: true
        default: false
        }
    }

    /// The value; a placeholder where none could be loaded.
    @inlinable public var value: Value {
        switch self {
        case .loaded(let value): value
        case .decoded(let decoded): decoded.value
        case .diverged(let diverged): diverged.known
        default: _placeholder(for: Value.self)
        }
    }
}

/// A to-many relationship whose members are others than those that were last read.
///
/// An assignment is compared with the members that were read: what others added since cannot have been removed by it.
/// The slot does not count as loaded, so that the next read leaves the fast path, and both values become one.
///
/// An implementation detail of the code that `@Model` generates.
public final class _DivergedValue<Value> {
    /// What the property was last read as, with the links that this context made and cut since.
    var lastRead: Value
    /// The members as this context knows them.
    @usableFromInline var known: Value
    /// Whether the store may have other members than the known ones.
    var isStale: Bool

    init(lastRead: Value, known: Value, isStale: Bool) {
        self.lastRead = lastRead
        self.known = known
        self.isStale = isStale
    }
}

/// The JSON text of a value that nobody read yet, since the row was read or since others saved.
///
/// An object, so that the slots of relationships, which have none, stay small.
///
/// An implementation detail of the code that `@Model` generates.
public final class _EncodedText {
    let text: String
    /// The column when the property was last read; nil where it had this text, or nobody has read it.
    let lastRead: SQLValue?

    init(_ text: String, lastRead: SQLValue? = nil) {
        self.text = text
        self.lastRead = lastRead
    }
}

/// A `Codable` value with the JSON that its column has.
///
/// Another context's changes are what differs from that text in the row, and not what differs from the value when it is coded
/// once more: an older version of the type may have written it, sets are coded in another order each time, and some values are
/// made anew when they are decoded.
///
/// An implementation detail of the code that `@Model` generates.
public final class _DecodedValue<Value> {
    @usableFromInline let value: Value
    let text: String

    init(_ value: Value, text: String) {
        self.value = value
        self.text = text
    }
}

/// Holds the value of a property whose type its source does not spell out.
///
/// An implementation detail of the code that `@Model` generates.
@frozen
public struct _ErasedSlot {
    @usableFromInline var storage: Any?

    /// An unloaded slot.
    @inlinable
    public init() { storage = nil }

    /// A loaded slot.
    @inlinable
    public init<Value>(_ value: Value) { storage = _LinkSlot<Value>.loaded(value) }

    /// A slot for the property at `keyPath`.
    @inlinable
    public init<Root, Value>(_ keyPath: KeyPath<Root, Value>, _ slot: _LinkSlot<Value>) { storage = slot }

    /// Whether a value is there.
    public var isLoaded: Bool { (storage as? any _LoadableSlot)?.isLoaded ?? false }

    /// The typed slot of the property at `keyPath`.
    @inlinable
    public subscript<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> _LinkSlot<Value> {
        get { storage as? _LinkSlot<Value> ?? .unset }
        set { storage = newValue }
    }
}

/// What every kind of slot can say of itself.
@usableFromInline
protocol _LoadableSlot {
    var isLoaded: Bool { get }
}

extension _LinkSlot: _LoadableSlot {}
extension _Slot: _LoadableSlot {}
