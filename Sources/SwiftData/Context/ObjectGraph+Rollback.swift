extension ObjectGraph {
    /// Drops everything that is not saved: new instances leave the context with their values, deleted ones are back,
    /// changed ones have the store's values again.
    func rollback() {
        loadFailures.clear()
        let fresh = inserted
        let restored = Array(changed) + Array(deleted) + clearedLinks.map(\.holder)
        let owners = editedOwners
        let roots = Set(deleted.map { plan(of: $0).root.index }).sorted().map { registries[$0].plan }
        inserted.removeAll()
        changed.removeAll()
        deleted.removeAll()
        batchDeletions = []
        denials = []
        refusals = []
        for model in fresh {
            let state = model._$state
            state.flags = []
            state.clearChanges()
            registries[Int(state.entity)].unregister(state)
        }
        for owner in owners where owner._$state.graph === self { revertReading(of: owner) }
        reconcileLists()
        restore(restored.filter { $0._$state.graph === self })
        // Lists that were read without the members that had left them here.
        for model in restored where model._$state.graph === self { ownerLists(of: model).forEach(mergeList) }
        for owner in owners where owner._$state.graph === self { resetLists(of: owner) }
        for root in roots { reloadLists(leadingTo: root) }
    }

    /// Lists that were read while members of theirs were deleted lack them.
    func reloadLists(leadingTo hierarchy: EntityPlan) {
        forEachHolder(of: hierarchy) { holder, property in
            guard property.isToMany, !holder._$state.flags.contains(.inserted), isCurrent(holder, property.ordinal)
            else { return }
            write(.unset, on: holder, property)
        }
    }

    /// Gives relationships that lead one way to an instance their target again, whose deletion was taken back.
    func restoreOneWayLinks(to target: any PersistentModel) {
        for cleared in clearedLinks where cleared.target === target && cleared.holder._$state.graph === self {
            restore(cleared, to: target)
        }
        clearedLinks.removeAll { $0.target === target }
    }

    private func restore(_ cleared: ClearedLink, to target: any PersistentModel) {
        let (holder, property) = (cleared.holder, cleared.property)
        switch link(of: holder, property.ordinal) {
        case .target(nil) where holder._$state.flags.contains(.inserted) || holder._$state.isChanged(property.ordinal):
            write(.target(target), on: holder, property)
        // Others may have changed the row.
        case .target(nil): write(.unset, on: holder, property)
        // One that is out of date is loaded again, and keeps what this context has put in.
        case .targets, .stale:
            guard edit(holder, property, .find(target)) == .absent else { return }
            notifyingObservers(of: holder, property) { _ = edit(holder, property, .append(target)) }
        default: break
        }
    }

    private func restore(_ models: [any PersistentModel]) {
        for (entity, group) in Dictionary(grouping: models, by: { Int($0._$state.entity) }) {
            let registry = registries[entity]
            for model in group {
                let state = model._$state
                // Not a fault any more either: what was set before its row was read must not stay.
                state.flags.subtract([.changed, .deleted, .deletePropagated, .cutOff, .fault])
                state.clearChanges()
                state.extras?.cascadeOrigin = nil
                resetLists(of: model)
            }
            let keys = group.map { $0._$state.key }.filter { $0 > 0 }
            guard let missing = loading({ try registry.store.loadRows(registry, keys: keys, overwriting: true) }) else {
                continue
            }
            for key in missing { registry.identities[key].map(markGone) }
        }
    }

    /// What was read counts from now on without the changes that are dropped.
    private func revertReading(of owner: any PersistentModel) {
        guard let extras = owner._$state.extras else { return }
        for ordinal in extras.baselines.keys {
            let stored = extras.storedKeys(ordinal)
            let property = plan(of: owner).properties[ordinal]
            guard isLoaded(owner, ordinal), let relationship = property.relationship,
                case .targets(let members) = link(of: owner, ordinal)
            else { continue }
            let missing = stored.subtracting(members.map { $0._$state.key })
            let identities = registry(of: relationship.destination).identities
            let removed = missing.compactMap { identities[$0]?.model }
            put(.targets(members.filter { stored.contains($0._$state.key) } + removed), on: owner, property)
        }
    }

    /// Relationships that the row does not hold are loaded again when they are next read.
    private func resetLists(of model: any PersistentModel) {
        for property in plan(of: model).properties where property.relationship != nil && property.columnIndex == nil {
            guard isCurrent(model, property.ordinal) else { continue }
            write(.unset, on: model, property)
        }
    }
}
