/// A value that views inherit.
///
/// Source: Apple's `EnvironmentKey`.
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value
    /// The value where none is set.
    static var defaultValue: Value { get }
}

/// What views inherit from the views around them.
///
/// Source: Apple's `EnvironmentValues`.
public struct EnvironmentValues: CustomStringConvertible {
    private struct Entry {
        let value: Any
        let isSame: (Any) -> Bool
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    fileprivate var stamp = Stamp()

    /// Marks values that are copies of each other.
    fileprivate final class Stamp: @unchecked Sendable {}

    /// Default values throughout.
    public init() {}

    /// The value of a key.
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { (entries[ObjectIdentifier(key)]?.value as? K.Value) ?? K.defaultValue }
        set { set(newValue, ObjectIdentifier(key)) }
    }

    private mutating func set<Value>(_ value: Value, _ key: ObjectIdentifier) {
        if let known = entries[key], known.isSame(value) { return }
        entries[key] = Entry(value: value) { other in
            (other as? Value).map { areSameValues(value, $0) } ?? false
        }
        stamp = Stamp()
    }

    /// What is set, for reports.
    public var description: String { "[\(entries.count) values]" }

    // MARK: Objects

    func object<T: AnyObject>(_ type: T.Type) -> T? { entries[ObjectIdentifier(type)]?.value as? T }

    mutating func set<T: AnyObject>(object: T?, of type: T.Type) {
        if let object {
            let key = ObjectIdentifier(type)
            if let known = entries[key], known.isSame(object) { return }
            entries[key] = Entry(value: object) { ($0 as AnyObject) === object }
        } else {
            entries[ObjectIdentifier(type)] = nil
        }
        stamp = Stamp()
    }

    /// Whether views would inherit the same from both.
    func isSame(as other: EnvironmentValues) -> Bool {
        if stamp === other.stamp { return true }
        guard entries.count == other.entries.count else { return false }
        return entries.allSatisfy { key, entry in
            other.entries[key].map { entry.isSame($0.value) } ?? false
        }
    }
}

/// Compares surroundings, and remembers the last answer: all rows of a list ask the same.
struct EnvironmentComparison {
    private var last: (left: EnvironmentValues.Stamp, right: EnvironmentValues.Stamp, isSame: Bool)?

    mutating func areSame(_ left: EnvironmentValues, _ right: EnvironmentValues) -> Bool {
        if let last, last.left === left.stamp, last.right === right.stamp { return last.isSame }
        let isSame = left.isSame(as: right)
        last = (left.stamp, right.stamp, isSame)
        return isSame
    }
}

/// A value that a view inherits.
///
/// Source: Apple's `Environment`.
@propertyWrapper
public struct Environment<Value> {
    private let read: (EnvironmentValues) -> Value?
    /// What is looked for: a key path or a type.
    ///
    /// Its words are made where they are needed, since those of a key path take long.
    private let what: Any
    private var value: Value?

    /// The value at a key path.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        read = { $0[keyPath: keyPath] }
        what = keyPath
        value = nil
    }

    /// The value; outside of a view that is shown, the default one.
    public var wrappedValue: Value {
        if let value { return value }
        guard let value = read(EnvironmentValues()) else {
            preconditionFailure("\(what) is not in the environment: use environment(_:).")
        }
        return value
    }
}

extension Environment where Value: AnyObject & Observable {
    /// An object from a view above.
    public init(_ objectType: Value.Type) {
        read = { $0.object(objectType) }
        what = objectType
        value = nil
    }
}

extension Environment {
    /// An object from a view above, if there is one.
    public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
        read = { .some($0.object(objectType)) }
        what = objectType
        value = nil
    }
}

extension Environment: @unchecked Sendable where Value: Sendable {}

extension Environment: GraphProperty {
    mutating func install(_ slot: PropertySlot) {
        let found = read(slot.environment)
        value = found
        let read = read
        slot.node.environmentReads.append { areSameValues(read($0), found) }
    }

    func isSame(as other: Environment<Value>) -> Bool { true }
}

extension View {
    /// Sets what the views inside inherit.
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        alterEnvironment { $0[keyPath: keyPath] = value }
    }

    /// Hands an object to the views inside.
    public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
        alterEnvironment { $0.set(object: object, of: T.self) }
    }

    /// Changes what the views inside inherit.
    public func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>,
        transform: @escaping (inout V) -> Void
    ) -> some View {
        alterEnvironment { transform(&$0[keyPath: keyPath]) }
    }
}
