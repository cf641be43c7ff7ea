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

    /// An unloaded slot.
    @inlinable
    public init() { self = .unset }

    /// A loaded slot.
    @inlinable
    public init(_ value: Value) { self = .loaded(value) }

    /// Whether a value is there.
    @inlinable public var isLoaded: Bool {
        if case .loaded = self { true } else { false }
    }

    /// The value; a placeholder where none could be loaded.
    @inlinable public var value: Value {
        if case .loaded(let value) = self { return value }
        return _placeholder(for: Value.self)
    }
}

/// The JSON text of a value that nobody read yet.
///
/// An object, so that the slots of relationships, which have none, stay small.
///
/// An implementation detail of the code that `@Model` generates.
public final class _EncodedText {
    let text: String

    init(_ text: String) { self.text = text }
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
