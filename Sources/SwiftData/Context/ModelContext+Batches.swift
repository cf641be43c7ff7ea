extension ModelContext {
    /// The instances that match, loaded `batchSize` at a time as they are read.
    ///
    /// The same instances in the same order as those of ``fetch(_:)``. Unsaved changes that the descriptor includes are
    /// merged in memory, so the whole result is then loaded at once.
    ///
    /// Difference from Apple: a descriptor that includes pending changes, which is the default, is no error.
    ///
    /// - Throws: What ``fetch(_:)`` throws.
    public func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        batchSize: Int
    ) throws -> FetchResultsCollection<T> {
        let graph = graph
        switch try graph.matches(descriptor) {
        case .stored(let rows):
            return FetchResultsCollection(count: rows.count, batchSize: batchSize) { range in
                graph.instances(of: rows[range], as: T.self)
            }
        case .merged(let models): return FetchResultsCollection(models)
        }
    }

    /// The identifiers of the instances that match, as a collection like the one of ``fetch(_:batchSize:)``.
    ///
    /// - Throws: What ``fetchIdentifiers(_:)`` throws.
    public func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> {
        let graph = graph
        switch try graph.matches(descriptor) {
        case .stored(let rows):
            return FetchResultsCollection(count: rows.count, batchSize: batchSize) { range in
                rows[range].map(graph.identifier)
            }
        case .merged(let models):
            guard descriptor.sortBy.isEmpty else { throw SwiftDataError.sortingPendingChangesWithIdentifiers }
            return FetchResultsCollection(models.map(\.persistentModelID))
        }
    }

    /// Calls `block` with every instance that matches, loading `batchSize` at a time and letting go of each batch.
    ///
    /// `block` may leave unsaved changes in the context only where `allowEscapingMutations` says so.
    ///
    /// - Throws: What `block` and ``fetch(_:)`` throw, the store's error where a batch or what `block` read cannot be
    ///   loaded, and `SwiftDataError.modelValidationFailure` where changes were left
    ///   without leave; they stay pending.
    public func enumerate<T: PersistentModel>(
        _ fetch: FetchDescriptor<T>,
        batchSize: Int = 5_000,
        allowEscapingMutations: Bool = false,
        block: (T) throws -> Void
    ) throws {
        let wasClean = !hasChanges
        if !wasClean, fetch.includePendingChanges {
            for model in try self.fetch(fetch) { try block(model) }
        } else {
            try enumerateStored(fetch, batchSize: Swift.max(batchSize, 1), block)
        }
        try graph.loadFailures.tell()
        if wasClean, !allowEscapingMutations, hasChanges {
            throw SwiftDataError.modelValidationFailure.explained(
                "enumerate left changes in the context. Save inside the block, or pass allowEscapingMutations: true."
            )
        }
    }

    private func enumerateStored<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        batchSize: Int,
        _ block: (T) throws -> Void
    ) throws {
        let rows = try graph.storedMatches(descriptor)
        for start in stride(from: 0, to: rows.count, by: batchSize) {
            let batch = rows[start..<Swift.min(start + batchSize, rows.count)]
            let models = graph.instances(of: batch, as: T.self)
            try graph.loadFailures.tell()
            for model in models where model._$state.graph != nil { try block(model) }
        }
    }
}

extension ObjectGraph {
    /// The instances of some rows, loaded together.
    func instances<Model: PersistentModel>(of rows: ArraySlice<RowReference>, as type: Model.Type) -> [Model] {
        let models = rows.map { registries[$0.entity].instance(forKey: $0.key) }
        var waiting: [Int: [Int64]] = [:]
        for (row, model) in zip(rows, models) where model._$state.flags.contains(.fault) {
            waiting[row.entity, default: []].append(row.key)
        }
        for (entity, keys) in waiting {
            let registry = registries[entity]
            guard let missing = loading({ try registry.store.loadRows(registry, keys: keys, overwriting: false) })
            else { continue }
            for key in missing { registry.identities[key].map(markGone) }
        }
        return models.compactMap { $0 as? Model }
    }
}
