import Foundation

extension ObjectGraph {
    /// The instances that match, pending changes merged in where the descriptor asks for it.
    func fetch<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
        let registry = try requiredRegistry(for: Model.self)
        let request = try prepare(descriptor, registry)
        guard descriptor.includePendingChanges, try hasPendingChanges(touching: descriptor, registry) else {
            return try registry.store.fetch(request, into: self)
        }
        return try merged(descriptor, request, registry)
    }

    func count<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
        let registry = try requiredRegistry(for: Model.self)
        let request = try prepare(descriptor, registry)
        guard descriptor.includePendingChanges, try hasPendingChanges(touching: descriptor, registry) else {
            return try registry.store.count(request, for: self)
        }
        if descriptor.predicate == nil, descriptor.fetchLimit == nil, descriptor.fetchOffset == nil {
            let family = Set(registry.plan.family.map(\.index))
            let gone = deleted.count { family.contains(Int($0._$state.entity)) }
            let new = inserted.count { family.contains(Int($0._$state.entity)) }
            return try registry.store.count(request, for: self) - gone + new
        }
        return try merged(descriptor, request, registry).count
    }

    /// - Throws: `SwiftDataError.sortingPendingChangesWithIdentifiers` where a sorted list would have to include changes
    ///   that are not in the store.
    func fetchIdentifiers<Model: PersistentModel>(
        _ descriptor: FetchDescriptor<Model>
    ) throws -> [PersistentIdentifier] {
        let registry = try requiredRegistry(for: Model.self)
        let request = try prepare(descriptor, registry)
        guard descriptor.includePendingChanges, try hasPendingChanges(touching: descriptor, registry) else {
            return try registry.store.fetchKeys(request, for: self).map(identifier)
        }
        guard descriptor.sortBy.isEmpty else { throw SwiftDataError.sortingPendingChangesWithIdentifiers }
        return try merged(descriptor, request, registry).map(\.persistentModelID)
    }

    /// What matches: rows that the caller loads, or instances where unsaved changes had to be merged.
    enum Matches<Model: PersistentModel> {
        case stored([RowReference])
        case merged([Model])
    }

    func matches<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> Matches<Model> {
        let registry = try requiredRegistry(for: Model.self)
        let request = try prepare(descriptor, registry)
        guard descriptor.includePendingChanges, try hasPendingChanges(touching: descriptor, registry) else {
            return .stored(try registry.store.fetchKeys(request, for: self))
        }
        return .merged(try merged(descriptor, request, registry))
    }

    /// The stored rows that match, whatever is not saved.
    func storedMatches<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [RowReference] {
        let registry = try requiredRegistry(for: Model.self)
        return try registry.store.fetchKeys(prepare(descriptor, registry), for: self)
    }

    func identifier(of reference: RowReference) -> PersistentIdentifier {
        registries[reference.entity].identifier(forKey: reference.key, nil)
    }

    // MARK: Preparation

    func prepare<Model: PersistentModel>(
        _ descriptor: FetchDescriptor<Model>,
        _ registry: EntityRegistry
    ) throws -> RowRequest<Model> {
        catchUpWithOthers()
        try loadFailures.tell()
        let refreshes = try noticeExternalChanges(of: registry.store)
        if hasChanges {
            try resolveBatchDeletions()
            try propagateDeletions()
        }
        return RowRequest(
            descriptor: descriptor,
            registry: registry,
            offset: descriptor.fetchOffset,
            limit: descriptor.fetchLimit,
            refreshes: refreshes
        )
    }

    // MARK: Pending changes

    /// Whether the store's answer alone could be wrong: an entity that the fetch reads has unsaved changes.
    private func hasPendingChanges<Model: PersistentModel>(
        touching descriptor: FetchDescriptor<Model>,
        _ registry: EntityRegistry
    ) throws -> Bool {
        guard hasChanges else { return false }
        let family = Set(registry.plan.family.map(\.index))
        if isPending(family) { return true }
        let linked = try FetchTranslation.linkedEntities(descriptor, registry.plan, self)
        return !linked.isEmpty && isPending(linked)
    }

    private func isPending(_ entities: Set<Int>) -> Bool {
        func isOne(_ model: any PersistentModel) -> Bool { entities.contains(Int(model._$state.entity)) }
        return inserted.contains(where: isOne) || changed.contains(where: isOne) || deleted.contains(where: isOne)
    }

    /// The store's rows and the unsaved changes, put together in memory.
    private func merged<Model: PersistentModel>(
        _ descriptor: FetchDescriptor<Model>,
        _ request: RowRequest<Model>,
        _ registry: EntityRegistry
    ) throws -> [Model] {
        var open = request
        open.offset = nil
        open.limit = nil
        // A row that did not change itself may still match, fail or move: by what a link of it leads to.
        let movesOthers = isPending(try FetchTranslation.linkedEntities(descriptor, registry.plan, self))
        if movesOthers { open.descriptor.predicate = nil }
        let judgesAll = open.descriptor.predicate == nil && descriptor.predicate != nil
        if let limit = descriptor.fetchLimit, !movesOthers {
            // At most as many stored rows as there are pending ones can drop out or move.
            open.limit = max(limit, 0) + max(descriptor.fetchOffset ?? 0, 0) + changed.count + deleted.count
        }
        var found = try registry.store.fetch(open, into: self)
        var seen = Set(found.map { ObjectIdentifier($0) })
        let pending = [inserted, changed].joined().compactMap { $0 as? Model }
        found += pending.filter { seen.insert(ObjectIdentifier($0)).inserted }
        let condition = descriptor.predicate.map { CheckedPredicate($0) }
        let kept = withoutRecordingReads {
            found.filter { model in
                let flags = model._$state.flags
                if flags.contains(.deleted) || model._$state.graph !== self { return false }
                guard judgesAll || !flags.isDisjoint(with: [.inserted, .changed]) else { return true }
                return condition?.matches(model) ?? true
            }
        }
        return try sorted(kept, descriptor, registry).window(
            offset: descriptor.fetchOffset,
            limit: descriptor.fetchLimit
        )
    }

    private func sorted<Model: PersistentModel>(
        _ models: [Model],
        _ descriptor: FetchDescriptor<Model>,
        _ registry: EntityRegistry
    ) throws -> [Model] {
        // New rows without a key come last, in the order of their insertion.
        func position(_ model: Model) -> Int64 {
            let key = model._$state.key
            return key > 0 ? key : KeyGap.possibleKeys.upperBound - key
        }
        return try FetchTranslation.sorted(models, by: descriptor.sortBy, position: position)
    }
}
