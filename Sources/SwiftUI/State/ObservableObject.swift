import Foundation
import Observation

// The older way to observe objects. There is no Combine on these systems; what apps use of it is here.

/// An object that says when it is about to change.
///
/// Source: Combine's `ObservableObject`.
public protocol ObservableObject: AnyObject {
    /// What tells of changes.
    associatedtype ObjectWillChangePublisher = ObservableObjectPublisher
    /// Tells of changes before they happen.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Tells of changes before they happen: of published properties, and where the object says so.
    public var objectWillChange: ObservableObjectPublisher { ObjectPublishers.shared.publisher(of: self) }
}

/// Tells of changes of an object.
///
/// Source: Combine's `ObservableObjectPublisher`.
public final class ObservableObjectPublisher: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private var turn: Int { 0 }

    /// A publisher of its own.
    public init() {}

    /// Says that the object is about to change.
    public func send() { registrar.withMutation(of: self, keyPath: \.turn) {} }

    /// Whoever reads now is told of the next change.
    func access() { registrar.access(self, keyPath: \.turn) }
}

/// The publishers of objects that declare none, as long as the objects live.
private final class ObjectPublishers: @unchecked Sendable {
    static let shared = ObjectPublishers()

    private struct Entry {
        weak var object: AnyObject?
        let publisher: ObservableObjectPublisher
    }
    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var sweepSize = 64

    func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        lock.withLock {
            let key = ObjectIdentifier(object)
            if let entry = entries[key], entry.object === object { return entry.publisher }
            if entries.count >= sweepSize {
                entries = entries.filter { $0.value.object != nil }
                sweepSize = max(64, entries.count * 2)
            }
            let publisher = ObservableObjectPublisher()
            entries[key] = Entry(object: object, publisher: publisher)
            return publisher
        }
    }
}

/// A property whose changes its object tells of.
///
/// Source: Combine's `Published`. Differs: the projected value is no publisher.
@propertyWrapper
public struct Published<Value> {
    private var value: Value

    /// A first value.
    public init(wrappedValue: Value) { value = wrappedValue }
    /// A first value.
    public init(initialValue: Value) { value = initialValue }

    /// Classes only.
    @available(*, unavailable, message: "@Published is for properties of classes.")
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    /// Reads and sets the property of an object, and says so before.
    public static subscript<Object: AnyObject>(
        _enclosingInstance object: Object,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<Object, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Object, Self>
    ) -> Value {
        get { object[keyPath: storageKeyPath].value }
        set {
            if let object = object as? any ObservableObject { tell(object) }
            object[keyPath: storageKeyPath].value = newValue
        }
    }
}

private func tell(_ object: some ObservableObject) { (object.objectWillChange as? ObservableObjectPublisher)?.send() }

private func listen(_ object: some ObservableObject) {
    (object.objectWillChange as? ObservableObjectPublisher)?.access()
}

/// Bindings to the properties of an observed object.
///
/// Source: the wrapper of Apple's `ObservedObject`.
@dynamicMemberLookup
public struct _ObjectBindings<ObjectType: ObservableObject> {
    let object: ObjectType

    /// A binding to a property.
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<Subject>
    {
        Binding(location: ObjectLocation(object, keyPath))
    }
}

/// An object that somebody else owns, and whose changes the view follows.
///
/// Source: Apple's `ObservedObject`.
@MainActor @preconcurrency
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject> {
    /// Bindings to the object's properties.
    public typealias Wrapper = _ObjectBindings<ObjectType>
    private let object: ObjectType

    /// An object to follow.
    public init(wrappedValue: ObjectType) { object = wrappedValue }
    /// An object to follow.
    public init(initialValue: ObjectType) { object = initialValue }

    /// The object.
    public var wrappedValue: ObjectType {
        listen(object)
        return object
    }

    /// Bindings to the object's properties.
    public var projectedValue: Wrapper { _ObjectBindings(object: object) }
}

extension ObservedObject: GraphProperty {
    mutating func install(_ slot: PropertySlot) {}
    // The body may never have asked for the object and still depends on it.
    func isSame(as other: ObservedObject<ObjectType>) -> Bool { object === other.object }
}

/// An object that the view owns: made once, and kept as long as the view stands at its place.
///
/// Source: Apple's `StateObject`.
@MainActor @preconcurrency
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject> {
    private let make: () -> ObjectType
    private var box: StateBox<ObjectType>?

    /// An object that is made when the view is shown for the first time.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { make = thunk }

    /// The object.
    public var wrappedValue: ObjectType {
        let object = box?.peek ?? make()
        listen(object)
        return object
    }

    /// Bindings to the object's properties.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { _ObjectBindings(object: box?.peek ?? make()) }
}

extension StateObject: GraphProperty {
    mutating func install(_ slot: PropertySlot) { box = slot.box { StateBox(make()) } }
    func isSame(as other: StateObject<ObjectType>) -> Bool { true }
}

/// An object from a view above.
///
/// Without one the process ends with its name, as on Apple's systems. Source: Apple's `EnvironmentObject`.
@MainActor @preconcurrency
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject> {
    /// Bindings to the object's properties.
    public typealias Wrapper = _ObjectBindings<ObjectType>
    private var object: ObjectType?

    /// An object from a view above.
    public init() {}

    /// The object.
    public var wrappedValue: ObjectType {
        guard let object else {
            preconditionFailure("\(ObjectType.self) is not in the environment: use environmentObject(_:).")
        }
        listen(object)
        return object
    }

    /// Bindings to the object's properties.
    public var projectedValue: Wrapper { _ObjectBindings(object: wrappedValue) }
}

extension EnvironmentObject: GraphProperty {
    mutating func install(_ slot: PropertySlot) {
        let found = slot.environment.object(ObjectType.self)
        object = found
        slot.node.environmentReads.append { $0.object(ObjectType.self) === found }
    }
    func isSame(as other: EnvironmentObject<ObjectType>) -> Bool { true }
}

extension View {
    /// Hands an object to the views inside.
    public func environmentObject<T: ObservableObject>(_ object: T) -> some View {
        alterEnvironment { $0.set(object: object, of: T.self) }
    }
}
