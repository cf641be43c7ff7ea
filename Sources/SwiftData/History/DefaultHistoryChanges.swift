/// An object that came into a built-in store.
///
/// Source: Apple's `DefaultHistoryInsert`.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert, Hashable {
    /// The transaction's number.
    public typealias TransactionIdentifier = Int64
    /// The change's number.
    public typealias ChangeIdentifier = Int64

    /// The transaction that the change belongs to.
    public let transactionIdentifier: Int64
    /// The number of the change, rising with time.
    public let changeIdentifier: Int64
    /// Which object changed.
    public let changedPersistentIdentifier: PersistentIdentifier
}

/// An object of a built-in store whose properties changed.
///
/// Source: Apple's `DefaultHistoryUpdate`.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, Hashable {
    /// The transaction's number.
    public typealias TransactionIdentifier = Int64
    /// The change's number.
    public typealias ChangeIdentifier = Int64
    /// A property that changed.
    public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

    /// The transaction that the change belongs to.
    public let transactionIdentifier: Int64
    /// The number of the change, rising with time.
    public let changeIdentifier: Int64
    /// Which object changed.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The properties that changed, those that the class still has.
    public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

    /// Whether two values stand for the same change.
    public static func == (lhs: DefaultHistoryUpdate, rhs: DefaultHistoryUpdate) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier
            && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }

    /// Hashes the change's number and the object's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}

/// An object that left a built-in store.
///
/// Source: Apple's `DefaultHistoryDelete`.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete, Hashable {
    /// The transaction's number.
    public typealias TransactionIdentifier = Int64
    /// The change's number.
    public typealias ChangeIdentifier = Int64

    /// The transaction that the change belongs to.
    public let transactionIdentifier: Int64
    /// The number of the change, rising with time.
    public let changeIdentifier: Int64
    /// Which object left.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The values of its properties marked `.preserveValueOnDeletion`.
    public let tombstone: HistoryTombstone<Model>

    /// Whether two values stand for the same change.
    public static func == (lhs: DefaultHistoryDelete, rhs: DefaultHistoryDelete) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier
            && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }

    /// Hashes the change's number and the object's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}
