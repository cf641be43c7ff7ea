import Foundation
import Observation

/// A value that belongs to a place in the view tree and outlives the views that show it.
///
/// Readers hear of changes by the Observation library, after the change: a reader on another thread must not find the
/// value of before. May be read and set from any thread.
final class StateBox<Value>: Location<Value>, Observable, VersionedValue, @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value
    private var changes = 0
    private let registrar = ObservationRegistrar()
    var onChange: ((Value) -> Void)?

    init(_ value: Value) { stored = value }

    var value: Value {
        get {
            registrar.access(self, keyPath: \.value)
            ReadLog.record(self)
            return lock.withLock { stored }
        }
        set {
            guard !areEquatablyEqual(lock.withLock { stored }, newValue) else { return }
            lock.withLock {
                stored = newValue
                changes += 1
            }
            registrar.withMutation(of: self, keyPath: \.value) {}
            onChange?(newValue)
        }
    }

    var version: Int { lock.withLock { changes } }

    /// The value, without becoming a reader.
    var peek: Value { lock.withLock { stored } }

    override func get() -> Value { value }
    override func set(_ value: Value, _ transaction: Transaction) { self.value = value }
}

private func areEquatablyEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    guard let left = left as? any Equatable else { return false }
    // Objects that count as equal may still be different ones.
    if type(of: left) is AnyClass { return (left as AnyObject) === (right as AnyObject) }
    return isEqual(left, right)
}

private func isEqual<E: Equatable>(_ left: E, _ right: Any) -> Bool { (right as? E).map { $0 == left } ?? false }

/// A value that a view owns.
///
/// It lives as long as the view stands at its place. Setting it has an effect from the moment on that the view is shown.
/// Source: Apple's `State`.
@propertyWrapper
public struct State<Value> {
    private let initial: Value
    private var box: StateBox<Value>?

    /// A value that the view begins with.
    public init(wrappedValue value: Value) { initial = value }
    /// A value that the view begins with.
    public init(initialValue value: Value) { initial = value }

    /// The value.
    public var wrappedValue: Value {
        get { box?.value ?? initial }
        nonmutating set { box?.value = newValue }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> { Binding(location: box ?? ConstantLocation(initial)) }
}

extension State where Value: ExpressibleByNilLiteral {
    /// State that begins as nil.
    public init() { self.init(wrappedValue: nil) }
}

extension State: @unchecked Sendable where Value: Sendable {}

extension State: GraphProperty {
    mutating func install(_ slot: PropertySlot) {
        let first = initial
        box = slot.box { StateBox(first) }
    }

    func isSame(as other: State<Value>) -> Bool { true }
}

/// Bindings to the properties of an observable object.
///
/// Source: Apple's `Bindable`.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
    /// The object.
    public var wrappedValue: Value

    /// Bindings to the properties of an object.
    public init(wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }
    /// Bindings to the properties of an object.
    public init(_ wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }
    /// The same bindings.
    public init(projectedValue: Bindable<Value>) where Value: AnyObject & Observable { self = projectedValue }

    /// The wrapper itself, for bindings by `$`.
    public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject & Observable {
    /// A binding to a property.
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding(location: ObjectLocation(wrappedValue, keyPath))
    }
}

extension Bindable: Identifiable where Value: Identifiable {
    /// The identity of the object.
    public var id: Value.ID { wrappedValue.id }
}

extension Bindable: @unchecked Sendable where Value: Sendable {}

extension Bindable: GraphProperty {
    mutating func install(_ slot: PropertySlot) {}
    func isSame(as other: Bindable<Value>) -> Bool { areSameValues(wrappedValue, other.wrappedValue) }
}
