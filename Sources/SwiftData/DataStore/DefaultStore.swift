import Foundation

/// The built-in store, spoken to as one speaks to a custom one.
///
/// Source: Apple's `DefaultStore`. A container uses the same SQLite store directly, without snapshots between.
public final class DefaultStore: DataStore {
    /// What says where the file is.
    public typealias Configuration = ModelConfiguration
    /// How an object is handed over.
    public typealias Snapshot = DefaultSnapshot

    /// What the store was made with.
    public let configuration: ModelConfiguration
    /// The entities that the store keeps.
    public let schema: Schema
    private let context: ModelContext

    /// The store's own name, kept in its file.
    public var identifier: String { context.container.stores[0].identifier }

    /// Opens or creates the store.
    ///
    /// - Throws: What `ModelContainer`'s initializer throws.
    public init(_ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        schema = configuration.schema ?? Schema()
        let container = try ModelContainer(for: schema, migrationPlan: migrationPlan, configurations: configuration)
        context = ModelContext(container)
    }

    /// The objects that match a descriptor.
    ///
    /// - Throws: What `ModelContext.fetch` throws.
    public func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        var related: [PersistentIdentifier: any BackingData] = [:]
        let snapshots = try context.fetch(request.descriptor).map { model in
            DefaultSnapshot(from: model.persistentBackingData, relatedBackingDatas: &related)
        }
        return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: snapshots)
    }

    /// Keeps what a context changed, in one transaction.
    ///
    /// - Throws: What `ModelContext.save` throws.
    public func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        throw DataStoreError.unsupportedFeature
    }

    /// Deletes everything.
    ///
    /// - Throws: `StoreError`.
    public func erase() throws {
        try context.container.erase()
    }
}
