// Deletions that follow from another one. They hold as long as the instance belongs to the deleted owner.

extension ObjectGraph {
    /// Deletes a target by rule, and remembers that it was by rule.
    func cascade(
        to target: any PersistentModel,
        from model: any PersistentModel,
        _ relationship: RelationshipPlan
    ) {
        delete(target, following: model)
        guard let inverse = relationship.inverse, inverse.isMirroredKey, target._$state.flags.contains(.deleted) else {
            return
        }
        target._$state.ensuredExtras.cascadeOrigin = CascadeOrigin(owner: model, property: inverse)
    }

    /// Owners that this context deleted, too, take along what nobody but this context has given to them.
    func cascadeToUnsaved(from owners: [any PersistentModel]) {
        guard !owners.isEmpty else { return }
        let identities = Set(owners.map(ObjectIdentifier.init))
        for holder in [Array(inserted), Array(changed)].joined() {
            for property in plan(of: holder).properties {
                guard let inverse = property.relationship?.inverse, let rule = inverse.relationship,
                    rule.deleteRule == .cascade,
                    case .target(let owner?) = link(of: holder, property.ordinal),
                    identities.contains(ObjectIdentifier(owner))
                else { continue }
                cascade(to: holder, from: owner, rule)
            }
        }
    }

    /// Takes back a deletion that followed from another one by a cascade, where others changed the owner since: the rule
    /// does not reach the instance any more.
    func revertCascade(to model: any PersistentModel) {
        let state = model._$state
        guard state.flags.contains(.deleted), let origin = state.extras?.cascadeOrigin,
            !state.isChanged(origin.property.ordinal),
            currentTarget(of: model, origin.property) !== origin.owner
        else { return }
        var waiting: [any PersistentModel] = [model]
        while let next = waiting.popLast() {
            revertDeletion(of: next)
            waiting += deleted.filter { $0._$state.extras?.cascadeOrigin?.owner === next }
        }
        // The owner that it has now may be one from which it was cut before.
        cutAgain(model, origin.property)
    }

    /// Takes back a deletion by a rule that a save found to be out of date.
    func adopt(_ cascade: OverruledCascades.Cascade) {
        let registry = registries[cascade.row.entity]
        guard let model = registry.identities[cascade.row.key]?.model else { return }
        let property = registry.plan.properties[cascade.ordinal]
        let lists = ownerLists(of: model)
        let link: LinkReader.Link = cascade.owner.map { .key($0) } ?? (property.isOptional ? .target(nil) : .unset)
        write(link, on: model, property)
        revertCascade(to: model)
        refreshWithLists([cascade.row.key], registry)
        lists.forEach(mergeList)
    }
}

/// Why an instance is deleted that nobody deleted by itself.
struct CascadeOrigin {
    /// The deleted owner.
    let owner: any PersistentModel
    /// The property that leads to the owner.
    let property: PropertyPlan
}

/// Thrown inside a save's transaction: instances that a rule deletes belong to somebody else in the store, or to nobody.
struct OverruledCascades: Error {
    struct Cascade {
        let row: RowReference
        /// The property that leads to the owner.
        let ordinal: Int
        /// The owner that the store has.
        let owner: Int64?
    }

    let cascades: [Cascade]
}
