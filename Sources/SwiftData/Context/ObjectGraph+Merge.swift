import Synchronization

/// What one save changed, as the other contexts of the container hear of it.
struct SaveNotice: Sendable {
    /// The graph that saved.
    let origin: ObjectIdentifier
    var inserted: [RowReference] = []
    var updated: [RowReference] = []
    var deleted: [RowReference] = []
    /// To-many relationships whose members changed, as far as the saving context knew their owners.
    var lists: Set<ListReference> = []
    /// Entities whose instances are on the other end of links that changed.
    var relinked: Set<Int> = []
    /// Entities of which a custom store deleted rows that nobody looked at.
    var cleared: Set<Int> = []
    /// Whether every row of every store was deleted.
    var erasesEverything = false
    /// Whether another process saved, and nobody knows what.
    ///
    /// For observers; contexts find out by themselves.
    var isFromOutside = false

    init(origin: ObjectIdentifier) { self.origin = origin }

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && lists.isEmpty && cleared.isEmpty
            && !erasesEverything
    }

    /// Entities of which rows came, changed or went.
    var entities: Set<Int> { cleared.union((inserted + updated + deleted).map(\.entity)) }
}

/// Saves of other contexts, waiting until their receiver's isolation looks at them.
///
/// Bounded: beyond the limit it only remembers that everything may have changed.
final class SaveInbox: Sendable {
    private struct Contents {
        var notices: [SaveNotice] = []
        var references = 0
        var overflowed = false
    }

    private let contents = Mutex(Contents())
    private static let referenceLimit = 100_000

    func post(_ notice: SaveNotice) {
        contents.withLock { contents in
            contents.references += notice.updated.count + notice.deleted.count + notice.lists.count + 1
            if contents.references > SaveInbox.referenceLimit {
                contents = Contents(notices: [], references: 0, overflowed: true)
            }
            if !contents.overflowed { contents.notices.append(notice) }
        }
    }

    func take() -> (notices: [SaveNotice], overflowed: Bool) {
        contents.withLock { contents in
            defer { contents = Contents() }
            return (contents.notices, contents.overflowed)
        }
    }
}

extension ObjectGraph {
    /// Called on every use of an instance that has not been looked at since some context saved.
    func catchUp(_ state: _ModelState) {
        guard state.epoch != SaveEpoch.current else { return }
        let seen = state.epoch
        catchUpWithOthers()
        guard state.graph === self else { return }
        if state.epoch < staleEpoch, state.flags.isDisjoint(with: [.inserted, .deleted, .fault]), state.key > 0 {
            refresh([state.key], registries[Int(state.entity)])
        }
        dropStaleLists(of: state, seenAt: seen)
        state.epoch = SaveEpoch.current
    }

    /// Takes in what other contexts saved.
    ///
    /// Instances without unsaved changes get the new values, and observers hear of it; changed instances keep their
    /// changed properties.
    func catchUpWithOthers() {
        let (notices, overflowed) = inbox.take()
        if overflowed || notices.contains(where: { !$0.cleared.isEmpty }) {
            rowsHaveGone = true
            staleEpoch = SaveEpoch.current
            for registry in registries { registry.linksChangedEpoch = staleEpoch }
        }
        for notice in notices { merge(notice) }
    }

    private func merge(_ notice: SaveNotice) {
        if notice.erasesEverything { return forgetEverything() }
        var lists = notice.lists
        for (entity, references) in Dictionary(grouping: notice.updated, by: \.entity) {
            let registry = registries[entity]
            let alive = references.map(\.key).filter { key in
                registry.identities[key].map { !$0.flags.contains(.fault) } ?? false
            }
            lists.formUnion(refreshNotingOwners(alive, registry))
        }
        if !notice.deleted.isEmpty { rowsHaveGone = true }
        rowsAreGone(notice.deleted.compactMap { registries[$0.entity].identities[$0.key] })
        for list in lists { mergeList(list) }
    }

    /// Refreshes rows and gives the lists that they left and joined by it.
    private func refreshNotingOwners(_ keys: [Int64], _ registry: EntityRegistry) -> Set<ListReference> {
        let links = registry.plan.root.family.flatMap(\.properties).contains(where: \.isMirroredKey)
        guard links else {
            refresh(keys, registry)
            return []
        }
        let models = keys.compactMap { registry.identities[$0]?.model }
        var owners = models.reduce(into: Set<ListReference>()) { $0.formUnion(ownerLists(of: $1)) }
        refresh(keys, registry)
        for model in models where model._$state.graph === self { owners.formUnion(ownerLists(of: model)) }
        return owners
    }

    /// The lists that an instance is a member of by its own to-one relationships.
    func ownerLists(of model: any PersistentModel) -> Set<ListReference> {
        var lists: Set<ListReference> = []
        for property in plan(of: model).properties where property.isMirroredKey {
            guard let relationship = property.relationship, let inverse = relationship.inverse else { continue }
            let key: Int64
            switch link(of: model, property.ordinal) {
            case .key(let target): key = target
            case .target(let target?): key = target._$state.key
            default: continue
            }
            lists.insert(ListReference(entity: relationship.destination.index, key: key, ordinal: inverse.ordinal))
        }
        return lists
    }

    /// The stores were emptied: whatever was in them is gone.
    private func forgetEverything() {
        for registry in registries {
            var alive: [_ModelState] = []
            registry.identities.forEach { alive.append($0) }
            rowsAreGone(alive)
        }
    }

    private func refresh(_ keys: [Int64], _ registry: EntityRegistry) {
        guard !keys.isEmpty else { return }
        guard let missing = loading({ try registry.store.loadRows(registry, keys: keys, overwriting: true) }) else {
            return
        }
        rowsAreGone(missing.compactMap { registry.identities[$0] })
    }

