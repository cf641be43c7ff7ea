extension ObjectGraph {
    /// Writes every unsaved change, one transaction for each store.
    ///
    /// - Returns: What was written, for the notifications.
    /// - Throws: `SwiftDataError.modelValidationFailure` or a `StoreError`; all changes then stay pending.
    func save(author: String?) throws -> SavedChanges {
        for _ in 0..<Self.optimisticAttempts {
            do {
                return try saveOnce(author: author)
            } catch let outdated as OutdatedContext {
                _ = try noticeExternalChanges(of: outdated.store)
            }
        }
        // Others save more often than this context can look at it: it looks while they wait for the lock.
        preparesUnderLock = true
        defer { preparesUnderLock = false }
        do {
            return try saveOnce(author: author)
        } catch is OutdatedContext {
            throw StoreError.locked
        }
    }

    /// How often a save starts anew because another process saved since the context last looked.
    private static let optimisticAttempts = 4

    private func saveOnce(author: String?) throws -> SavedChanges {
        try prepareSave(author: author)
        defer { prepared = nil }
        var saved = SavedChanges()
        let outcomes: [SaveOutcome]
        do {
            outcomes = try write((prepared?.parts ?? [])[...])
        } catch let overruled as OverruledCascades {
            // Others gave the instances another owner meanwhile: the rules run again on what the store has now.
            for cascade in overruled.cascades { adopt(cascade) }
            return try saveOnce(author: author)
        } catch is DataStoreError where !batchDeletions.isEmpty {
            // The store will not delete by this predicate after all: it gets the objects.
            try resolveBatchDeletions()
            return try saveOnce(author: author)
        } catch {
            notifyObserversOfMergedValues()
            throw error
        }
        guard let (parts, described) = prepared.map({ ($0.parts, $0.notice) }) else { return saved }
        var notice = described
        for ((store, changes), outcome) in zip(parts, outcomes) {
            markSaved(changes, outcome, &saved, &notice)
            if let token = outcome.historyToken { saved.historyTokens[store.identifier] = token }
            if let token = outcome.customToken { saved.customTokens.append(token) }
            outcome.afterwards?(self)
        }
        reconcileLists()
        notice.cleared = finishBatchDeletions()
        container.broadcast(notice)
        notifyObserversOfMergedValues()
        return saved
    }

    /// Runs the rules and checks, and divides the changes among the stores.
    private func prepareSave(author: String?) throws {
        catchUpWithOthers()
        try propagateDeletions()
        loadEditedLists()
        try validate()
        // What the checks could not load must not count as nothing.
        try loadFailures.tell()
        var notice = SaveNotice(origin: ObjectIdentifier(self))
        let parts = changesByStore(author: author)
        for (_, changes) in parts { describe(changes, in: &notice) }
        prepared = PreparedSave(author: author, parts: parts, notice: notice)
        PreparedSave.didPrepare?()
    }

    /// Called by a store inside the transaction of a save, where another process saved since the context last looked.
    ///
    /// - Returns: What is to be written now that the context has looked.
    /// - Throws: ``OutdatedContext`` where the save must start anew.
    func prepareAgain(for store: any GraphStore) throws -> GraphChanges {
        // Where several stores are written, others may have begun already.
        guard preparesUnderLock, let prepared, prepared.parts.count == 1 else { throw OutdatedContext(store: store) }
        _ = try noticeExternalChanges(of: store)
        try prepareSave(author: prepared.author)
        guard let parts = self.prepared?.parts, parts.count <= 1 else { throw OutdatedContext(store: store) }
        return parts.first?.1 ?? GraphChanges(author: prepared.author)
    }

    /// Writes to every store before the first of them commits, so that a failure of any leaves all as they were.
    private func write(_ parts: ArraySlice<(any GraphStore, GraphChanges)>) throws -> [SaveOutcome] {
        guard let (store, changes) = parts.first else { return [] }
        var rest: [SaveOutcome] = []
        let own = try store.save(changes, in: self) { rest = try write(parts.dropFirst()) }
        return [own] + rest
    }

    private func changesByStore(author: String?) -> [(any GraphStore, GraphChanges)] {
        var groups: [(store: any GraphStore, changes: GraphChanges)] = []
        func group(of model: any PersistentModel) -> Int {
            group(of: registries[Int(model._$state.entity)].store)
        }
        func group(of store: any GraphStore) -> Int {
            if let index = groups.firstIndex(where: { $0.store === store }) { return index }
            groups.append((store, GraphChanges(author: author)))
            return groups.count - 1
        }
        for deletion in batchDeletions { _ = group(of: deletion.store) }
        for model in inserted { groups[group(of: model)].changes.inserted.append(model) }
        for model in changed { groups[group(of: model)].changes.changed.append(model) }
        for model in deleted { groups[group(of: model)].changes.deleted.append(model) }
        // Each store stays locked while the next one is written: two contexts must come to them in one order.
        if groups.count > 1 { groups.sort { place(of: $0.store) < place(of: $1.store) } }
        return groups.map { ($0.store, $0.changes) }
    }

    private func place(of store: any GraphStore) -> Int {
        container.stores.firstIndex { $0 === store } ?? 0
    }

    /// What other contexts need to know, collected while it is still known.
    private func describe(_ changes: GraphChanges, in notice: inout SaveNotice) {
        for model in changes.inserted { recordOwners(of: model, mask: .max, in: &notice) }
        for model in changes.changed { recordOwners(of: model, mask: model._$state.dirty, in: &notice) }
        for model in changes.deleted { recordOwners(of: model, mask: .max, in: &notice) }
        for change in changedLists where change.owner._$state.graph === self {
            let state = change.owner._$state
            notice.lists.insert(ListReference(entity: Int(state.entity), key: state.key, ordinal: change.ordinal))
        }
    }

    /// The lists on the other side that an instance's links take part in.
    private func recordOwners(of model: any PersistentModel, mask: UInt64, in notice: inout SaveNotice) {
        for property in plan(of: model).properties where DirtyMask.contains(mask, property.ordinal) {
            guard let relationship = property.relationship, let inverse = relationship.inverse else { continue }
            let destination = relationship.destination.index
            func record(_ entity: Int, _ key: Int64) {
                notice.lists.insert(ListReference(entity: entity, key: key, ordinal: inverse.ordinal))
            }
            func record(_ target: any PersistentModel) {
                let state = target._$state
                if state.graph === self { record(Int(state.entity), state.key) }
            }
            notice.relinked.insert(destination)
            switch link(of: model, property.ordinal) {
            case .unset: break
            case .key(let key): record(destination, key)
            case .target(let target): target.map(record)
            case .targets(let targets), .stale(let targets): targets.forEach(record)
            }
            for key in model._$state.extras?.baselines[property.ordinal] ?? [] { record(destination, key) }
        }
    }

    /// Makes the instances clean after their rows were committed.
    private func markSaved(
        _ changes: GraphChanges,
        _ outcome: SaveOutcome,
        _ saved: inout SavedChanges,
        _ notice: inout SaveNotice
    ) {
        // Before anything is read again: a change that was written hides the value of a row no longer.
        for model in changes.changed { clean(model) }
        let mergedOnes = Set(outcome.merged.map { ObjectIdentifier($0.model) })
        for (model, key) in outcome.assignedKeys where !mergedOnes.contains(ObjectIdentifier(model)) {
            reregister(model, under: key)
        }
        for (model, key) in outcome.merged { takeOver(model, key, &saved, &notice) }
        for row in outcome.sideEffects { follow(row, &saved, &notice) }
        for model in changes.inserted where !mergedOnes.contains(ObjectIdentifier(model)) {
            clean(model)
            saved.inserted.append(model.persistentModelID)
            notice.inserted.append(reference(model))
        }
        for model in changes.changed {
            saved.updated.append(model.persistentModelID)
            notice.updated.append(reference(model))
        }
        if !changes.deleted.isEmpty { rowsHaveGone = true }
        for model in changes.deleted {
            saved.deleted.append(model.persistentModelID)
            notice.deleted.append(reference(model))
            leave(model)
        }
        inserted.removeAll { !$0._$state.flags.contains(.inserted) }
        changed.removeAll { !$0._$state.flags.contains(.changed) }
        deleted.removeAll { !$0._$state.flags.contains(.deleted) }
        for row in outcome.overruled { refreshWithLists([row.key], registries[row.entity]) }
    }

    /// A row that the save changed although its instance, if there is one, has no changes.
    private func follow(_ row: RowReference, _ saved: inout SavedChanges, _ notice: inout SaveNotice) {
        let registry = registries[row.entity]
        if registry.identities[row.key] != nil {
            _ = loading({ try registry.store.loadRows(registry, keys: [row.key], overwriting: true) })
        }
        saved.updated.append(registry.identifier(forKey: row.key, nil))
        notice.updated.append(row)
    }

    private func reference(_ model: any PersistentModel) -> RowReference {
        RowReference(entity: Int(model._$state.entity), key: model._$state.key)
    }

    private func clean(_ model: any PersistentModel) {
        let state = model._$state
        updateUndoWatches(of: model)
        state.flags.subtract([.inserted, .changed])
        state.clearChanges()
        state.extras?.mergeBases.removeAll()
    }

    private func leave(_ model: any PersistentModel) {
        let state = model._$state
        state.flags.subtract([.deleted, .deletePropagated, .cutOff, .changed])
        state.flags.insert(.gone)
        state.extras?.cascadeOrigin = nil
        state.clearChanges()
        registries[Int(state.entity)].unregister(state)
    }

    /// The key that the identity map knows the instance by is the one from before the save.
    private func reregister(_ model: any PersistentModel, under key: Int64) {
        let state = model._$state
        let registry = registries[Int(state.entity)]
        registry.rekey(state, to: key)
        replaceTemporaryIdentifier(of: state, registry, by: key)
    }

    private func replaceTemporaryIdentifier(of state: _ModelState, _ registry: EntityRegistry, by key: Int64) {
        guard let temporary = state.extras?.lastIdentifier else { return }
        state.extras?.lastIdentifier = nil
        AssignedIdentifiers.record(registry.identifier(forKey: key, nil), for: temporary)
    }

    /// A new instance became an update of a stored row.
    ///
    /// Where that row has an instance already, the two are told to be one: the new one forwards what is written to it.
    private func takeOver(
        _ model: any PersistentModel,
        _ key: Int64,
        _ saved: inout SavedChanges,
        _ notice: inout SaveNotice
    ) {
        let state = model._$state
        let registry = registries[Int(state.entity)]
        clean(model)
        if let survivor = registry.identities[key]?.model, survivor !== model {
            replaceTemporaryIdentifier(of: state, registry, by: key)
            registry.unregister(state)
            state.ensuredExtras.survivor = survivor
            _ = loading({ try registry.store.loadRows(registry, keys: [key], overwriting: true) })
            resetLists(of: survivor, registry.plan)
            replaceLinks(to: model, by: survivor, registry)
        } else {
            reregister(model, under: key)
            resetLists(of: model, registry.plan)
        }
        saved.updated.append(registry.identifier(forKey: key, nil))
        notice.updated.append(RowReference(entity: registry.plan.index, key: key))
    }

    /// Whoever points to the instance that was merged away points to the survivor now.
    private func replaceLinks(
        to loser: any PersistentModel,
        by survivor: any PersistentModel,
        _ registry: EntityRegistry
    ) {
        forEachHolder(of: registry.plan.root) { holder, property in
            switch link(of: holder, property.ordinal) {
            case .target(let target?) where target === loser: write(.target(survivor), on: holder, property)
            case .targets(let members) where members.contains(where: { $0 === loser }):
                let rest = members.filter { $0 !== loser && $0 !== survivor }
                write(.targets(rest + [survivor]), on: holder, property)
            default: break
            }
        }
    }

    /// The row may have members that the new instance did not know of.
    private func resetLists(of model: any PersistentModel, _ plan: EntityPlan) {
        for property in plan.properties where property.isToMany { write(.unset, on: model, property) }
    }

    func reconcileLists() {
        changedLists.removeAll()
        clearedLinks.removeAll()
        for member in membersWithOverruledCuts { member._$state.extras?.overruledCuts.removeAll() }
        membersWithOverruledCuts.removeAll()
        linkedMembers.removeAll()
        for owner in editedOwners {
            owner._$state.extras?.baselines.removeAll()
            owner._$state.extras?.agreedLinks.removeAll()
            owner._$state.extras?.pendingLinks.removeAll()
        }
        editedOwners.removeAll()
        revealHiddenTargets()
    }
}

/// What a save is about to write.
struct PreparedSave {
    /// Called when a save of the current task is prepared, before it begins to write.
    ///
    /// Tests let others save in between.
    @TaskLocal static var didPrepare: (@Sendable () -> Void)?

    let author: String?
    let parts: [(any GraphStore, GraphChanges)]
    let notice: SaveNotice
}

/// Thrown inside a save's transaction: another process saved, and the context has not looked at it yet.
struct OutdatedContext: Error {
    let store: any GraphStore
}

/// What a save wrote, for its notification.
struct SavedChanges {
    var inserted: [PersistentIdentifier] = []
    var updated: [PersistentIdentifier] = []
    var deleted: [PersistentIdentifier] = []
    var historyTokens: [String: Int64] = [:]
    var customTokens: [any HistoryToken] = []
}
