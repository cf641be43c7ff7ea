import Foundation

extension DataStoreAdapter {
    func fetch<Model: PersistentModel>(_ request: RowRequest<Model>, into graph: ObjectGraph) throws -> [Model] {
        let answer = try answer(to: request, for: graph)
        _ = try instances(of: Array(answer.related.values), in: graph, overwriting: true)
        var found = try instances(of: answer.snapshots, in: graph, overwriting: true).compactMap { $0 as? Model }
        if answer.needsFilter, let predicate = request.descriptor.predicate {
            let condition = CheckedPredicate(predicate)
            found = try graph.withoutRecordingReads { try found.filter { try Self.matches($0, condition) } }
        }
        if answer.needsSort {
            let order = request.descriptor.sortBy
            found.sort { SortComparison.compare($0, $1, by: order) == .orderedAscending }
        }
        return answer.needsWindow ? found.window(offset: request.offset, limit: request.limit) : found
    }

    func fetchKeys<Model: PersistentModel>(
        _ request: RowRequest<Model>,
        for graph: ObjectGraph
    ) throws -> [RowReference] {
        try fetch(request, into: graph).map { RowReference(entity: Int($0._$state.entity), key: $0._$state.key) }
    }

    func count<Model: PersistentModel>(_ request: RowRequest<Model>, for graph: ObjectGraph) throws -> Int {
        let asked = DataStoreFetchRequest(descriptor: Self.windowed(request), editingState: state(of: graph))
        do {
            return try access { try $0.fetchCount(asked) }
        } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
            return try fetch(request, into: graph).count
        }
    }

    // MARK: Asking the store

    /// What a store gave, and what it left to the context.
    private struct Answer {
        var snapshots: [Store.Snapshot] = []
        var related: [PersistentIdentifier: Store.Snapshot] = [:]
        var needsFilter = false
        var needsSort = false
        var needsWindow: Bool { needsFilter || needsSort }
    }

    /// Asks for everything, then without what the store would rather not do.
    private func answer<Model: PersistentModel>(
        to request: RowRequest<Model>,
        for graph: ObjectGraph
    ) throws -> Answer {
        var answer = Answer()
        let state = state(of: graph)
        while true {
            do {
                let asked = Self.descriptor(for: request, answer.needsFilter, answer.needsSort)
                let result = try access { try $0.fetch(DataStoreFetchRequest(descriptor: asked, editingState: state)) }
                answer.snapshots = result.fetchedSnapshots
                answer.related = result.relatedSnapshots
                return answer
            } catch DataStoreError.preferInMemoryFilter where !answer.needsFilter {
                answer.needsFilter = true
            } catch DataStoreError.preferInMemorySort where !answer.needsSort {
                answer.needsSort = true
            } catch DataStoreError.invalidPredicate {
                throw SwiftDataError.unsupportedPredicate.explained("The store \(identifier) cannot run it.")
            }
        }
    }

    private static func windowed<Model>(_ request: RowRequest<Model>) -> FetchDescriptor<Model> {
        var descriptor = request.descriptor
        descriptor.fetchOffset = request.offset
        descriptor.fetchLimit = request.limit
        return descriptor
    }

    private static func descriptor<Model>(
        for request: RowRequest<Model>,
        _ needsFilter: Bool,
        _ needsSort: Bool
    ) -> FetchDescriptor<Model> {
        var descriptor = windowed(request)
        if needsFilter { descriptor.predicate = nil }
        if needsSort { descriptor.sortBy = [] }
        if needsFilter || needsSort {
            descriptor.fetchOffset = nil
            descriptor.fetchLimit = nil
        }
        return descriptor
    }

    private static func matches<Model>(_ model: Model, _ condition: CheckedPredicate<Model>) throws -> Bool {
        do {
            return try condition.evaluate(model)
        } catch {
            throw SwiftDataError.unsupportedPredicate.explained("It cannot be evaluated in memory: \(error)")
        }
    }

    // MARK: Single objects

    func loadRows(_ registry: EntityRegistry, keys: [Int64], overwriting: Bool) throws -> Set<Int64> {
        let wanted = keys.map { registry.identifier(forKey: $0, nil) }
        let snapshots = try snapshots(of: wanted, registry)
        _ = try instances(of: Array(snapshots.values), in: registry.graph, overwriting: overwriting)
        return Set(zip(keys, wanted).filter { snapshots[$0.1] == nil }.map(\.0))
    }

    /// The snapshots that the store has at hand, and the others from a fetch of their entity.
    private func snapshots(
        of wanted: [PersistentIdentifier],
        _ registry: EntityRegistry
    ) throws -> [PersistentIdentifier: Store.Snapshot] {
        let state = state(of: registry.graph)
        var found = try access { try $0.cachedSnapshots(for: wanted, editingState: state) }
        guard wanted.contains(where: { found[$0] == nil }) else { return found }
        let missing = Set(wanted.filter { found[$0] == nil })
        for snapshot in try allSnapshots(of: registry.plan.modelType, state)
        where missing.contains(snapshot.persistentIdentifier) {
            found[snapshot.persistentIdentifier] = snapshot
        }
        return found
    }

    private func allSnapshots<Model: PersistentModel>(
        of type: Model.Type,
        _ state: EditingState
    ) throws -> [Store.Snapshot] {
        let request = DataStoreFetchRequest(descriptor: FetchDescriptor<Model>(), editingState: state)
        return try access { try $0.fetch(request).fetchedSnapshots }
    }

    /// The targets as the owners' snapshots name them.
    func loadTargets(
        of property: PropertyPlan,
        owner: EntityRegistry,
        keys: [Int64]
    ) throws -> [Int64: [any PersistentModel]] {
        let wanted = keys.map { owner.identifier(forKey: $0, nil) }
        let snapshots = try snapshots(of: wanted, owner)
        var targets: [Int64: [any PersistentModel]] = [:]
        for (key, identifier) in zip(keys, wanted) {
            guard let snapshot = snapshots[identifier],
                let value = try SnapshotCapture.values(of: snapshot)[property.name]
            else { continue }
            let resolve = { owner.graph.instance(for: $0) }
            targets[key] = value.targets(resolve) ?? value.target(resolve).map { [$0] } ?? []
        }
        return targets
    }
}
