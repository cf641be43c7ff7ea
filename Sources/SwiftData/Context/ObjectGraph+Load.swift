// Values that are not there yet: rows of faults, targets of relationships, JSON that nobody read, files of large data.

extension ObjectGraph {
    /// Loads the value of one property that is not loaded.
    ///
    /// A value that cannot be had stays unloaded, and the read gives a stand-in.
    func load(_ model: any PersistentModel, _ ordinal: Int) {
        let registry = registries[Int(model._$state.entity)]
        let property = registry.plan.properties[ordinal]
        switch property.kind {
        case .attribute: loadAttribute(model, property, registry)
        case .toOne(let relationship): loadTarget(model, property, relationship, registry)
        case .toMany: loadTargets(model, property, registry)
        }
    }

    private func loadAttribute(_ model: any PersistentModel, _ property: PropertyPlan, _ registry: EntityRegistry) {
        let needsFileOnly = property.isExternal && !model._$state.flags.contains(.fault)
        if !needsFileOnly { loadRowIfNeeded(model, property, registry) }
        var decoder = EncodedSlotDecoder()
        model._$visit(property.ordinal, &decoder)
        guard !isLoaded(model, property.ordinal) else { return }
        // Also where the option is gone: what was written before lies where it lay.
        if property.isExternal || property.holdsData, !model._$state.flags.contains(.inserted),
            model._$state.key > 0, !model._$state.flags.contains(.gone),
            let value = loading({
                try registry.store.loadExternal(registry, key: model._$state.key, property: property)
            })
        {
            fill(model, property, with: value)
        } else if let initial = property.defaultValue {
            var writer = AnyValueWriter(value: initial)
            model._$visit(property.ordinal, &writer)
        }
    }

    private func fill(_ model: any PersistentModel, _ property: PropertyPlan, with value: SQLValue) {
        var writer = SQLValueWriter(value: value)
        model._$visit(property.ordinal, &writer)
    }

    private func loadTarget(
        _ model: any PersistentModel,
        _ property: PropertyPlan,
        _ relationship: RelationshipPlan,
        _ registry: EntityRegistry
    ) {
        if case .unset = link(of: model, property.ordinal) { loadRowIfNeeded(model, property, registry) }
        switch link(of: model, property.ordinal) {
        case .key(let key):
            let target = target(forKey: key, of: model, property, relationship)
            put(.target(target), on: model, property)
            if let target, target._$state.flags.contains(.fault) {
                resolveSiblings(of: model, property, relationship, registry)
            }
        case .unset where property.columnIndex == nil && !model._$state.flags.contains(.inserted):
            let key = model._$state.key
            guard let found = loading({ try registry.store.loadTargets(of: property, owner: registry, keys: [key]) })
            else { return }
            let stored = found[key]?.first
            put(.target(hasChanges ? claimant(of: model, relationship, stored) : stored), on: model, property)
        default: break
        }
    }

    /// Who pointed to `target` before `newcomer` came, whose own end may tell of it already.
    func holder(
        of target: any PersistentModel,
        _ inverse: PropertyPlan,
        before newcomer: any PersistentModel
    ) -> (any PersistentModel)? {
        let state = target._$state
        guard let relationship = inverse.relationship, inverse.columnIndex == nil, !state.flags.contains(.inserted),
            case .unset = link(of: target, inverse.ordinal)
        else { return currentTarget(of: target, inverse) }
        let registry = registries[Int(state.entity)]
        let targets = loading({ try registry.store.loadTargets(of: inverse, owner: registry, keys: [state.key]) })
        return claimant(of: target, relationship, targets?[state.key]?.first, besides: newcomer)
    }

    /// Who points to `model` by the other end, unsaved changes counted: they go before what is stored.
    private func claimant(
        of model: any PersistentModel,
        _ relationship: RelationshipPlan,
        _ stored: (any PersistentModel)?,
        besides newcomer: (any PersistentModel)? = nil
    ) -> (any PersistentModel)? {
        guard let inverse = relationship.inverse else { return stored }
        let family = Set(relationship.destination.family.map(\.index))
        func claims(_ other: any PersistentModel) -> Bool {
            let state = other._$state
            guard other !== newcomer, family.contains(Int(state.entity)),
                case .target(let target?) = link(of: other, inverse.ordinal)
            else {
                return false
            }
            let isUnsaved = state.flags.contains(.inserted) || state.isChanged(inverse.ordinal)
            return target === model && isUnsaved
        }
        if let pending = changed.first(where: claims) ?? inserted.first(where: claims) { return pending }
        guard let stored, stored !== newcomer else { return nil }
        guard stored._$state.isChanged(inverse.ordinal) else { return stored }
        return currentTarget(of: stored, inverse) === model ? stored : nil
    }

