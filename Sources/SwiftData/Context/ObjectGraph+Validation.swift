extension ObjectGraph {
    /// Checks what the schema promises of every instance that a save would write.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure`, naming entity, property and identifier.
    func validate() throws {
        if let refusal = refusals.first { throw refusal }
        try checkDenials()
        for model in inserted { try validate(model, all: true) }
        for model in changed { try validate(model, all: false) }
        for owner in editedOwners where owner._$state.graph === self && !owner._$state.flags.contains(.deleted) {
            for ordinal in (owner._$state.extras?.baselines.keys).map({ $0.sorted() }) ?? [] {
                let property = plan(of: owner).properties[ordinal]
                if let relationship = property.relationship { try validate(owner, property, relationship) }
            }
        }
    }

    private func checkDenials() throws {
        for denial in denials {
            let remaining = currentTargets(of: denial.model, denial.property)
                .filter { !$0._$state.flags.contains(.deleted) }
            guard denial.model._$state.flags.contains(.deleted), !remaining.isEmpty else { continue }
            throw SwiftDataError.modelValidationFailure.explained(
                entity: plan(of: denial.model).name,
                property: denial.property.name,
                identifier: denial.model.persistentModelID,
                "forbids the deletion while \(remaining.count) linked objects exist (delete rule .deny)."
            )
        }
        denials.removeAll()
    }

    private func validate(_ model: any PersistentModel, all: Bool) throws {
        let state = model._$state
        for property in plan(of: model).properties {
            guard let relationship = property.relationship else { continue }
            guard all || state.isChanged(property.ordinal) else { continue }
            try validate(model, property, relationship)
        }
    }

    private func validate(
        _ model: any PersistentModel,
        _ property: PropertyPlan,
        _ relationship: RelationshipPlan
    ) throws {
        if !property.isToMany {
            guard !property.isOptional else { return }
            let target = currentTarget(of: model, property)
            guard target.map({ $0._$state.flags.contains(.gone) }) ?? true else { return }
            throw failure(model, property, "is not optional and has no target.")
        }
        guard relationship.minimumCount > 0 || relationship.maximumCount > 0 else { return }
        let count = currentTargets(of: model, property).filter { !$0._$state.flags.contains(.deleted) }.count
        if count < relationship.minimumCount {
            throw failure(model, property, "has \(count) objects; at least \(relationship.minimumCount) are needed.")
        }
        if relationship.maximumCount > 0, count > relationship.maximumCount {
            throw failure(model, property, "has \(count) objects; at most \(relationship.maximumCount) are allowed.")
        }
    }

    private func failure(_ model: any PersistentModel, _ property: PropertyPlan, _ reason: String) -> SwiftDataError {
        SwiftDataError.modelValidationFailure.explained(
            entity: plan(of: model).name,
            property: property.name,
            identifier: model.persistentModelID,
            reason
        )
    }
}
