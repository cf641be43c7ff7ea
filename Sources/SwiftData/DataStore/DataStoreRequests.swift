import Foundation

/// What a context asks a store for.
///
/// Source: Apple's `DataStoreFetchRequest`.
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
    /// Which objects, in which order.
    public let descriptor: FetchDescriptor<T>
    /// Who asks.
    public let editingState: EditingState

    init(descriptor: FetchDescriptor<T>, editingState: EditingState) {
        self.descriptor = descriptor
        self.editingState = editingState
    }
}

/// What a store found.
///
/// Source: Apple's `DataStoreFetchResult`.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>: Sendable {
    /// What was asked for.
    public let descriptor: FetchDescriptor<ModelType>
    /// The objects that match, in order.
    public let fetchedSnapshots: [SnapshotType]
    /// Other objects that came along, such as targets of relationships.
    public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

    /// A result.
    public init(
        descriptor: FetchDescriptor<ModelType>,
        fetchedSnapshots: [SnapshotType],
        relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
    ) {
        self.descriptor = descriptor
        self.fetchedSnapshots = fetchedSnapshots
        self.relatedSnapshots = relatedSnapshots
    }
}

/// What a context gives a store to keep.
///
/// Source: Apple's `DataStoreSaveChangesRequest`.
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
    /// Who saves.
    public let editingState: EditingState
    /// New objects, with temporary identifiers.
    public let inserted: [SnapshotType]
    /// Changed objects, with all their values.
    public let updated: [SnapshotType]
    /// Objects to delete.
    public let deleted: [SnapshotType]

    init(editingState: EditingState, inserted: [SnapshotType], updated: [SnapshotType], deleted: [SnapshotType]) {
        self.editingState = editingState
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
    }
}

/// What became of a save.
///
/// Source: Apple's `DataStoreSaveChangesResult`.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
    /// The store that saved.
    public let storeIdentifier: String
    /// The permanent identifier of each new object, by its temporary one.
    public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
    /// Objects whose values the store changed in saving.
    public let snapshotsToReregister: [PersistentIdentifier: T]
    /// The position in the store's history after the save; nil where it keeps none.
    public let historyToken: (any HistoryToken)?

    /// The result of a save.
    public init(
        for storeIdentifier: String,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
        snapshotsToReregister: [PersistentIdentifier: T] = [:],
        historyToken: (any HistoryToken)? = nil
    ) {
        self.storeIdentifier = storeIdentifier
        self.remappedIdentifiers = remappedIdentifiers
        self.snapshotsToReregister = snapshotsToReregister
        self.historyToken = historyToken
    }
}

/// Which objects a store is to delete without being handed them.
///
/// Source: Apple's `DataStoreBatchDeleteRequest`.
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
    /// Who deletes.
    public let editingState: EditingState
    /// Which objects; nil for all.
    public let predicate: Predicate<T>?
    /// Whether objects of subclasses are meant too.
    public let includeSubclasses: Bool

    init(editingState: EditingState, predicate: Predicate<T>?, includeSubclasses: Bool) {
        self.editingState = editingState
        self.predicate = predicate
        self.includeSubclasses = includeSubclasses
    }
}
