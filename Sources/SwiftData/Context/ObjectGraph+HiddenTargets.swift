// One to one: this context gave a target to one instance, and has not saved that yet; another context gave it to a second
// one, and has. The second one's row has the target, which this context's save is going to take from it. Until then the
// second instance has none here. Whenever a claim may have ended, its link is a key again, and is looked at anew when it is
// next read.

extension ObjectGraph {
    /// The instance that a key in the slot of a to-one relationship leads to; nil where an unsaved change gave it to another, or
    /// deleted it and the link leads one way.
    func target(
        forKey key: Int64,
        of model: any PersistentModel,
        _ property: PropertyPlan,
        _ relationship: RelationshipPlan
    ) -> (any PersistentModel)? {
        let registry = registry(of: relationship.destination)
        if hasChanges, property.isOneToOneKey, property.isOptional, !model._$state.isChanged(property.ordinal),
            isClaimed(key, by: model, relationship, registry)
        {
            hide(key, model, property.ordinal)
            return nil
        }
        let target = registry.instance(forKey: key)
        guard relationship.inverse == nil, property.isOptional, target._$state.flags.contains(.deleted) else {
            return target
        }
        // A link that nothing leads back from: others made it, and the delete rules cannot find it.
        recordCleared(ClearedLink(holder: model, property: property, target: target))
        put(.target(nil), on: model, property)
        return nil
    }

    /// Whether an unsaved change links the instance of a row to another one.
    private func isClaimed(
        _ key: Int64,
        by model: any PersistentModel,
        _ relationship: RelationshipPlan,
        _ registry: EntityRegistry
    ) -> Bool {
        // Whoever claims it holds it, and both ends were marked as changed.
        guard let inverse = relationship.inverse, inverse.columnIndex == nil,
            let target = registry.identities[key]?.model,
            target._$state.isChanged(inverse.ordinal), let holder = currentTarget(of: target, inverse)
        else { return false }
        return holder !== model
    }

    private func hide(_ key: Int64, _ model: any PersistentModel, _ ordinal: Int) {
        let extras = model._$state.ensuredExtras
        if extras.hiddenTargets.isEmpty { hidingModels.append(model) }
        extras.hiddenTargets[ordinal] = key
    }

    /// Called when a link changes, and when all unsaved changes have ended.
    func revealHiddenTargets() {
        guard !hidingModels.isEmpty else { return }
        let models = hidingModels
        hidingModels = []
        for model in models {
            guard let hidden = model._$state.extras?.hiddenTargets, !hidden.isEmpty else { continue }
            model._$state.extras?.hiddenTargets = [:]
            guard model._$state.graph === self else { continue }
            for (ordinal, key) in hidden { reveal(key, of: model, plan(of: model).properties[ordinal]) }
        }
    }

    private func reveal(_ key: Int64, of model: any PersistentModel, _ property: PropertyPlan) {
        guard !model._$state.isChanged(property.ordinal), case .target(nil) = link(of: model, property.ordinal),
            let relationship = property.relationship, let inverse = relationship.inverse
        else { return }
        write(.key(key), on: model, property)
        guard let target = registry(of: relationship.destination).identities[key]?.model else { return }
        write(.unset, on: target, inverse)
    }
}
