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
    /// Why an operation of the container failed that cannot throw.
    var failure: (any Error)?
    /// Whether another process saved, and nobody knows what.
    ///
    /// For observers; contexts find out by themselves.
    var isFromOutside = false

    init(origin: ObjectIdentifier) { self.origin = origin }

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && lists.isEmpty && cleared.isEmpty
            && !erasesEverything && failure == nil
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
                contents = Contents(notices: contents.notices.filter { $0.failure != nil }, overflowed: true)
            }
            if !contents.overflowed || notice.failure != nil { contents.notices.append(notice) }
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
        if seenEpoch != SaveEpoch.current { catchUpWithOthers() }
        guard state.graph === self else { return }
        if state.epoch < staleEpoch, state.flags.isDisjoint(with: [.inserted, .deleted, .fault]), state.key > 0 {
            // What could not be read is read at the next use.
            guard refresh([state.key], registries[Int(state.entity)]) else { return }
        }
        dropStaleLists(of: state, seenAt: seen)
        state.epoch = seenEpoch
    }

    /// Reads instances again that another process may have changed, before their links are compared.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    func catchUpWhereStale(_ models: [any PersistentModel]) -> Bool {
        guard staleEpoch > 0 else { return false }
        let stale = models.filter { $0._$state.epoch < staleEpoch && $0._$state.graph === self }
        guard !stale.isEmpty else { return false }
        readAgain(stale)
        return true
    }

    /// Reads rows again, with one statement for each entity; their lists are loaded again when they are next used.
    ///
    /// - Returns: Whether the stores could be read. What could not stays out of date.
    @discardableResult
    private func readAgain(_ models: [any PersistentModel]) -> Bool {
        var isRead = true
        let groups = Dictionary(grouping: models, by: { Int($0._$state.entity) }).sorted { $0.key < $1.key }
        for (entity, models) in groups {
            let stored = models.filter { $0._$state.key > 0 && !$0._$state.flags.contains(.inserted) }
            guard refreshWithLists(stored.map { $0._$state.key }, registries[entity]) else {
                isRead = false
                continue
            }
            for model in models where model._$state.graph === self {
                dropStaleLists(of: model._$state, seenAt: model._$state.epoch)
                model._$state.flags.remove(.fault)
                model._$state.epoch = seenEpoch
            }
        }
        return isRead
    }

    /// Takes in what other contexts saved.
    ///
    /// Instances without unsaved changes get the new values, and observers hear of it; changed instances keep their
    /// changed properties.
    func catchUpWithOthers() {
        while true {
            // Read before the inbox: what is posted later belongs to a later epoch.
            let epoch = SaveEpoch.current
            let (notices, overflowed) = inbox.take()
            seenEpoch = epoch
            let isEverythingStale = overflowed || notices.contains { !$0.cleared.isEmpty }
            if isEverythingStale { markEverythingStale() }
            var isRead = true
            for notice in notices where !merge(notice) { isRead = false }
            // Which rows could not be read is not known any more with the next notice.
            if !isRead { markEverythingStale() }
            guard isEverythingStale || !isRead else { return }
        }
    }

    /// From now on every instance and every list is looked at again before it is used.
    private func markEverythingStale() {
        SaveEpoch.advance()
        rowsHaveGone = true
        staleEpoch = SaveEpoch.current
        for registry in registries { registry.linksChangedEpoch = staleEpoch }
    }

    /// - Returns: Whether the stores could be read.
    private func merge(_ notice: SaveNotice) -> Bool {
        if let failure = notice.failure { loadFailures.note(failure) }
        if notice.erasesEverything {
            discardAll()
            return true
        }
        var isRead = true
        var lists = notice.lists
        for (entity, references) in Dictionary(grouping: notice.updated, by: \.entity) {
            let registry = registries[entity]
            let alive = references.map(\.key).filter { key in
                registry.identities[key].map { !$0.flags.contains(.fault) } ?? false
            }
            var isGroupRead = true
            lists.formUnion(refreshNotingOwners(alive, registry, isRead: &isGroupRead))
            if !isGroupRead { isRead = false }
        }
        if !notice.deleted.isEmpty { rowsHaveGone = true }
        let gone = notice.deleted.compactMap { registries[$0.entity].identities[$0.key] }
        // A link that was never followed is a key, by which nothing can be withdrawn: those lists are loaded again.
        for model in gone.compactMap(\.model) { lists.formUnion(ownerLists(of: model)) }
        rowsAreGone(gone)
        for list in lists { mergeList(list) }
        return isRead
    }

    /// Refreshes rows; the lists that they left and joined by it are loaded again when they are next used.
    ///
    /// - Returns: Whether the store could be read.
    @discardableResult
    func refreshWithLists(_ keys: [Int64], _ registry: EntityRegistry) -> Bool {
        var isRead = true
        for list in refreshNotingOwners(keys, registry, isRead: &isRead) { mergeList(list) }
        return isRead
    }

    /// Refreshes rows and gives the lists that they left and joined by it.
    private func refreshNotingOwners(
        _ keys: [Int64],
        _ registry: EntityRegistry,
        isRead: inout Bool
    ) -> Set<ListReference> {
        let links = registry.plan.root.family.flatMap(\.properties).contains(where: \.isMirroredKey)
        guard links else {
            isRead = refresh(keys, registry)
            return []
        }
        let models = keys.compactMap { registry.identities[$0]?.model }
        var owners = models.reduce(into: Set<ListReference>()) { $0.formUnion(ownerLists(of: $1)) }
        isRead = refresh(keys, registry)
        for model in models where model._$state.graph === self {
            owners.formUnion(ownerLists(of: model))
            revertCascade(to: model)
        }
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
    private func discardAll() {
        for registry in registries {
            var alive: [_ModelState] = []
            registry.identities.forEach { alive.append($0) }
            rowsAreGone(alive)
        }
    }

    @discardableResult
    private func refresh(_ keys: [Int64], _ registry: EntityRegistry) -> Bool {
        guard !keys.isEmpty else { return true }
        guard let missing = loading({ try registry.store.loadRows(registry, keys: keys, overwriting: true) }) else {
            return false
        }
        rowsAreGone(missing.compactMap { registry.identities[$0] })
        return true
    }

    /// Another context deleted the rows.
    private func rowsAreGone(_ states: [_ModelState]) {
        let gone = states.filter { !$0.flags.contains(.inserted) }.compactMap(\.model)
        cascadeToUnsaved(from: gone.filter { $0._$state.flags.contains(.deleted) })
        for model in gone { withdraw(model) }
        withdrawFromUnsaved(gone)
        for (entity, models) in Dictionary(grouping: gone, by: { Int($0._$state.entity) }) {
            nullifyOneWayLinks(to: models, registries[entity], byOthers: true)
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

    /// Takes rows that are gone out of unsaved links to them, which nothing but these instances may know of.
    private func withdrawFromUnsaved(_ gone: [any PersistentModel]) {
        guard hasChanges, !gone.isEmpty else { return }
        let hierarchies = Set(gone.map { plan(of: $0).root.index })
        let identities = Set(gone.map(ObjectIdentifier.init))
        let isGone = { (model: any PersistentModel) in identities.contains(ObjectIdentifier(model)) }
        for holder in [Array(inserted), Array(changed), editedOwners].joined() where !isGone(holder) {
            for property in plan(of: holder).properties {
                guard let destination = property.relationship?.destination.root.index,
                    hierarchies.contains(destination)
                else { continue }
                for target in loadedTargets(of: holder, property) where isGone(target) {
                    withdraw(target, from: holder, property)
                }
            }
        }
    }

    /// Takes a row that is gone out of the other side's value, as a matter of fact and not as a change.
    private func withdraw(_ model: any PersistentModel, from target: any PersistentModel, _ inverse: PropertyPlan) {
        switch link(of: target, inverse.ordinal) {
        case .target(let back?) where back === model && inverse.isOptional: write(.target(nil), on: target, inverse)
        case .targets(let members) where members.contains(where: { $0 === model }):
            write(.targets(members.filter { $0 !== model }), on: target, inverse, isForeign: true)
        default: break
        }
    }

    /// Looks whether another process wrote to a store since the last time.
    ///
    /// - Returns: Whether rows read from now on must replace the values of live instances.
    func noticeExternalChanges(of store: any GraphStore) throws -> Bool {
        let count = try store.externalChangeCount()
        let known = externalChanges.updateValue(count, forKey: ObjectIdentifier(store))
        guard let known, known != count else { return false }
        markEverythingStale()
        // What is read from now on is current.
        catchUpWithOthers()
        // What could not be read is looked for again.
        if !refreshUnsaved(of: store) { externalChanges[ObjectIdentifier(store)] = known }
        return true
    }

    /// Whether the context has looked at everything that other processes wrote to a store.
    func hasSeen(_ externalChangeCount: Int, of store: any GraphStore) -> Bool {
        externalChanges[ObjectIdentifier(store)] == externalChangeCount
    }

    /// Reads again what the unsaved changes concern: another process may have changed or deleted it.
    ///
    /// - Returns: Whether it could be read.
    private func refreshUnsaved(of store: any GraphStore) -> Bool {
        guard hasChanges else { return true }
        var seen: Set<ObjectIdentifier> = []
        let concerned = ([Array(changed), Array(deleted), editedOwners].joined() + unsavedTargets()).filter {
            $0._$state.graph === self && registries[Int($0._$state.entity)].store === store
                && seen.insert(ObjectIdentifier($0)).inserted
        }
        return readAgain(concerned)
    }

    /// What unsaved changes link to.
    private func unsavedTargets() -> [any PersistentModel] {
        var targets: [any PersistentModel] = []
        for model in [inserted, changed].joined() {
            let isNew = model._$state.flags.contains(.inserted)
            for property in plan(of: model).properties where property.relationship != nil && !property.isToMany {
                guard isNew || model._$state.isChanged(property.ordinal) else { continue }
                targets += loadedTargets(of: model, property)
            }
        }
        for change in changedLists where change.owner._$state.graph === self {
            let known = change.owner._$state.extras?.baselines[change.ordinal] ?? []
            let members = loadedTargets(of: change.owner, plan(of: change.owner).properties[change.ordinal])
            targets += members.filter { !known.contains($0._$state.key) }
        }
        return targets
    }
}
