// To-many relationships that other contexts changed.

extension ObjectGraph {
    /// A list that another context changed is loaded again when it is next used.
    ///
    /// Changes of this context are joined with the other's then; see ``fill(_:_:withStored:)``.
    func mergeList(_ list: ListReference) {
        guard let state = registries[list.entity].identities[list.key], let model = state.model else { return }
        guard !state.flags.contains(.inserted) else { return }
        let property = registries[Int(state.entity)].plan.properties[list.ordinal]
        // Delete rules run again: there may be new targets.
        if state.flags.contains(.deleted) {
            state.flags.remove(.deletePropagated)
            // A link that the row holds came with the row, unless it has an unsaved change: the rules need that one.
            if property.columnIndex == nil { put(.unset, on: model, property) }
            return
        }
        if property.isToMany {
            if isCurrent(model, list.ordinal) { write(.unset, on: model, property) }
        } else if property.columnIndex == nil, isLoaded(model, list.ordinal) {
            write(.unset, on: model, property)
        }
    }

    /// Lists of an instance that may have changed since it was last looked at.
    func dropStaleLists(of state: _ModelState, seenAt epoch: UInt32) {
        guard let model = state.model, epoch < registries[Int(state.entity)].linksChangedEpoch,
            !state.flags.contains(.inserted)
        else { return }
        for property in registries[Int(state.entity)].plan.properties {
            guard property.relationship != nil, property.columnIndex == nil, isCurrent(model, property.ordinal) else {
                continue
            }
            put(.unset, on: model, property)
            // Delete rules run again: there may be new targets.
            state.flags.remove(.deletePropagated)
        }
    }

    /// Loads the lists that both this context and others changed: a save writes them.
    func loadEditedLists() {
        for owner in editedOwners where owner._$state.graph === self {
            for ordinal in owner._$state.extras?.baselines.keys.sorted() ?? [] {
                if case .stale = link(of: owner, ordinal) { load(owner, ordinal) }
            }
        }
    }

    /// Gives a to-many relationship the members that the store has, joined with the changes of this context.
    func fill(
        _ model: any PersistentModel,
        _ property: PropertyPlan,
        withStored stored: [any PersistentModel]
    ) {
        let extras = model._$state.extras
        let baseline = extras?.baselines[property.ordinal]
        var storedKeys = baseline == nil ? [] : Set(stored.map { $0._$state.key })
        guard let baseline, case .stale(let members) = link(of: model, property.ordinal) else {
            if baseline != nil { extras?.baselines[property.ordinal] = storedKeys }
            return put(.targets(withPendingLinks(stored, model, property)), on: model, property)
        }
        if property.isKeptInJoinTable {
            // Lists are loaded without members whose deletion is pending.
            let identities = property.relationship.map { registry(of: $0.destination).identities }
            storedKeys.formUnion(baseline.filter { identities?[$0]?.flags.contains(.deleted) ?? false })
            let own = Set(members.lazy.filter { $0._$state.graph === self }.map { $0._$state.key })
            extras?.updateBaseline(property.ordinal, own: own, stored: storedKeys)
        } else {
            extras?.baselines[property.ordinal] = storedKeys
        }
        // The order is this context's where it changed it, and else the store's.
        let change = changedLists[model, property.ordinal]
        let merged =
            property.isKeptInJoinTable
            ? mergedMembers(members, stored, baseline, change)
            : mergedMembers(members, stored, of: model, property, change?.isReordered ?? false)
        put(.targets(applyingPendingLinks(to: merged, model, property)), on: model, property)
    }

    /// The members' own side tells whether they belong: it has both what was saved and what is not.
    private func mergedMembers(
        _ members: [any PersistentModel],
        _ stored: [any PersistentModel],
        of owner: any PersistentModel,
        _ property: PropertyPlan,
        _ isOrderedHere: Bool
    ) -> [any PersistentModel] {
        guard let inverse = property.relationship?.inverse else { return members }
        catchUpWhereStale(members + stored)
        let belongs = { [unowned self] (member: any PersistentModel) in
            self.belongs(member, to: owner, property)
        }
        if isOrderedHere { return ListMerge.inserting(stored, where: belongs, into: members.filter(belongs)) }
        // Members that were linked here come last, as their rows will.
        let settled = stored.filter { !$0._$state.isChanged(inverse.ordinal) }
        var seen: Set<ObjectIdentifier> = []
        return (settled + members + stored).filter { seen.insert(ObjectIdentifier($0)).inserted && belongs($0) }
    }

