import Foundation

/// A deletion by predicate that a custom store is to carry out by itself when the context saves.
struct BatchDeletion {
    let store: any AppStore
    /// The entities whose rows may go.
    let entities: [Int]
    /// Has the store delete what matches.
    let run: (EditingState) throws -> Void
    /// Marks the instances that match one by one instead.
    let markInstances: () throws -> Void
}

/// What a context may ask of a custom store beyond objects.
protocol AppStore: GraphStore {
    /// Whether the store deletes by predicate without being handed the objects.
    var deletesInBatches: Bool { get }
    /// A context begins to work with the store.
    func contextBegins(_ state: EditingState)
    /// A context ends its work with the store.
    func contextEnds(_ state: EditingState)
    /// Deletes every object that matches.
    func delete<Model: PersistentModel>(_ request: DataStoreBatchDeleteRequest<Model>) throws
}

extension DataStoreAdapter: AppStore {
    var appStore: (any AppStore)? { self }

    var deletesInBatches: Bool { store is any DataStoreBatching }

    func contextBegins(_ state: EditingState) { access { $0.initializeState(for: state) } }

    func contextEnds(_ state: EditingState) { access { $0.invalidateState(for: state) } }

    func delete<Model: PersistentModel>(_ request: DataStoreBatchDeleteRequest<Model>) throws {
        try access { store in
            guard let store = store as? any DataStoreBatching else { throw DataStoreError.unsupportedFeature }
            try store.delete(request)
        }
    }
}

extension ObjectGraph {
    /// Leaves a deletion by predicate to the store, where that comes to the same as marking the instances one by one:
    /// the store can do it, nothing else is unsaved, no instance of the entity is alive here, and no links lead to or
    /// from it, so that there are no delete rules.
    ///
    /// - Returns: Whether the store will do it.
    func leaveDeletionToStore<Model: PersistentModel>(
        of type: Model.Type,
        where predicate: Predicate<Model>?,
        includeSubclasses: Bool
    ) throws -> Bool {
        let registry = try requiredRegistry(for: type)
        guard let store = registry.store as? any AppStore, store.deletesInBatches, undoRecorder == nil,
            inserted.isEmpty, changed.isEmpty, deleted.isEmpty, registry.identities.count == 0,
            !hasLinks(registry.plan)
        else { return false }
        batchDeletions.append(
            BatchDeletion(
                store: store,
                entities: registry.plan.family.map(\.index),
                run: { state in
                    let request = DataStoreBatchDeleteRequest(
                        editingState: state,
                        predicate: predicate,
                        includeSubclasses: includeSubclasses
                    )
                    try store.delete(request)
                },
                markInstances: { [unowned self] in
                    try markInstances(of: type, where: predicate, includeSubclasses: includeSubclasses)
                }
            )
        )
        recordChange()
        return true
    }

    private func hasLinks(_ plan: EntityPlan) -> Bool {
        container.plans.contains { other in
            other.properties.contains { property in
                guard let relationship = property.relationship else { return false }
                return other.root === plan.root || relationship.destination.root === plan.root
            }
        }
    }

    /// Marks every instance that matches for deletion.
    func markInstances<Model: PersistentModel>(
        of type: Model.Type,
        where predicate: Predicate<Model>?,
        includeSubclasses: Bool
    ) throws {
        for instance in try fetch(FetchDescriptor<Model>(predicate: predicate)) {
            if includeSubclasses || Swift.type(of: instance) == type { delete(instance) }
        }
    }

    /// Turns the deletions that were left to stores into marks: somebody wants to see the instances.
    func resolveBatchDeletions() throws {
        guard !batchDeletions.isEmpty else { return }
        let waiting = batchDeletions
        batchDeletions = []
        do {
            for deletion in waiting { try deletion.markInstances() }
        } catch {
            batchDeletions = waiting
            throw error
        }
    }

    /// Has a store carry out the deletions that were left to it.
    func runBatchDeletions(of store: any AppStore, _ state: EditingState) throws {
        for deletion in batchDeletions where deletion.store === store { try deletion.run(state) }
    }

    /// Forgets the deletions that were carried out.
    ///
    /// - Returns: The entities whose rows may have gone.
    func finishBatchDeletions() -> Set<Int> {
        let entities = Set(batchDeletions.flatMap(\.entities))
        batchDeletions = []
        if !entities.isEmpty { rowsHaveGone = true }
        return entities
    }
}
