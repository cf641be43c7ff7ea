extension ModelContext {
    /// The instances that match, loaded `batchSize` at a time as they are read.
    ///
    /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` unless the descriptor leaves pending changes out, and
    ///   what ``fetch(_:)`` throws.
    public func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        batchSize: Int
    ) throws -> FetchResultsCollection<T> {
        let rows = try graph.rowReferences(descriptor)
        let graph = graph
        return FetchResultsCollection(count: rows.count, batchSize: batchSize) { range in
            graph.instances(of: rows[range], as: T.self)
        }
    }

    /// The identifiers of the instances that match, as a collection like the one of ``fetch(_:batchSize:)``.
    ///
    /// - Throws: What ``fetch(_:batchSize:)`` throws.
    public func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> {
        let rows = try graph.rowReferences(descriptor)
        let graph = graph
        return FetchResultsCollection(count: rows.count, batchSize: batchSize) { range in
            rows[range].map(graph.identifier)
        }
    }

    /// Calls `block` with every instance that matches, loading `batchSize` at a time and letting go of each batch.
    ///
    /// `block` may leave unsaved changes in the context only where `allowEscapingMutations` says so.
    ///
    /// - Throws: What `block` and ``fetch(_:)`` throw, and `SwiftDataError.modelValidationFailure` where changes were left
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
        var stored = descriptor
        stored.includePendingChanges = false
        let rows = try graph.rowReferences(stored)
        for start in stride(from: 0, to: rows.count, by: batchSize) {
            let batch = rows[start..<Swift.min(start + batchSize, rows.count)]
            let models = graph.instances(of: batch, as: T.self)
            try graph.throwReadFailure()
            for model in models where model._$state.graph != nil { try block(model) }
        }
    }
}

extension ObjectGraph {
    /// The rows that match, by key.
    func rowReferences<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [RowReference] {
        guard !descriptor.includePendingChanges else { throw SwiftDataError.includePendingChangesWithBatchSize }
        let registry = try requiredRegistry(for: Model.self)
        return try registry.store.fetchKeys(prepare(descriptor, registry), for: self)
    }

    /// The instances of some rows, loaded together.
    func instances<Model: PersistentModel>(of rows: ArraySlice<RowReference>, as type: Model.Type) -> [Model] {
        let models = rows.map { registries[$0.entity].instance(forKey: $0.key) }
        var waiting: [Int: [Int64]] = [:]
        for (row, model) in zip(rows, models) where model._$state.flags.contains(.fault) {
            waiting[row.entity, default: []].append(row.key)
        }
        for (entity, keys) in waiting {
            let registry = registries[entity]
            guard let missing = reading({ try registry.store.loadRows(registry, keys: keys, overwriting: false) })
            else { continue }
            for key in missing { registry.identities[key].map(markGone) }
        }
        return models.compactMap { $0 as? Model }
    }
}
