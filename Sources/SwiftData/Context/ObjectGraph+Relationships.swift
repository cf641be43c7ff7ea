// Both ends of a relationship change together. One of them may not be loaded: a to-one end is then loaded first, a
// to-many end notes the change and applies it when it is loaded.

extension ObjectGraph {
    // MARK: Reading

    func link(of model: any PersistentModel, _ ordinal: Int) -> LinkReader.Link {
        var reader = LinkReader()
        model._$visit(ordinal, &reader)
        return reader.link
    }

    /// The targets that the slot holds right now, without loading any.
    func loadedTargets(of model: any PersistentModel, _ property: PropertyPlan) -> [any PersistentModel] {
        switch link(of: model, property.ordinal) {
        case .unset, .key: []
        case .target(let target): target.map { [$0] } ?? []
        case .targets(let targets), .stale(let targets): targets
        }
    }

    /// The target of a to-one relationship, loaded where needed.
    func currentTarget(of model: any PersistentModel, _ property: PropertyPlan) -> (any PersistentModel)? {
        switch link(of: model, property.ordinal) {
        case .target(let target): return target
        case .key(let key): return property.relationship.flatMap { self.target(forKey: key, of: model, property, $0) }
        case .unset, .targets, .stale: break
        }
        guard model._$state.graph != nil, !model._$state.flags.contains(.inserted) else { return nil }
        load(model, property.ordinal)
        if case .target(let target) = link(of: model, property.ordinal) { return target }
        return nil
    }

    /// The targets of any relationship, loaded where needed.
    func currentTargets(of model: any PersistentModel, _ property: PropertyPlan) -> [any PersistentModel] {
        guard property.isToMany else { return currentTarget(of: model, property).map { [$0] } ?? [] }
        if case .targets(let targets) = link(of: model, property.ordinal) { return targets }
        guard !model._$state.flags.contains(.inserted) else { return [] }
        load(model, property.ordinal)
        switch link(of: model, property.ordinal) {
        case .targets(let targets), .stale(let targets): return targets
        default: break
        }
        return property.relationship?.leadsToOtherClass == true ? storedTargets(of: model, property) : []
    }

    /// The targets in the store, for a slot that cannot hold them.
    private func storedTargets(of model: any PersistentModel, _ property: PropertyPlan) -> [any PersistentModel] {
        let registry = registries[Int(model._$state.entity)]
        let key = model._$state.key
        let found = loading { try registry.store.loadTargets(of: property, owner: registry, keys: [key]) }
        return found?[key] ?? []
    }

    // MARK: To-one

    /// Sets a to-one relationship from its own side; `store` puts the new value into the slot.
    func setTarget(
        of model: any PersistentModel,
        _ ordinal: Int,
        to target: (any PersistentModel)?,
        _ store: () -> Void
    ) {
        let property = plan(of: model).properties[ordinal]
        if let target, target._$state.graph === self {
            catchUp(target._$state)
            if target._$state.graph == nil, property.isOptional {
                // Another process has deleted it, as is known only now.
                return setTarget(of: model, ordinal, to: nil) {
                    store()
                    put(.target(nil), on: model, property)
                }
            }
        }
        let old = currentTarget(of: model, property)
        if let old { catchUp(old._$state) }
        store()
        guard old !== target else { return }
        markChanged(model, ordinal)
        model._$state.extras?.discardCuts(ordinal)
        if !clearedLinks.isEmpty { clearedLinks.removeAll { $0.holder === model && $0.property === property } }
        if let target { admitTarget(target, of: model, property) }
        guard let inverse = property.relationship?.inverse else { return }
        if let old { cutLink(on: old, inverse, to: model) }
        guard let target, target._$state.graph === self else { return }
        if inverse.isToMany {
            addLink(on: target, inverse, to: model)
        } else {
            pointBack(target, inverse, to: model)
        }
    }

    /// Prepares a new target: one of no context comes along, one of another context is refused, and one whose deletion is
    /// pending has its delete rules run again.
    func admitTarget(_ target: any PersistentModel, of model: any PersistentModel, _ property: PropertyPlan) {
        let state = target._$state
        if state.graph == nil { return insert(target) }
        if state.graph !== self { refuseLink(to: target, of: model, property) }
        state.flags.remove(.deletePropagated)
    }

    /// Makes a to-one end point to `model`, after the end it pointed to before was let go.
    func pointBack(_ target: any PersistentModel, _ inverse: PropertyPlan, to model: any PersistentModel) {
        let previous = target._$state.graph == nil ? nil : holder(of: target, inverse, before: model)
        guard previous !== model else { return }
        if let previous { undoRecorder?.willMove(target, inverse, from: previous, to: model) }
        if let previous, let back = inverse.relationship?.inverse { cutLink(on: previous, back, to: target) }
        watchLinkForUndo(of: target, inverse)
        write(.target(model), on: target, inverse)
        target._$state.extras?.discardCuts(inverse.ordinal)
        if target._$state.graph != nil { markChanged(target, inverse.ordinal) }
    }