    /// Whoever reads the target of one instance will soon read those of its siblings: their faults are made now, so that
    /// one statement fills them all.
    private func resolveSiblings(
        of model: any PersistentModel,
        _ property: PropertyPlan,
        _ relationship: RelationshipPlan,
        _ registry: EntityRegistry
    ) {
        let destination = self.registry(of: relationship.destination)
        guard destination.plan.subplans.isEmpty else { return }
        var siblings: [any PersistentModel] = []
        registry.identities.forEach(limit: EntityRegistry.faultBatchSize, after: model._$state.key) { state in
            if state.entity == model._$state.entity, let sibling = state.model { siblings.append(sibling) }
        }
        for sibling in siblings {
            guard case .key(let key) = link(of: sibling, property.ordinal) else { continue }
            put(.target(target(forKey: key, of: sibling, property, relationship)), on: sibling, property)
        }
        if rowsHaveGone, property.isOptional { dropMissingTargets(of: [model] + siblings, property) }
    }

    /// Clears links that were read as keys before their rows went.
    private func dropMissingTargets(of models: [any PersistentModel], _ property: PropertyPlan) {
        for model in models {
            guard case .target(let target?) = link(of: model, property.ordinal) else { continue }
            loadAllAttributes(of: target)
            if target._$state.graph == nil { put(.target(nil), on: model, property) }
        }
    }

    private func loadTargets(_ model: any PersistentModel, _ property: PropertyPlan, _ registry: EntityRegistry) {
        let state = model._$state
        guard !isCurrent(model, property.ordinal) else { return }
        guard !state.flags.contains(.inserted), state.key > 0 else {
            put(.targets([]), on: model, property)
            return
        }
        // A second list right after another is most likely a loop: its next lists come along.
        let isLoop = registry.lastList?.ordinal == property.ordinal && (registry.lastList?.key ?? .max) < state.key
        let siblings = isLoop ? unloadedSiblings(of: state, property, registry) : []
        registry.lastList = (property.ordinal, state.key)
        let keys = [state.key] + siblings.map { $0._$state.key }
        guard let found = loading({ try registry.store.loadTargets(of: property, owner: registry, keys: keys) }) else {
            return
        }
        for owner in [model] + siblings {
            fill(owner, property, withStored: found[owner._$state.key] ?? [])
        }
    }

    /// Live instances with the following keys whose list is not loaded and not edited.
    private func unloadedSiblings(
        of state: _ModelState,
        _ property: PropertyPlan,
        _ registry: EntityRegistry
    ) -> [any PersistentModel] {
        var siblings: [any PersistentModel] = []
        registry.identities.forEach(limit: EntityRegistry.faultBatchSize, after: state.key) { other in
            guard other.entity == state.entity, other.extras?.baselines.isEmpty ?? true,
                !other.flags.contains(.inserted), !other.flags.contains(.deleted), let sibling = other.model
            else { return }
            siblings.append(sibling)
        }
        return siblings.filter { !isCurrent($0, property.ordinal) }
    }

    /// The stored members of a to-many relationship, with what was linked and cut from the other side since.
    func withPendingLinks(
        _ stored: [any PersistentModel],
        _ model: any PersistentModel,
        _ property: PropertyPlan
    ) -> [any PersistentModel] {
        var members = stored
        if let inverse = property.relationship?.inverse, !inverse.isToMany, hasChanges {
            // Members that were linked here come last, as their rows will, and in the order of the linking.
            let linked = stored.filter { $0._$state.isChanged(inverse.ordinal) }
            let pending = model._$state.extras?.pendingLinks[property.ordinal] ?? []
            let added = Set(pending.lazy.filter(\.isAddition).map { ObjectIdentifier($0.member) })
            members.removeAll { $0._$state.isChanged(inverse.ordinal) }
            members += linked.filter { member in
                currentTarget(of: member, inverse) === model && !added.contains(ObjectIdentifier(member))
            }
        }
        return applyingPendingLinks(to: members, model, property)
    }

