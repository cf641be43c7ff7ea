// To-many relationships set from their own side.

extension ObjectGraph {
    /// What one assignment made of a to-many relationship.
    private struct ListChange {
        let result: [any PersistentModel]
        let added: [any PersistentModel]
        let removed: [any PersistentModel]
        /// What counts as read from now on, where that is not the result.
        var lastRead: [any PersistentModel]?
        /// Whether more was done than removing members and adding others at the end.
        var isReordered = false
        /// Whether changes of others were joined with the assigned value.
        var isMerged = false
    }

    /// Sets a to-many relationship from its own side; `store` puts the new value into the slot.
    ///
    /// Others may have saved since the value was read. What they added stays, and what they removed stays removed: the
    /// assigned value is compared with what the property was last read as, or with `base` where one is given; members
    /// that are gone do not come back with such a value.
    ///
    /// - Returns: The members that the relationship has now.
    @discardableResult
    func setTargets(
        of model: any PersistentModel,
        _ ordinal: Int,
        to assigned: [any PersistentModel],
        comparedWith base: [any PersistentModel]? = nil,
        _ store: () -> Void
    ) -> [any PersistentModel] {
        let property = plan(of: model).properties[ordinal]
        catchUpWhereStale(assigned)
        var old = currentTargets(of: model, property)
        if catchUpWhereStale(old) { old = currentTargets(of: model, property) }
        let lastRead = lastReadTargets(of: model, ordinal)
        recordListEdit(model, ordinal)
        store()
        markChanged(model, ordinal)
        // An array that somebody holds may be older than a deletion.
        let hasGone = instancesHaveGone && assigned.contains { $0._$state.flags.contains(.gone) }
        let wanted = hasGone ? assigned.filter { !$0._$state.flags.contains(.gone) } : assigned
        let change = listChange(from: old, to: wanted, lastRead: lastRead, base: base)
        if property.isKeptInJoinTable { willChangeLinks(of: model, ordinal, change, old) }
        recordListChange(model, ordinal, adding: change.added, isReordered: change.isReordered)
        writeResult(change, of: assigned, on: model, property)
        for target in change.added { admitTarget(target, of: model, property) }
        if let inverse = property.relationship?.inverse { updateInverses(of: model, change, inverse) }
        return change.result
    }

    /// Called before a list in a join table changes: what the assignment does may be what others did since it was read.
    private func willChangeLinks(
        of model: any PersistentModel,
        _ ordinal: Int,
        _ change: ListChange,
        _ old: [any PersistentModel]
    ) {
        guard let extras = model._$state.extras, let baseline = extras.baselines[ordinal],
            change.isMerged || extras.agreedLinks[ordinal]?.isEmpty == false
        else { return }
        let present = Set(old.map(ObjectIdentifier.init))
        for (targets, isAddition) in [(change.added, true), (change.removed, false)] {
            for target in targets {
                let key = target._$state.key
                if present.contains(ObjectIdentifier(target)) != isAddition {
                    extras.willChangeLink(ordinal, to: key)
                } else if baseline.contains(key) == isAddition {
                    extras.recordAgreement(ordinal, on: key)
                }
            }
        }
    }

    private func listChange(
        from old: [any PersistentModel],
        to assigned: [any PersistentModel],
        lastRead: [any PersistentModel]?,
        base: [any PersistentModel]?
    ) -> ListChange {
        guard let base = base ?? lastRead else { return difference(old, assigned) }
        let merge = ListMerge(base: base, current: old, assigned: assigned)
        var change = ListChange(result: merge.result, added: merge.added, removed: merge.removed)
        change.isMerged = true
        change.isReordered = merge.isReordered
        guard let lastRead else { return change }
        // An assignment that was compared with another base is no reading of the whole value.
        change.lastRead =
            base.elementsEqual(lastRead, by: { $0 === $1 })
            ? assigned : ListMerge(base: base, current: lastRead, assigned: assigned).result
        return change
    }