    // MARK: To-many, from the other side

    /// Adds `model` to a to-many end, from the other side.
    func addLink(on owner: any PersistentModel, _ property: PropertyPlan, to model: any PersistentModel) {
        guard !addNewLink(on: owner, property, to: model) else { return }
        recordListEdit(owner, property.ordinal)
        guard !revertUnsavedLink(.added(model), on: owner, property) else { return }
        if isStale(owner, property) { addPendingLink(.added(model), on: owner, property) }
        recordLinkedMember(model, of: owner, property)
        switch edit(owner, property, .find(model)) {
        case .notLoaded:
            if !owner._$state.flags.contains(.inserted) {
                addPendingLink(.added(model), on: owner, property)
            } else {
                write(.targets([model]), on: owner, property)
            }
        case .absent:
            owner._$state.extras?.willChangeLink(property.ordinal, to: model._$state.key)
            notifyingObservers(of: owner, property) { _ = edit(owner, property, .append(model)) }
            if property.isKeptInJoinTable { recordLink(to: model, on: owner, property) }
        case .present where isStale(owner, property):
            // A member that others took out, as is known from its own side: it joins at the end.
            _ = edit(owner, property, .remove(model))
            _ = edit(owner, property, .append(model))
        case .present: recordAgreement(.added(model), on: owner, property)
        }
    }

    /// Adds `model` to a list that only this context can know, of an owner that nobody observes: nothing of others is there to
    /// be compared with, and one look at the list is enough.
    ///
    /// - Returns: Whether it is such a list.
    private func addNewLink(
        on owner: any PersistentModel,
        _ property: PropertyPlan,
        to model: any PersistentModel
    ) -> Bool {
        let state = owner._$state
        guard state.flags.contains(.inserted), state.extras == nil else { return false }
        let outcome = edit(owner, property, .appendIfAbsent(model))
        guard outcome != .notLoaded else { return false }
        recordLinkedMember(model, of: owner, property)
        if outcome == .absent, property.isKeptInJoinTable { recordListChange(owner, property.ordinal) }
        return true
    }

    /// Remembers that a member came into a list from its own side: its row has the place.
    private func recordLinkedMember(
        _ model: any PersistentModel,
        of owner: any PersistentModel,
        _ property: PropertyPlan
    ) {
        guard !isAbandoned, let link = property.relationship?.inverse, link.orderColumn != nil else { return }
        linkedMembers.append(LinkedMember(member: model, owner: owner, property: link))
    }

    /// Remembers that a list in a join table got a member from the other side.
    ///
    /// One that the store has there was cut before: it has its place again, with the next reading.
    private func recordLink(to model: any PersistentModel, on owner: any PersistentModel, _ property: PropertyPlan) {
        let (extras, ordinal) = (owner._$state.extras, property.ordinal)
        recordListChange(owner, ordinal)
        guard extras?.baselines[ordinal]?.contains(model._$state.key) ?? false,
            !changedLists.isReordered(owner, ordinal)
        else { return }
        put(.unset, on: owner, property)
    }

    /// Takes `model` out of an end of either kind, from the other side.
    func cutLink(on owner: any PersistentModel, _ property: PropertyPlan, to model: any PersistentModel) {
        guard property.isToMany else {
            guard leads(from: owner, by: property, to: model) else {
                return recordNeedlessCut(on: owner, property, from: model)
            }
            watchLinkForUndo(of: owner, property)
            recordCut(on: owner, property, from: model)
            write(property.isOptional ? .target(nil) : .unset, on: owner, property)
            if owner._$state.graph != nil { markChanged(owner, property.ordinal) }
            return
        }
        recordListEdit(owner, property.ordinal)
        guard !revertUnsavedLink(.removed(model), on: owner, property) else { return }
        if isStale(owner, property) { addPendingLink(.removed(model), on: owner, property) }
        switch edit(owner, property, .find(model)) {
        case .notLoaded: addPendingLink(.removed(model), on: owner, property)
        case .present:
            owner._$state.extras?.willChangeLink(property.ordinal, to: model._$state.key)
            notifyingObservers(of: owner, property) { _ = edit(owner, property, .remove(model)) }
        case .absent: recordAgreement(.removed(model), on: owner, property)
        }
    }

    /// Remembers a change of a link of many to many that the list has already, since others saved the same.
    private func recordAgreement(_ link: PendingLink, on owner: any PersistentModel, _ property: PropertyPlan) {
        guard property.isKeptInJoinTable, let mirror = property.relationship?.inverse,
            isStored(owner, in: mirror, of: link.member) != link.isAddition, let extras = owner._$state.extras,
            extras.baselines[property.ordinal]?.contains(link.member._$state.key) == link.isAddition
        else { return }
        record(link, as: extras, property.ordinal)
    }

