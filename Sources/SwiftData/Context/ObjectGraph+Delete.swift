extension ObjectGraph {
    /// Marks an instance for deletion.
    ///
    /// One that was never saved is just dropped.
    ///
    /// - Parameters:
    ///   - model: What is deleted.
    ///   - owner: The deleted instance whose delete rule asks for it; nil where somebody deletes it by itself.
    func delete(_ model: any PersistentModel, following owner: (any PersistentModel)? = nil) {
        let state = model._$state
        if let survivor = state.extras?.survivor { return delete(survivor, following: owner) }
        guard state.graph === self else {
            if state.graph != nil { refuseDeletion(of: model) }
            return
        }
        // What somebody deletes by itself does not depend on any rule, whatever happens to the owner.
        state.extras?.cascadeOrigin = nil
        guard !state.flags.contains(.deleted), !isAbandoned else { return }
        undoRecorder?.didDelete(model, following: owner)
        if state.flags.contains(.inserted) {
            drop(model)
        } else {
            // Its last values are kept for whoever still holds it.
            loadAllAttributes(of: model)
            guard state.graph === self else { return }
            if state.flags.contains(.changed) { changed.remove(model) }
            state.flags.remove(.changed)
            state.flags.insert(.deleted)
            deleted.append(model)
        }
        recordChange(of: Int(state.entity))
    }

    private func refuseDeletion(of model: any PersistentModel) {
        refusals.append(
            SwiftDataError.modelValidationFailure.explained(
                "An instance of \(type(of: model)) was deleted in a context that it does not belong to."
            )
        )
    }

    /// Takes an instance that was never saved out of the context and out of every list.
    private func drop(_ model: any PersistentModel) {
        let state = model._$state
        let registry = registries[Int(state.entity)]
        inserted.remove(model)
        // What goes with it may lead back to it.
        state.flags.insert(.deleted)
        for property in registry.plan.properties {
            guard let relationship = property.relationship else { continue }
            let targets = loadedTargets(of: model, property)
            if relationship.deleteRule == .cascade {
                for target in targets { delete(target, following: model) }
            } else if let inverse = relationship.inverse {
                for target in targets { cutLink(on: target, inverse, to: model) }
            }
        }
        if hasOneWayLinks(to: registry.plan.root) { nullifyUnsavedLinks(to: model, registry.plan.root) }
        state.flags = [.gone]
        instancesHaveGone = true
        state.clearChanges()
        registry.unregister(state)
    }

    func loadAllAttributes(of model: any PersistentModel) {
        let state = model._$state
        guard state.flags.contains(.fault) else { return }
        let registry = registries[Int(state.entity)]
        let keys = registry.takeFaultBatch(including: state.key)
        guard let missing = loading({ try registry.store.loadRows(registry, keys: keys, overwriting: false) }) else {
            return
        }
        for key in missing { registry.identities[key].map(markGone) }
    }

    /// Runs the delete rules of everything that was deleted since the last time, until nothing new is deleted.
    ///
    /// - Throws: What the store throws while the targets are loaded; the rules then run again the next time.
    func propagateDeletions() throws {
        while true {
            let fresh = deleted.filter { !$0._$state.flags.contains(.deletePropagated) }
            guard !fresh.isEmpty else { return }
            for model in fresh { model._$state.flags.formUnion([.deletePropagated, .cutOff]) }
            do {
                try propagate(fresh)
            } catch {
                for model in fresh { model._$state.flags.remove(.deletePropagated) }
                throw error
            }
        }
    }

    private func propagate(_ models: [any PersistentModel]) throws {
        let groups = Dictionary(grouping: models, by: { Int($0._$state.entity) }).sorted { $0.key < $1.key }
        for (entity, models) in groups { try propagate(models, registries[entity]) }
        // A list that could not be loaded has looked empty to its rule.
        try loadFailures.tell()
    }

    private func propagate(_ models: [any PersistentModel], _ registry: EntityRegistry) throws {
        for property in registry.plan.properties {
            guard let relationship = property.relationship else { continue }
            try loadTargets(of: models, property, registry)
            for model in models {
                apply(relationship, property, to: model)
            }
        }
        nullifyOneWayLinks(to: models, registry)
    }

    /// What leads one way to an instance that was never saved is itself not saved.
    private func nullifyUnsavedLinks(to model: any PersistentModel, _ hierarchy: EntityPlan) {
        let gone: Set = [ObjectIdentifier(model)]
        for holder in [inserted, changed].joined() {
            for property in plan(of: holder).properties {
                guard let relationship = property.relationship, relationship.inverse == nil,
                    relationship.destination.root === hierarchy
                else { continue }
                nullifyLinks(of: holder, property, to: gone)
            }
        }
    }

    /// One statement for all that are not loaded.
    private func loadTargets(
        of models: [any PersistentModel],
        _ property: PropertyPlan,
        _ registry: EntityRegistry
    ) throws {
        let waiting = models.filter { model in
            switch link(of: model, property.ordinal) {
            case .unset, .stale: true
            default: false
            }
        }
        guard waiting.count > 1, property.columnIndex == nil else { return }
        let found = try registry.store.loadTargets(of: property, owner: registry, keys: waiting.map { $0._$state.key })
        for model in waiting {
            let stored = found[model._$state.key] ?? []
            if property.isToMany {
                fill(model, property, withStored: stored)
            } else {
                put(.target(stored.first), on: model, property)
            }
        }
    }

    private func apply(_ relationship: RelationshipPlan, _ property: PropertyPlan, to model: any PersistentModel) {
        let targets = currentTargets(of: model, property).filter { !$0._$state.flags.contains(.deleted) }
        switch relationship.deleteRule {
        case .cascade:
            for target in targets { cascade(to: target, from: model, relationship) }
        case .nullify:
            guard let inverse = relationship.inverse else { return }
            for target in targets { cutLink(on: target, inverse, to: model) }
        case .deny:
            guard !targets.isEmpty else { return }
            denials.append(Denial(model: model, property: property, count: targets.count))
        case .noAction:
            break
        @unknown default:
            break
        }
    }

    /// Relationships without an inverse that point to a deleted instance point to nothing: in the store by foreign key,
    /// here by hand.
    func nullifyOneWayLinks(
        to models: [any PersistentModel],
        _ registry: EntityRegistry,
        byOthers: Bool = false
    ) {
        guard hasOneWayLinks(to: registry.plan.root) else { return }
        let gone = Set(models.map(ObjectIdentifier.init))
        forEachHolder(of: registry.plan.root) { holder, property in
            guard property.relationship?.inverse == nil else { return }
            nullifyLinks(of: holder, property, to: gone, isForeign: byOthers)
        }
    }

    /// Calls `body` with every live instance and every relationship of it that leads to a hierarchy of entities.
    func forEachHolder(of hierarchy: EntityPlan, _ body: (any PersistentModel, PropertyPlan) -> Void) {
        for other in registries {
            let leading = other.plan.properties.filter { $0.relationship?.destination.root === hierarchy }
            guard !leading.isEmpty else { continue }
            var holders: [any PersistentModel] = []
            other.identities.forEach { state in
                if let model = state.model, Int(state.entity) == other.plan.index { holders.append(model) }
            }
            for holder in holders {
                for property in leading { body(holder, property) }
            }
        }
    }

    /// Whether anything points to a hierarchy without being pointed back to.
    func hasOneWayLinks(to hierarchy: EntityPlan) -> Bool {
        registries.contains { other in
            other.plan.properties.contains { property in
                guard let relationship = property.relationship, relationship.inverse == nil else { return false }
                return relationship.destination.root === hierarchy
            }
        }
    }

    private func nullifyLinks(
        of holder: any PersistentModel,
        _ property: PropertyPlan,
        to gone: Set<ObjectIdentifier>,
        isForeign: Bool = false
    ) {
        switch link(of: holder, property.ordinal) {
        case .target(let target?) where gone.contains(ObjectIdentifier(target)) && property.isOptional:
            write(.target(nil), on: holder, property)
            if !isForeign { recordCleared(ClearedLink(holder: holder, property: property, target: target)) }
        case .targets(let targets) where targets.contains(where: { gone.contains(ObjectIdentifier($0)) }):
            let rest = targets.filter { !gone.contains(ObjectIdentifier($0)) }
            write(.targets(rest), on: holder, property, isForeign: isForeign)
            guard !isForeign else { return }
            for target in targets where gone.contains(ObjectIdentifier(target)) {
                recordCleared(ClearedLink(holder: holder, property: property, target: target))
            }
        default: return
        }
    }

    func recordCleared(_ link: ClearedLink) { if !isAbandoned { clearedLinks.append(link) } }
}

/// A deletion that a `.deny` rule forbids.
struct Denial {
    let model: any PersistentModel
    let property: PropertyPlan
    let count: Int
}
