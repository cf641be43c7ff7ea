extension ObjectGraph {
    /// Registers an instance and everything reachable from it.
    ///
    /// Registering one twice does nothing.
    func insert(_ model: any PersistentModel) {
        guard !isAbandoned else { return }
        var waiting: [any PersistentModel] = [model]
        var isAlone = true
        while let next = waiting.popLast() {
            let wasGone = next._$state.flags.contains(.gone)
            if admit(next) { waiting.append(contentsOf: adoptLinks(of: next, again: wasGone).reversed()) }
            if !waiting.isEmpty { isAlone = false }
        }
        recordChange(of: isAlone && model._$state.graph === self ? Int(model._$state.entity) : nil)
    }

    /// Registers one instance; false where it was in the context already or cannot be.
    private func admit(_ model: any PersistentModel) -> Bool {
        let state = model._$state
        if let owner = state.graph {
            if owner === self { revive(model) } else { refuse(model, "belongs to another context") }
            return false
        }
        guard let registry = registry(for: type(of: model)) else {
            refuse(model, "is of a class that this container's schema does not name")
            return false
        }
        let key = registry.store.newKey(for: registry.plan) ?? temporaryKey()
        if key < 0 {
            state.ensuredExtras.lastIdentifier = PersistentIdentifier.temporary(entityName: registry.plan.name)
        }
        state.flags = [.inserted]
        state.clearChanges()
        registry.register(model, state, key: key, epoch: seenEpoch)
        inserted.append(model)
        undoRecorder?.didInsert(model)
        return true
    }

    /// Takes back a deletion that was not saved.
    private func revive(_ model: any PersistentModel) {
        let state = model._$state
        guard state.flags.contains(.deleted) else { return }
        revertDeletion(of: model)
        undoRecorder?.didInsert(model)
    }

    func revertDeletion(of model: any PersistentModel) {
        let state = model._$state
        let wasCutOff = state.flags.contains(.cutOff)
        state.flags.subtract([.deleted, .deletePropagated, .cutOff])
        state.extras?.cascadeOrigin = nil
        deleted.remove(model)
        if wasCutOff { relink(model) }
        if !membersWithOverruledCuts.isEmpty { discardOverruledCuts(from: model) }
        let hierarchy = plan(of: model).root
        if hasOneWayLinks(to: hierarchy) {
            restoreOneWayLinks(to: model)
            reloadLists(leadingTo: hierarchy)
        }
        if state.dirty != 0 {
            state.flags.insert(.changed)
            changed.append(model)
        }
    }

    /// Gives a deletion that was taken back its links again: what the delete rules cut on the other side.
    ///
    /// A target that has another owner by now stays there.
    private func relink(_ model: any PersistentModel) {
        for property in plan(of: model).properties {
            guard let relationship = property.relationship, let inverse = relationship.inverse else { continue }
            let loaded = loadedTargets(of: model, property)
            let cutOff = membersCutOff(from: model, relationship, inverse)
            // A list that was read without them is read again.
            if !cutOff.isEmpty { put(.unset, on: model, property) }
            for target in loaded + cutOff where target._$state.graph === self {
                if hasOtherOwner(target, inverse, than: model) {
                    put(.unset, on: model, property)
                } else {
                    completeInverse(of: model, target: target, inverse)
                }
            }
        }
    }

    /// Members that a rule of this context cut from a deleted owner.
    ///
    /// A list that was read again since, after another process had saved, lacks them.
    private func membersCutOff(
        from owner: any PersistentModel,
        _ relationship: RelationshipPlan,
        _ inverse: PropertyPlan
    ) -> [any PersistentModel] {
        guard staleEpoch > 0, inverse.isMirroredKey else { return [] }
        let (key, entities) = (owner._$state.key, Set(relationship.destination.family.map(\.index)))
        return changed.filter { member in
            entities.contains(Int(member._$state.entity)) && cutOwner(of: member, inverse) == key
        }
    }

    /// Whether the one end of a link leads to another instance, which is not deleted.
    private func hasOtherOwner(
        _ target: any PersistentModel,
        _ inverse: PropertyPlan,
        than model: any PersistentModel
    ) -> Bool {
        guard !inverse.isToMany, target._$state.graph === self, let owner = currentTarget(of: target, inverse),
            owner !== model
        else { return false }
        return owner._$state.graph === self && !owner._$state.flags.contains(.deleted)
    }

    func refuseLink(to target: any PersistentModel, of model: any PersistentModel, _ property: PropertyPlan) {
        refusals.append(
            SwiftDataError.modelValidationFailure.explained(
                "\(plan(of: model).name).\(property.name) was linked to an instance that belongs to another context. "
                    + "Fetch it in this context by its persistentModelID."
            )
        )
    }

    private func refuse(_ model: any PersistentModel, _ reason: String) {
        refusals.append(
            SwiftDataError.modelValidationFailure.explained(
                "An instance of \(type(of: model)) was inserted that \(reason). It will not be saved."
            )
        )
    }

    /// Keys below zero stand for rows that have none yet.
    private func temporaryKey() -> Int64 {
        lastTemporaryKey -= 1
        return lastTemporaryKey
    }

    /// Completes the other side of every link of a new instance, and gives the targets that are new themselves.
    ///
    /// An instance that was deleted and comes again does not take targets from whoever owns them by now.
    private func adoptLinks(of model: any PersistentModel, again: Bool) -> [any PersistentModel] {
        var fresh: [any PersistentModel] = []
        for property in registries[Int(model._$state.entity)].plan.properties {
            guard let relationship = property.relationship else { continue }
            var targets = loadedTargets(of: model, property)
            if again, let inverse = relationship.inverse {
                targets = targetsWithoutOwner(among: targets, inverse, of: model, property)
            }
            if property.isToMany, !targets.isEmpty { recordListChange(model, property.ordinal) }
            for target in targets {
                if let owner = target._$state.graph, owner !== self {
                    refuseLink(to: target, of: model, property)
                    continue
                }
                if target._$state.graph == nil { fresh.append(target) }
                if let inverse = relationship.inverse { completeInverse(of: model, target: target, inverse) }
            }
        }
        return fresh
    }

    /// The targets that have no other owner; the others leave the slot.
    private func targetsWithoutOwner(
        among targets: [any PersistentModel],
        _ inverse: PropertyPlan,
        of model: any PersistentModel,
        _ property: PropertyPlan
    ) -> [any PersistentModel] {
        let rest = targets.filter { !hasOtherOwner($0, inverse, than: model) }
        guard rest.count != targets.count else { return targets }
        if property.isToMany {
            put(.targets(rest), on: model, property)
        } else if property.isOptional {
            put(.target(nil), on: model, property)
        }
        return rest
    }

    private func completeInverse(of model: any PersistentModel, target: any PersistentModel, _ inverse: PropertyPlan) {
        if inverse.isToMany {
            addLink(on: target, inverse, to: model)
        } else {
            pointBack(target, inverse, to: model)
        }
    }
}
