import Foundation

/// Holds the value of a property that is kept through a value transformer; its type need not be `Codable`.
///
/// An implementation detail of the code that `@Model` generates.
@frozen
public enum _TransformedSlot<Value> {
    /// Not loaded.
    case unset
    /// What the transformer made of the value, turned back at the first read.
    case stored(Data)
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

    /// The slot for what stands in a column, or in a snapshot.
    init(stored data: Data?) {
        if let data {
            self = .stored(data)
        } else if let none = Self.none {
            self = .loaded(none)
        } else {
            self = .unset
        }
    }

    /// Nil, where the type has one.
    private static var none: Value? {
        (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
    }
}

extension _ErasedSlot {
    /// A slot for the property at `keyPath`, which is kept through a value transformer.
    @inlinable
    public init<Root, Value>(transformed keyPath: KeyPath<Root, Value>, _ slot: _TransformedSlot<Value>) {
        storage = slot
    }

    /// The typed slot of the property at `keyPath`, which is kept through a value transformer.
    @inlinable
    public subscript<Root, Value>(transformed keyPath: KeyPath<Root, Value>) -> _TransformedSlot<Value> {
        get {
            if let slot = storage as? _TransformedSlot<Value> { return slot }
            // What an initialiser assigned: it knows nothing of the transformer.
            if case .loaded(let value)? = storage as? _LinkSlot<Value> { return .loaded(value) }
            return .unset
        }
        set { storage = newValue }
    }
}

extension _TransformedSlot: _LoadableSlot {}
