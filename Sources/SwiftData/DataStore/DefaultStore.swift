import Foundation

/// The built-in store, as a custom store sees one: objects in SQLite tables.
///
/// A container does not speak to its built-in stores through this class, which costs a snapshot for each object; it
/// is here for code that wraps or drives a store itself.
///
/// Source: Apple's `DefaultStore`.
public final class DefaultStore: DataStore, DataStoreBatching, HistoryProviding {
    /// What the store was made with.
    public typealias Configuration = ModelConfiguration
    /// How an object is handed over.
    public typealias Snapshot = DefaultSnapshot
    /// The kind of transaction that the store gives.
    public typealias HistoryType = DefaultHistoryTransaction
    /// The kind of position that the store gives.
    public typealias TokenType = DefaultHistoryToken

    /// What the store was made with.
    public let configuration: ModelConfiguration
    /// The entities that the store keeps.
    public let schema: Schema
    /// The name of the configuration.
    public let name: String
    private let container: ModelContainer

    /// Opens or creates the store.
    ///
    /// - Throws: ``SwiftDataError/unknownSchema`` where the configuration names no schema, and what a container throws.
    public init(_ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil) throws {
        guard let schema = configuration.schema else {
            throw SwiftDataError.unknownSchema.explained("The configuration \(configuration.name) has no schema.")
        }
        self.configuration = configuration
        self.schema = schema
        name = configuration.name
        container = try ModelContainer(for: schema, migrationPlan: migrationPlan, configurations: [configuration])
        SnapshotTypes.register(container.plans.map(\.modelType))
    }

    /// The store's own name.
    public var identifier: String { container.stores.first?.identifier ?? "" }

    // MARK: Fetching

    /// The objects that match a descriptor.
    ///
    /// - Throws: What a context's fetch throws.
    public func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        let found = try ModelContext(container).fetch(request.descriptor)
        return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: found.map { snapshot(of: $0) })
    }

    /// The number of objects that match a descriptor.
    ///
    /// - Throws: What a context's fetch throws.
    public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try ModelContext(container).fetchCount(request.descriptor)
    }

    /// The identifiers of the objects that match a descriptor.
    ///
    /// - Throws: What a context's fetch throws.
    public func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] {
        try ModelContext(container).fetchIdentifiers(request.descriptor)
    }

    /// The objects behind identifiers; those that are not in the store are left out.
    ///
    /// - Throws: What a context's fetch throws.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        let context = ModelContext(container)
        var found: [PersistentIdentifier: DefaultSnapshot] = [:]
        for identifier in persistentIdentifiers {
            guard let model = context.graph.instance(for: identifier) else { continue }
            let snapshot = snapshot(of: model)
            if model.modelContext != nil { found[identifier] = snapshot }
        }
        return found
    }

    private func snapshot(of model: any PersistentModel) -> DefaultSnapshot {
        DefaultSnapshot(
            persistentIdentifier: model.persistentModelID,
            values: ModelProperties.values(of: model).mapValues(\.detached)
        )
    }

    // MARK: Saving

    /// Keeps what was changed, in one transaction.
    ///
    /// - Throws: What a context's save throws.
    public func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        let context = ModelContext(container)
        context.author = request.editingState.author
        var models: [PersistentIdentifier: any PersistentModel] = [:]
        for snapshot in request.inserted {
            let model = try newObject(for: snapshot)
            models[snapshot.persistentIdentifier] = model
            context.insert(model)
        }
        let resolve = { models[$0] ?? context.graph.instance(for: $0) }
        for snapshot in request.inserted + request.updated {
            guard let model = resolve(snapshot.persistentIdentifier) else { continue }
            SnapshotAssignment.assign(snapshot.values, to: model, resolve: resolve)
        }
        for snapshot in request.deleted {
            if let model = resolve(snapshot.persistentIdentifier) { context.delete(model) }
        }
        try context.save()
        return DataStoreSaveChangesResult(
            for: identifier,
            remappedIdentifiers: models.mapValues(\.persistentModelID),
            historyToken: try context.currentHistoryToken()
        )
    }

    private func newObject(for snapshot: DefaultSnapshot) throws -> any PersistentModel {
        let name = snapshot.persistentIdentifier.entityName
        guard let plan = container.plans.first(where: { $0.name == name }) else {
            throw SwiftDataError.unknownSchema.explained("The store \(self.name) has no entity \(name).")
        }
        return blankModel(of: plan.modelType)
    }

    /// Deletes every object that matches.
    ///
    /// - Throws: What a context's save throws.
    public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        let context = ModelContext(container)
        context.author = request.editingState.author
        try context.delete(model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
        try context.save()
    }

    /// Deletes everything.
    ///
    /// - Throws: ``StoreError`` where the store cannot be written.
    public func erase() throws {
        try container.erase()
    }

    /// Nothing is kept for a context.
    public func initializeState(for editingState: EditingState) {}

    /// Nothing is kept for a context.
    public func invalidateState(for editingState: EditingState) {}

    // MARK: History

    /// The transactions that match a descriptor.
    ///
    /// - Throws: What a context's `fetchHistory` throws.
    public func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] {
        try ModelContext(container).fetchHistory(descriptor)
    }

    /// Deletes the transactions that match a descriptor.
    ///
    /// - Throws: What a context's `deleteHistory` throws.
    public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        try ModelContext(container).deleteHistory(descriptor)
    }
}
