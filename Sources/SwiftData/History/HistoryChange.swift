/// One object that a save inserted, updated or deleted.
///
/// Source: Apple's `HistoryChange`. For the built-in stores the values are ``DefaultHistoryInsert``,
/// ``DefaultHistoryUpdate`` and ``DefaultHistoryDelete`` of the object's own class, so
/// `case .insert(let insert as DefaultHistoryInsert<Note>)` tells classes apart.
public enum HistoryChange: Sendable {
    /// An object came into the store.
    case insert(any HistoryInsert)
    /// Properties of an object changed.
    case update(any HistoryUpdate)
    /// An object left the store.
    case delete(any HistoryDelete)

    /// Which object changed.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let change): change.changedPersistentIdentifier
        case .update(let change): change.changedPersistentIdentifier
        case .delete(let change): change.changedPersistentIdentifier
        }
    }
}

/// An object that came into a store.
///
/// Source: Apple's `HistoryInsert`.
public protocol HistoryInsert<Model>: Sendable {
    /// The object's class.
    associatedtype Model: PersistentModel
    /// The transaction's number.
    associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
    /// The change's number.
    associatedtype ChangeIdentifier: Comparable & Hashable & Sendable

    /// The transaction that the change belongs to.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The number of the change, rising with time.
    var changeIdentifier: ChangeIdentifier { get }
    /// Which object changed.
    var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// An object whose properties changed.
///
/// Source: Apple's `HistoryUpdate`.
public protocol HistoryUpdate<Model>: Sendable {
    /// The object's class.
    associatedtype Model: PersistentModel
    /// The transaction's number.
    associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
    /// The change's number.
    associatedtype ChangeIdentifier: Comparable & Hashable & Sendable
    /// A property that changed.
    typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

    /// The transaction that the change belongs to.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The number of the change, rising with time.
    var changeIdentifier: ChangeIdentifier { get }
    /// Which object changed.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The properties that changed; their values are those of the object.
    var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

extension HistoryUpdate {
    /// Whether a property is among those that changed.
    public func containsAttribute(_ keyPath: PartialKeyPath<Model>) -> Bool {
        updatedAttributes.contains { $0 == keyPath }
    }
}

/// An object that left a store.
///
/// Source: Apple's `HistoryDelete`.
public protocol HistoryDelete<Model>: Sendable {
    /// The object's class.
    associatedtype Model: PersistentModel
    /// The transaction's number.
    associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
    /// The change's number.
    associatedtype ChangeIdentifier: Comparable & Hashable & Sendable

    /// The transaction that the change belongs to.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The number of the change, rising with time.
    var changeIdentifier: ChangeIdentifier { get }
    /// Which object left.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// What was kept of it.
    var tombstone: HistoryTombstone<Model> { get }
}
