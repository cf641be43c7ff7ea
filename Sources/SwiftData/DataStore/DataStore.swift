import Foundation

/// A place of your own where a container keeps its objects: a file format, a server, a database.
///
/// A context hands a store snapshots of what was inserted, changed and deleted, and asks it for snapshots of what
/// matches a descriptor. Source: Apple's `DataStore`. All requirements but `init`, `fetch` and `save` have a default.
public protocol DataStore: AnyObject {
    /// What says where and how to keep the objects.
    associatedtype Configuration: DataStoreConfiguration where Self == Configuration.Store
    /// How an object is handed over.
    associatedtype Snapshot: DataStoreSnapshot

    /// What the store was made with.
    var configuration: Configuration { get }
    /// The store's own name, part of each persistent identifier: the same whenever the same store is opened.
    var identifier: String { get }
    /// The entities that the store keeps.
    var schema: Schema { get }

    /// Opens or creates the store.
    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

    /// The objects that match a descriptor.
    ///
    /// - Throws: ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/preferInMemorySort`` to have the context
    ///   filter or sort.
    func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>
    /// The number of objects that match a descriptor.
    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int
    /// The identifiers of the objects that match a descriptor.
    func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
    /// Keeps what a context changed: all of it or nothing.
    func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot>
    /// Deletes everything.
    func erase() throws

    /// A context begins to work with the store.
    func initializeState(for editingState: EditingState)
    /// A context ends its work with the store.
    func invalidateState(for editingState: EditingState)
    /// What the store has at hand of some objects, without effort; the context fetches the others.
    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
    /// The number of objects that ``fetch(_:)`` gives.
    public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try fetch(request).fetchedSnapshots.count
    }

    /// The identifiers of the objects that ``fetch(_:)`` gives.
    public func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] {
        try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
    }

    /// Refuses: a store that can be erased says how.
    ///
    /// - Throws: ``DataStoreError/unsupportedFeature``.
    public func erase() throws {
        throw DataStoreError.unsupportedFeature
    }

    /// Does nothing.
    public func initializeState(for editingState: EditingState) {}

    /// Does nothing.
    public func invalidateState(for editingState: EditingState) {}

    /// Gives none.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot] {
        [:]
    }
}

/// Says where and how a store keeps its objects.
///
/// Source: Apple's `DataStoreConfiguration`.
public protocol DataStoreConfiguration: Hashable {
    /// The kind of store.
    associatedtype Store: DataStore where Self == Store.Configuration

    /// The configuration's name, by which errors call it.
    var name: String { get }
    /// The entities that the store keeps; nil for all of the container's.
    var schema: Schema? { get set }
    /// Checks the configuration before a store is made with it.
    func validate() throws
}

extension DataStoreConfiguration {
    /// Finds nothing wrong.
    public func validate() throws {}
}

/// A store that deletes by predicate without being handed the objects.
///
/// Source: Apple's `DataStoreBatching`.
public protocol DataStoreBatching: DataStore {
    /// Deletes every object that matches.
    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}
