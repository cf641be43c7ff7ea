import Foundation

/// Lets contexts work with a custom store: objects go to it as snapshots and come from it as snapshots.
///
/// Calls into the store are serialised: a `DataStore` need not be thread-safe.
final class DataStoreAdapter<Store: DataStore>: GraphStore, @unchecked Sendable {
    let store: Store
    let identifier: String
    let allowsSave = true
    private let keys = DataStoreKeys()
    private let lock = NSRecursiveLock()

    init(_ store: Store, plans: [EntityPlan]) {
        self.store = store
        identifier = store.identifier
        SnapshotTypes.register(plans.map(\.modelType))
    }

    func access<Result>(_ body: (Store) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(store)
    }

    func externalChangeCount() throws -> Int { 0 }

    /// Custom stores give keys on saving.
    func newKey(for plan: EntityPlan) -> Int64? { nil }

    func identifier(forKey key: Int64, scope: IdentifierScope) -> PersistentIdentifier {
        keys.identifier(of: key) ?? PersistentIdentifier(scope: scope, key: .row(key))
    }

    func key(of identifier: PersistentIdentifier) -> Int64? {
        identifier.storeIdentifier == self.identifier ? keys.key(of: identifier) : nil
    }

    func loadExternal(_ registry: EntityRegistry, key: Int64, property: PropertyPlan) throws -> SQLValue { .null }

    func erase() throws {
        try access { try $0.erase() }
    }

    // MARK: Snapshots into instances

    /// The instances of snapshots, in order.
    ///
    /// Those with unsaved changes keep their values.
    func instances(
        of snapshots: [Store.Snapshot],
        in graph: ObjectGraph,
        overwriting: Bool
    ) throws -> [any PersistentModel] {
        try snapshots.compactMap { try instance(of: $0, in: graph, overwriting: overwriting) }
    }

    @discardableResult
    private func instance(
        of snapshot: Store.Snapshot,
        in graph: ObjectGraph,
        overwriting: Bool
    ) throws -> (any PersistentModel)? {
        let identifier = snapshot.persistentIdentifier
        guard let registry = graph.registries.first(where: { $0.plan.name == identifier.entityName }) else {
            return nil
        }
        let model = registry.instance(forKey: keys.key(of: identifier))
        let state = model._$state
        let isFault = state.flags.contains(.fault)
        guard isFault || overwriting && !state.flags.contains(.deleted) else { return model }
        var values = try SnapshotCapture.values(of: snapshot)
        retainChanges(of: model, registry.plan, from: &values, isFault ? nil : graph)
        SnapshotSlotWriter.fill(model, with: values) { [unowned graph] target in graph.instance(for: target) }
        if isFault { addPendingLinks(to: model, registry.plan, values, graph) }
        state.flags.remove(.fault)
        return model
    }

    /// What was changed here stays as it is; a list that was changed here is joined with the store's when it is next used.
    private func retainChanges(
        of model: any PersistentModel,
        _ plan: EntityPlan,
        from values: inout [String: SnapshotValue],
        _ graph: ObjectGraph?
    ) {
        let state = model._$state
        for property in plan.properties where values[property.name] != nil {
            let isEdited = graph != nil && property.isToMany && state.extras?.baselines[property.ordinal] != nil
            if isEdited { graph?.put(.unset, on: model, property) }
            if isEdited || state.isChanged(property.ordinal) { values[property.name] = nil }
        }
    }

    /// Links that were made from the other side before the list came belong to it.
    private func addPendingLinks(
        to model: any PersistentModel,
        _ plan: EntityPlan,
        _ values: [String: SnapshotValue],
        _ graph: ObjectGraph
    ) {
        for property in plan.properties where property.isToMany && values[property.name] != nil {
            guard case .targets(let stored) = graph.link(of: model, property.ordinal) else { continue }
            if let extras = model._$state.extras, extras.baselines[property.ordinal] != nil {
                extras.baselines[property.ordinal] = Set(stored.map { $0._$state.key })
            }
            graph.put(.targets(graph.withPendingLinks(stored, model, property)), on: model, property)
        }
    }

    func state(of graph: ObjectGraph) -> EditingState {
        graph.facade?.editingState ?? EditingState(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }
}