    /// Whether a to-one end leads to an instance.
    ///
    /// By the key where the slot has one: the target may count as another one's by now.
    private func leads(
        from owner: any PersistentModel,
        by property: PropertyPlan,
        to model: any PersistentModel
    ) -> Bool {
        if case .key(let key) = link(of: owner, property.ordinal), let relationship = property.relationship {
            return registry(of: relationship.destination).identities[key]?.model === model
        }
        return currentTarget(of: owner, property) === model
    }

    /// Whether others may have given a list other members than the known ones.
    private func isStale(_ owner: any PersistentModel, _ property: PropertyPlan) -> Bool {
        var check = LoadCheck()
        owner._$visit(property.ordinal, &check)
        return check.isStale
    }

    /// Remembers a change of a list that must be loaded first: its members are not known, or not all of them.
    private func addPendingLink(_ link: PendingLink, on owner: any PersistentModel, _ property: PropertyPlan) {
        owner._$state.ensuredExtras.pendingLinks[property.ordinal, default: []].append(link)
    }

    /// Reverts an unsaved change of a link of many to many in a list of which others may know more: the list then has no
    /// change of that link any more, and what others save of it stays.
    ///
    /// - Returns: Whether the change reverts one. That is known from the member, whose own list is being changed and was
    ///   read for that.
    private func revertUnsavedLink(_ link: PendingLink, on owner: any PersistentModel, _ property: PropertyPlan) -> Bool
    {
        let model = link.member
        guard property.isKeptInJoinTable, let mirror = property.relationship?.inverse,
            !isCurrent(owner, property.ordinal), isStored(owner, in: mirror, of: model) == link.isAddition
        else { return false }
        let extras = owner._$state.extras
        extras?.pendingLinks[property.ordinal]?.removeAll { $0.member === model }
        let isKnown = extras?.baselines[property.ordinal]?.contains(model._$state.key) ?? false
        let outcome = edit(owner, property, .find(model))
        if isKnown, outcome == .absent { _ = edit(owner, property, .append(model)) }
        if !isKnown, outcome == .present { _ = edit(owner, property, .remove(model)) }
        return true
    }

    /// Whether a list that is loaded has a member where this context's unsaved changes are left out.
    private func isStored(
        _ member: any PersistentModel,
        in property: PropertyPlan,
        of model: any PersistentModel
    ) -> Bool {
        let state = model._$state
        guard !state.flags.contains(.inserted) else { return false }
        return state.extras?.baselines[property.ordinal]?.contains(member._$state.key) ?? true
    }

    func edit(
        _ owner: any PersistentModel,
        _ property: PropertyPlan,
        _ action: ListEditor.Action
    ) -> ListEditor.Outcome {
        var editor = ListEditor(action: action)
        owner._$visit(property.ordinal, &editor)
        return editor.outcome
    }

    // MARK: Bookkeeping

    func plan(of model: any PersistentModel) -> EntityPlan { registries[Int(model._$state.entity)].plan }

    /// Writes a slot and tells the observers of the instance.
    func write(
        _ link: LinkReader.Link,
        on model: any PersistentModel,
        _ property: PropertyPlan,
        isForeign: Bool = false
    ) {
        notifyingObservers(of: model, property) {
            var writer = LinkWriter(link: link, isForeign: isForeign)
            model._$visit(property.ordinal, &writer)
        }
    }

    /// Remembers that the members in memory are ahead of the store's.
    func recordListEdit(_ owner: any PersistentModel, _ ordinal: Int) {
        let state = owner._$state
        guard !state.flags.contains(.inserted), state.graph != nil, !isAbandoned else { return }
        let extras = state.ensuredExtras
        if extras.baselines.isEmpty { editedOwners.append(owner) }
        guard extras.baselines[ordinal] == nil else { return }
        switch link(of: owner, ordinal) {
        case .targets(let members), .stale(let members): extras.baselines[ordinal] = Set(members.map { $0._$state.key })
        default: extras.baselines[ordinal] = []
        }
    }

    /// Remembers that a save must write a list, and whether its order is this context's.
    ///
    /// That is so where more was done than removing members and adding others at the end. A member that the store has there
    /// and that is added was taken out before, and moves: in a join table, where no member's own row says that it was linked.
    func recordListChange(
        _ model: any PersistentModel,
        _ ordinal: Int,
        adding added: [any PersistentModel] = [],
        isReordered: Bool = false
    ) {
        let state = model._$state
        guard state.graph != nil, !isAbandoned else { return }
        guard !added.isEmpty, plan(of: model).properties[ordinal].isKeptInJoinTable,
            let stored = state.extras?.baselines[ordinal], !stored.isEmpty
        else { return changedLists.insert(model, ordinal, isReordered: isReordered) }
        let moved = Set(added.lazy.map { $0._$state.key }.filter(stored.contains))
        changedLists.insert(model, ordinal, isReordered: isReordered, moved: moved)
    }
}