    /// What the store has now, less what was taken out here, plus what was put in here.
    private func mergedMembers(
        _ members: [any PersistentModel],
        _ stored: [any PersistentModel],
        _ baseline: Set<Int64>,
        _ change: ListChange?
    ) -> [any PersistentModel] {
        let members = members.filter { $0._$state.graph === self }
        let storedKeys = Set(stored.map { $0._$state.key })
        let ownKeys = Set(members.map { $0._$state.key })
        if change?.isReordered ?? false {
            let kept = members.filter { storedKeys.contains($0._$state.key) || !baseline.contains($0._$state.key) }
            return ListMerge.inserting(stored, where: { !baseline.contains($0._$state.key) }, into: kept)
        }
        // What was put in here comes last, also where others have put it in as well; but not where it was put in from the
        // other side alone, whose save leaves the place that it has here.
        let comesLast = { (key: Int64) in
            if storedKeys.contains(key), change == nil { return false }
            return !baseline.contains(key) || storedKeys.contains(key) && change?.moved.contains(key) == true
        }
        let stays = stored.filter { member in
            let key = member._$state.key
            return ownKeys.contains(key) ? !comesLast(key) : !baseline.contains(key)
        }
        return stays + members.filter { comesLast($0._$state.key) }
    }

    // MARK: Links cut from the other side

    /// Remembers which link a change from the owner's side cuts: no other one.
    func recordCut(on member: any PersistentModel, _ property: PropertyPlan, from owner: any PersistentModel) {
        let state = member._$state
        guard property.isMirroredKey, state.graph === self, !isAbandoned, !state.flags.contains(.inserted),
            !state.isChanged(property.ordinal)
        else { return }
        state.ensuredExtras.cutOwners[property.ordinal] = owner._$state.key
    }

    /// The owner that an instance's link was cut to, where it has got no other one since.
    func cutOwner(of member: any PersistentModel, _ property: PropertyPlan) -> Int64? {
        guard let owner = member._$state.extras?.cutOwners[property.ordinal] else { return nil }
        switch link(of: member, property.ordinal) {
        case .unset, .target(nil): return owner
        default: return nil
        }
    }

    /// Whether others gave an instance a new owner after its link to the old one was cut here: the new link stays.
    ///
    /// The instance then has no change of that property any more.
    func isCutOverruled(
        _ member: any PersistentModel,
        _ property: PropertyPlan,
        by stored: @autoclosure () -> Int64?
    ) -> Bool {
        guard let owner = cutOwner(of: member, property), let stored = stored(), stored != owner else { return false }
        let (extras, ordinal) = (member._$state.ensuredExtras, property.ordinal)
        extras.overruledCuts[ordinal, default: []].insert(owner)
        if extras.overruledCuts[ordinal]?.contains(stored) ?? false {
            extras.cutOwners[ordinal] = stored
            return false
        }
        if !isAbandoned { membersWithOverruledCuts.append(member) }
        dropChange(of: member, ordinal)
        return true
    }

    /// Records a cut of a link that others have cut already: it holds, should the member come back.
    func recordNeedlessCut(on member: any PersistentModel, _ property: PropertyPlan, from owner: any PersistentModel) {
        let state = member._$state
        guard property.isMirroredKey, state.graph === self, !isAbandoned,
            state.flags.isDisjoint(with: [.inserted, .deleted]), !state.isChanged(property.ordinal),
            owner._$state.key > 0
        else { return }
        state.ensuredExtras.overruledCuts[property.ordinal, default: []].insert(owner._$state.key)
        membersWithOverruledCuts.append(member)
    }

    /// Called when the deletion of an owner is taken back: its rules cut nothing.
    func discardOverruledCuts(from owner: any PersistentModel) {
        let (key, hierarchy) = (owner._$state.key, plan(of: owner).root)
        for member in membersWithOverruledCuts where member._$state.graph === self {
            guard let extras = member._$state.extras else { continue }
            for property in plan(of: member).properties where property.relationship?.destination.root === hierarchy {
                extras.overruledCuts[property.ordinal]?.remove(key)
            }
        }
    }

    /// Called when the row of an instance was read again, for a to-one relationship without an unsaved change: others may have
    /// brought the instance back to an owner that this context cut it from.
    func cutAgain(_ member: any PersistentModel, _ property: PropertyPlan) {
        let state = member._$state
        guard let extras = state.extras, let owners = extras.overruledCuts[property.ordinal],
            !state.flags.contains(.deleted)
        else { return }
        let owner: Int64
        switch link(of: member, property.ordinal) {
        case .key(let key): owner = key
        case .target(let target?): owner = target._$state.key
        default: return
        }
        guard owners.contains(owner) else { return }
        extras.cutOwners[property.ordinal] = owner
        write(property.isOptional ? .target(nil) : .unset, on: member, property)
        markChanged(member, property.ordinal)
    }
}