    /// Members with the links that were made and cut from the other side while the list was not known.
    func applyingPendingLinks(
        to members: [any PersistentModel],
        _ model: any PersistentModel,
        _ property: PropertyPlan
    ) -> [any PersistentModel] {
        guard let pending = model._$state.extras?.pendingLinks.removeValue(forKey: property.ordinal) else {
            return members
        }
        // Of several changes of one link the last one counts.
        var seen: Set<ObjectIdentifier> = []
        let last = pending.reversed().filter { seen.insert(ObjectIdentifier($0.member)).inserted }
        if property.isKeptInJoinTable { recordAgreements(on: last, of: model, property.ordinal) }
        let removed = Set(last.lazy.filter { !$0.isAddition }.map { ObjectIdentifier($0.member) })
        let rest = removed.isEmpty ? members : members.filter { !removed.contains(ObjectIdentifier($0)) }
        var present = Set(rest.map(ObjectIdentifier.init))
        let added = last.reversed().filter(\.isAddition).map(\.member).filter { member in
            belongs(member, to: model, property) && present.insert(ObjectIdentifier(member)).inserted
        }
        return rest + added
    }

    /// Records the changes of a list that the store has already: others have saved the same.
    private func recordAgreements(on pending: [PendingLink], of owner: any PersistentModel, _ ordinal: Int) {
        guard let extras = owner._$state.extras, let stored = extras.baselines[ordinal] else { return }
        for link in pending where link.member._$state.graph === self {
            if stored.contains(link.member._$state.key) == link.isAddition { record(link, as: extras, ordinal) }
        }
    }

    /// Records a change of a link that the list shows already: others have saved the same, or the member's deletion is pending,
    /// for which lists are loaded without it.
    func record(_ link: PendingLink, as extras: ModelExtras, _ ordinal: Int) {
        let state = link.member._$state
        if !link.isAddition, state.flags.contains(.deleted) {
            extras.baselines[ordinal]?.insert(state.key)
        } else {
            extras.recordAgreement(ordinal, on: state.key)
        }
    }

    /// Whether a member that was linked from its own side is still linked: others may have deleted it or given it away.
    func belongs(
        _ member: any PersistentModel,
        to owner: any PersistentModel,
        _ property: PropertyPlan
    ) -> Bool {
        guard member._$state.graph === self else { return false }
        guard let inverse = property.relationship?.inverse, !inverse.isToMany else { return true }
        return currentTarget(of: member, inverse) === owner
    }

    /// Reads the row of an instance of which this property was not loaded, together with other waiting faults.
    func loadRowIfNeeded(_ model: any PersistentModel, _ property: PropertyPlan, _ registry: EntityRegistry) {
        let state = model._$state
        guard property.columnIndex != nil, !state.flags.contains(.inserted), state.key > 0,
            !isReadable(model, property.ordinal)
        else { return }
        let keys = state.flags.contains(.fault) ? registry.takeFaultBatch(including: state.key) : [state.key]
        guard let missing = loading({ try registry.store.loadRows(registry, keys: keys, overwriting: false) }) else {
            return
        }
        for key in keys {
            guard let loaded = registry.identities[key] else { continue }
            loaded.flags.remove(.fault)
            if missing.contains(key) { markGone(loaded) }
        }
    }

    /// The row behind an instance does not exist (any more).
    func markGone(_ state: _ModelState) {
        guard let model = state.model, state.graph != nil else { return }
        state.flags.formUnion(.gone)
        state.flags.subtract([.changed, .deleted])
        state.clearChanges()
        let registry = state.registry
        withExtendedLifetime(model) { registry?.unregister(state) }
    }

    /// Writes a relationship's slot without telling observers: loading is no change.
    func put(_ link: LinkReader.Link, on model: any PersistentModel, _ property: PropertyPlan) {
        var writer = LinkWriter(link: link)
        model._$visit(property.ordinal, &writer)
    }

    func isLoaded(_ model: any PersistentModel, _ ordinal: Int) -> Bool {
        var check = LoadCheck()
        model._$visit(ordinal, &check)
        return check.isLoaded
    }

    /// Whether the slot has its value, and no other context is known to have replaced it.
    func isCurrent(_ model: any PersistentModel, _ ordinal: Int) -> Bool {
        var check = LoadCheck()
        model._$visit(ordinal, &check)
        return check.isCurrent
    }

    /// Whether the slot has something that needs no row: a value, a key, a text.
    private func isReadable(_ model: any PersistentModel, _ ordinal: Int) -> Bool {
        var check = ReadableCheck()
        model._$visit(ordinal, &check)
        return check.isReadable
    }
}
