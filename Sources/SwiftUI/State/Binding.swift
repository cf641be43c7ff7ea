/// Where a binding of whatever type reads and writes.
protocol AnyLocation: AnyObject {
    func isSamePlace(as other: any AnyLocation) -> Bool
}

/// Where a binding reads and writes.
class Location<Value>: AnyLocation, @unchecked Sendable {
    func get() -> Value { preconditionFailure("A location without a value.") }
    func set(_ value: Value, _ transaction: Transaction) {}
    /// Whether the other leads to the same place.
    func isSame(as other: Location<Value>) -> Bool { self === other }
    func isSamePlace(as other: any AnyLocation) -> Bool { (other as? Location<Value>).map(isSame) ?? false }
}

/// A value that never changes.
final class ConstantLocation<Value>: Location<Value>, @unchecked Sendable {
    private let value: Value
    init(_ value: Value) { self.value = value }
    override func get() -> Value { value }
    override func isSame(as other: Location<Value>) -> Bool {
        (other as? ConstantLocation<Value>).map { areSameValues($0.value, value) } ?? false
    }
}

/// A value behind functions.
final class FunctionLocation<Value>: Location<Value>, @unchecked Sendable {
    private let getter: () -> Value
    private let setter: (Value, Transaction) -> Void
    init(_ getter: @escaping () -> Value, _ setter: @escaping (Value, Transaction) -> Void) {
        self.getter = getter
        self.setter = setter
    }
    override func get() -> Value { getter() }
    override func set(_ value: Value, _ transaction: Transaction) { setter(value, transaction) }
}

/// A part of a value elsewhere.
final class PartLocation<Whole, Value>: Location<Value>, @unchecked Sendable {
    private let whole: Location<Whole>
    private let keyPath: WritableKeyPath<Whole, Value>
    init(_ whole: Location<Whole>, _ keyPath: WritableKeyPath<Whole, Value>) {
        self.whole = whole
        self.keyPath = keyPath
    }
    override func get() -> Value { whole.get()[keyPath: keyPath] }
    override func set(_ value: Value, _ transaction: Transaction) {
        var all = whole.get()
        all[keyPath: keyPath] = value
        // A property of an object is set by the line above; there is nothing to write back then.
        if !(keyPath is ReferenceWritableKeyPath<Whole, Value>) { whole.set(all, transaction) }
    }
    override func isSame(as other: Location<Value>) -> Bool {
        guard let other = other as? PartLocation<Whole, Value> else { return false }
        return keyPath == other.keyPath && whole.isSame(as: other.whole)
    }
}

/// A property of an object.
final class ObjectLocation<Object, Value>: Location<Value>, @unchecked Sendable {
    private let object: Object
    private let keyPath: ReferenceWritableKeyPath<Object, Value>
    init(_ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>) {
        self.object = object
        self.keyPath = keyPath
    }
    override func get() -> Value { object[keyPath: keyPath] }
    override func set(_ value: Value, _ transaction: Transaction) { object[keyPath: keyPath] = value }
    override func isSame(as other: Location<Value>) -> Bool {
        guard let other = other as? ObjectLocation<Object, Value> else { return false }
        return keyPath == other.keyPath && areSameValues(object, other.object)
    }
}

/// A way to read and write a value that somebody else owns.
///
/// Source: Apple's `Binding`.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    let location: Location<Value>
    /// How a change through the binding is to be shown; it has no effect in a browser.
    public var transaction = Transaction()

    init(location: Location<Value>) { self.location = location }

    /// A binding that reads and writes by functions.
    @preconcurrency
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        location = FunctionLocation(get) { value, _ in set(value) }
    }

    /// A binding that reads and writes by functions, the second one told how the change is to be shown.
    @preconcurrency
    public init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
        location = FunctionLocation(get, set)
    }

    /// The same binding.
    public init(projectedValue: Binding<Value>) { self = projectedValue }

    /// A binding that always gives the same value and ignores what is written.
    public static func constant(_ value: Value) -> Binding<Value> { Binding(location: ConstantLocation(value)) }

    /// The value.
    public var wrappedValue: Value {
        get { location.get() }
        nonmutating set { location.set(newValue, transaction) }
    }

    /// The binding itself.
    public var projectedValue: Binding<Value> { self }

    /// A binding to a part of the value.
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(location: PartLocation(location, keyPath))
    }

    /// The same binding with another transaction.
    public func transaction(_ transaction: Transaction) -> Binding<Value> {
        var copy = self
        copy.transaction = transaction
        return copy
    }

    /// The same binding: changes are shown at once.
    public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

extension Binding: GraphProperty {
    mutating func install(_ slot: PropertySlot) {}
    func isSame(as other: Binding<Value>) -> Bool { location.isSame(as: other.location) }
}

extension Binding {
    /// An optional binding to a value that is there.
    public init<V>(_ base: Binding<V>) where Value == V? {
        self.init(get: { base.wrappedValue }, set: { if let value = $0 { base.wrappedValue = value } })
    }

    /// A binding to the value of an optional binding; nil where there is none now.
    public init?(_ base: Binding<Value?>) {
        guard let first = base.wrappedValue else { return nil }
        self.init(get: { base.wrappedValue ?? first }, set: { base.wrappedValue = $0 })
    }

    /// A binding to the same value as a key of a dictionary or set.
    public init<V: Hashable>(_ base: Binding<V>) where Value == AnyHashable {
        self.init(
            get: { AnyHashable(base.wrappedValue) },
            set: { if let value = $0.base as? V { base.wrappedValue = value } }
        )
    }
}

extension Binding: Identifiable where Value: Identifiable {
    /// The identity of the value.
    public var id: Value.ID { wrappedValue.id }
}

extension Binding: Sequence where Value: MutableCollection {
    /// Bindings to the elements.
    public typealias Element = Binding<Value.Element>
    /// An iterator over bindings to the elements.
    public typealias Iterator = IndexingIterator<Binding<Value>>
}

extension Binding: Collection where Value: MutableCollection {
    /// A position of the collection.
    public typealias Index = Value.Index
    /// The positions of the collection.
    public typealias Indices = Value.Indices
    /// The first position.
    public var startIndex: Value.Index { wrappedValue.startIndex }
    /// The position after the last.
    public var endIndex: Value.Index { wrappedValue.endIndex }
    /// The positions.
    public var indices: Value.Indices { wrappedValue.indices }
    /// The position after another.
    public func index(after position: Value.Index) -> Value.Index { wrappedValue.index(after: position) }
    /// A binding to an element.
    ///
    /// One that is gone in the meantime gives the value that it had, and takes none.
    public subscript(position: Value.Index) -> Binding<Value.Element> {
        let known = wrappedValue[position]
        func isThere(_ value: Value) -> Bool { position >= value.startIndex && position < value.endIndex }
        return Binding<Value.Element>(
            get: {
                let value = wrappedValue
                return isThere(value) ? value[position] : known
            },
            set: { newValue in
                var value = wrappedValue
                guard isThere(value) else { return }
                value[position] = newValue
                wrappedValue = value
            }
        )
    }
}

extension Binding: BidirectionalCollection where Value: BidirectionalCollection, Value: MutableCollection {
    /// The position before another.
    public func index(before position: Value.Index) -> Value.Index { wrappedValue.index(before: position) }
}

extension Binding: RandomAccessCollection where Value: MutableCollection, Value: RandomAccessCollection {}