    /// Puts the outcome into the slot, which has the assigned value already.
    private func writeResult(
        _ change: ListChange,
        of assigned: [any PersistentModel],
        on model: any PersistentModel,
        _ property: PropertyPlan
    ) {
        // Without a merge the result is the assigned value, less repetitions.
        let isSame = { (first: [any PersistentModel], second: [any PersistentModel]) in
            first.elementsEqual(second, by: { $0 === $1 })
        }
        if let lastRead = change.lastRead, !isSame(lastRead, change.result) {
            put(.targets(lastRead), on: model, property)
            write(.targets(change.result), on: model, property, isForeign: true)
        } else if change.isMerged ? !isSame(change.result, assigned) : change.result.count != assigned.count {
            write(.targets(change.result), on: model, property)
        }
    }

    private func updateInverses(of model: any PersistentModel, _ change: ListChange, _ inverse: PropertyPlan) {
        for target in change.removed { cutLink(on: target, inverse, to: model) }
        for target in change.added { linkBack(target, inverse, to: model) }
    }

    /// Makes the other end of a link that was made from its own side.
    func linkBack(_ target: any PersistentModel, _ inverse: PropertyPlan, to model: any PersistentModel) {
        guard target._$state.graph === self else { return }
        if inverse.isToMany {
            addLink(on: target, inverse, to: model)
        } else if currentTarget(of: target, inverse) !== model {
            pointBack(target, inverse, to: model)
        }
    }

    /// Members that came and went, and the new list without repetitions.
    ///
    /// Appending, the common case, compares pointers and builds nothing for one member.
    private func difference(_ old: [any PersistentModel], _ new: [any PersistentModel]) -> ListChange {
        if old.isEmpty, new.count <= 8 {
            let added = new.indices.filter { index in !new[..<index].contains { $0 === new[index] } }.map { new[$0] }
            return ListChange(result: added, added: added, removed: [])
        }
        if new.count == old.count + 1, let added = new.last, zip(old, new).allSatisfy({ $0 === $1 }) {
            let isMember = old.contains { $0 === added }
            return ListChange(result: isMember ? old : new, added: isMember ? [] : [added], removed: [])
        }
        let oldIDs = Set(old.map(ObjectIdentifier.init))
        if new.count >= old.count, zip(old, new).allSatisfy({ $0 === $1 }) {
            var seen = oldIDs
            let added = new[old.count...].filter { seen.insert(ObjectIdentifier($0)).inserted }
            return ListChange(result: old + added, added: added, removed: [])
        }
        var seen = Set<ObjectIdentifier>()
        let unique = new.filter { seen.insert(ObjectIdentifier($0)).inserted }
        let added = unique.filter { !oldIDs.contains(ObjectIdentifier($0)) }
        let removed = old.filter { !seen.contains(ObjectIdentifier($0)) }
        let kept = old.filter { seen.contains(ObjectIdentifier($0)) }
        let isReordered = !unique.elementsEqual(kept + added, by: { $0 === $1 })
        return ListChange(result: unique, added: added, removed: removed, isReordered: isReordered)
    }

    // MARK: What was read

    /// What a to-many relationship was last read as; nil where that is what it has now.
    private func lastReadTargets(of model: any PersistentModel, _ ordinal: Int) -> [any PersistentModel]? {
        var reader = ReadVisitor()
        model._$visit(ordinal, &reader)
        return reader.lastRead
    }

    /// Called when a to-many relationship that others changed is read: an assignment may build on its members now.
    func recordRead(of model: any PersistentModel, _ ordinal: Int) {
        guard !ignoresReads else { return }
        var recorder = ReadVisitor(recordsRead: true)
        model._$visit(ordinal, &recorder)
    }

    /// Runs framework code that reads properties as any code would, which the user does not see.
    func withoutRecordingReads<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = ignoresReads
        ignoresReads = true
        defer { ignoresReads = outer }
        return try body()
    }

    /// Runs an assignment that is to be compared with a value other than the last one read.
    func assigning(comparedWith base: [any PersistentModel], _ body: () -> Void) {
        assignmentBase = base
        defer { assignmentBase = nil }
        body()
    }
}