    /// Another context deleted the rows.
    private func rowsAreGone(_ states: [_ModelState]) {
        let gone = states.filter { !$0.flags.contains(.inserted) }.compactMap(\.model)
        for model in gone { withdraw(model) }
        for (entity, models) in Dictionary(grouping: gone, by: { Int($0._$state.entity) }) {
            forgetOneWayLinks(to: models, registries[entity])
        }
        for model in gone { markGone(model._$state) }
    }

    private func withdraw(_ model: any PersistentModel) {
        let flags = model._$state.flags
        if flags.contains(.changed) { changed.remove(model) }
        if flags.contains(.deleted) { deleted.remove(model) }
        for property in plan(of: model).properties {
            guard let inverse = property.relationship?.inverse else { continue }
            for target in loadedTargets(of: model, property) where target._$state.graph === self {
                withdraw(model, from: target, inverse)
            }
        }
    }

    /// Takes a row that is gone out of the other side's value, as a matter of fact and not as a change.
    private func withdraw(_ model: any PersistentModel, from target: any PersistentModel, _ inverse: PropertyPlan) {
        switch link(of: target, inverse.ordinal) {
        case .target(let back?) where back === model && inverse.isOptional: write(.target(nil), on: target, inverse)
        case .targets(let members) where members.contains(where: { $0 === model }):
            write(.targets(members.filter { $0 !== model }), on: target, inverse)
        default: break
        }
    }

    /// A list that another context changed is loaded again when it is next read; one with changes of this context takes
    /// the other's changes in at once.
    func mergeList(_ list: ListReference) {
        guard let state = registries[list.entity].identities[list.key], let model = state.model else { return }
        guard !state.flags.contains(.inserted) else { return }
        let registry = registries[Int(state.entity)]
        let property = registry.plan.properties[list.ordinal]
        // Delete rules run again: there may be new targets.
        if state.flags.contains(.deleted) {
            state.flags.remove(.deletePropagated)
            return put(.unset, on: model, property)
        }
        guard property.isToMany else {
            if property.columnIndex == nil, isLoaded(model, list.ordinal) { write(.unset, on: model, property) }
            return
        }
        guard case .targets(let members) = link(of: model, list.ordinal) else { return }
        guard let baseline = state.extras?.baselines[list.ordinal] else { return write(.unset, on: model, property) }
        guard let found = loading({ try registry.store.loadTargets(of: property, owner: registry, keys: [list.key]) })
        else {
            return
        }
        let stored = found[list.key] ?? []
        // The order is this context's where it changed it, and else the store's.
        let isOrderedHere = changedLists.contains(model, list.ordinal)
        let merged =
            property.isKeptInJoinTable
            ? mergedMembers(members, stored, baseline, isOrderedHere)
            : mergedMembers(members, stored, of: model, property, isOrderedHere)
        state.extras?.baselines[list.ordinal] = Set(stored.map { $0._$state.key })
        write(.targets(merged), on: model, property)
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
        // Members that were linked here come last, as their rows will.
        let settled = stored.filter { !DirtyMask.contains($0._$state.dirty, inverse.ordinal) }
        var seen: Set<ObjectIdentifier> = []
        return (isOrderedHere ? members + stored : settled + members + stored).filter { member in
            guard member._$state.graph === self, seen.insert(ObjectIdentifier(member)).inserted else { return false }
            return currentTarget(of: member, inverse) === owner
        }
    }

    /// What the store has now, less what was taken out here, plus what was put in here.
    private func mergedMembers(
        _ members: [any PersistentModel],
        _ stored: [any PersistentModel],
        _ baseline: Set<Int64>,
        _ isOrderedHere: Bool
    ) -> [any PersistentModel] {
        let storedKeys = Set(stored.map { $0._$state.key })
        let ownKeys = Set(members.map { $0._$state.key })
        if isOrderedHere {
            let kept = members.filter { storedKeys.contains($0._$state.key) || !baseline.contains($0._$state.key) }
            return kept + stored.filter { !ownKeys.contains($0._$state.key) && !baseline.contains($0._$state.key) }
        }
        let kept = stored.filter { ownKeys.contains($0._$state.key) || !baseline.contains($0._$state.key) }
        return kept + members.filter { !storedKeys.contains($0._$state.key) && !baseline.contains($0._$state.key) }
    }

    /// Lists of an instance that may have changed since it was last looked at.
    func dropStaleLists(of state: _ModelState, seenAt epoch: UInt32) {
        guard let model = state.model, epoch < registries[Int(state.entity)].linksChangedEpoch,
            !state.flags.contains(.inserted)
        else { return }
        for property in registries[Int(state.entity)].plan.properties where property.isToMany {
            guard !isEdited(state, property.ordinal), isLoaded(model, property.ordinal) else { continue }
            put(.unset, on: model, property)
        }
    }

    private func isEdited(_ state: _ModelState, _ ordinal: Int) -> Bool {
        state.extras?.baselines[ordinal] != nil
    }

    /// Looks whether another process wrote to a store since the last time.
    ///
    /// - Returns: Whether rows read from now on must replace the values of live instances.
    func noticeExternalChanges(of store: any GraphStore) throws -> Bool {
        let count = try store.externalChangeCount()
        let known = externalChanges.updateValue(count, forKey: store.identifier)
        guard let known, known != count else { return false }
        SaveEpoch.advance()
        rowsHaveGone = true
        staleEpoch = SaveEpoch.current
        for registry in registries { registry.linksChangedEpoch = SaveEpoch.current }
        return true
    }
}
