/// The instances of one context: who they are, which of them have unsaved changes, and how they are linked.
///
/// Touched only in the isolation of its context. `ModelContext` is its public face; instances keep the graph alive, so
/// that they stay readable when the context was let go.
final class ObjectGraph {
    let container: ModelContainer
    weak var facade: ModelContext?
    private(set) var registries: [EntityRegistry] = []
    /// Saves of other contexts that this one has not looked at yet.
    let inbox = SaveInbox()

    var inserted = PendingInstances()
    var changed = PendingInstances()
    var deleted = PendingInstances()
    /// Deletions by predicate that custom stores carry out at the next save, before everything else.
    var batchDeletions: [BatchDeletion] = []
    /// To-many relationships whose order or members changed: which lists a save must write.
    var changedLists = ListChanges()
    /// Members that were linked from their own side, in that order: so they come in the owner's list.
    var linkedMembers: [LinkedMember] = []
    /// Instances whose to-many relationships in memory are ahead of the store's.
    var editedOwners: [any PersistentModel] = []
    /// The first change that could not be made (an instance of a class outside the schema, of another context…); the
    /// next save throws it.
    var refusals: [SwiftDataError] = []
    /// Commits of other processes that were noticed, by store.
    var externalChanges: [ObjectIdentifier: Int] = [:]
    /// Instances last looked at before this epoch may be out of date.
    var staleEpoch: UInt32 = 0
    /// The save epoch up to which the inbox was read: no instance is known to be current beyond it.
    var seenEpoch = SaveEpoch.current
    /// Whether the framework itself reads properties just now, and not the user.
    var ignoresReads = false
    /// What the assignment of a to-many relationship that is under way is compared with, where that is not what was read.
    var assignmentBase: [any PersistentModel]?
    /// Changed attributes into which the save that is under way has merged what others saved.
    var mergedValues: [(model: any PersistentModel, property: PropertyPlan)] = []

    /// What the save that is under way is about to write.
    var prepared: PreparedSave?
    /// Whether that save may be prepared anew while the store is locked.
    var preparesUnderLock = false

    /// Instances that others gave a new owner after this context had cut them from the old one.
    var membersWithOverruledCuts: [any PersistentModel] = []
    /// Instances of which a relationship shows nothing because an unsaved change gave its target to another one.
    var hidingModels: [any PersistentModel] = []
    /// One-way links to instances with pending deletions, which show nothing: they are back where the deletion is taken back.
    var clearedLinks: [ClearedLink] = []
    /// Whether rows went since the graph was made: keys in slots that nobody read yet may then lead nowhere.
    var rowsHaveGone = false { didSet { if rowsHaveGone { instancesHaveGone = true } } }
    /// Whether instances left the context: arrays that somebody holds may have them still.
    var instancesHaveGone = false
    var loadFailures = LoadFailures()
    /// Deletions that a rule forbids, found since the last save.
    var denials: [Denial] = []
    var lastTemporaryKey: Int64 = 0

    /// Whether the context is gone: its instances stay readable, and changes of them cannot be saved any more.
    private(set) var isAbandoned = false

    /// Notes changes for the undo manager.
    ///
    /// Every assignment asks whether there is one; it is exchanged between assignments only.
    @exclusivity(unchecked) var undoRecorder: (any UndoRecorder)?
    var recordsUndo: Bool { undoRecorder != nil }

    init(container: ModelContainer) {
        self.container = container
        registries.reserveCapacity(container.plans.count)
        for plan in container.plans {
            let store = container.store(for: plan)
            let identities = relatives(of: plan, store)?.identities ?? IdentityMap(spares: container.spareTables)
            registries.append(EntityRegistry(plan: plan, store: store, identities: identities, graph: self))
        }
        for store in container.stores { externalChanges[ObjectIdentifier(store)] = store.knownExternalChanges }
        container.register(inbox, of: self)
    }

    /// A registry whose rows lie in the same table: one of the same hierarchy.
    private func relatives(of plan: EntityPlan, _ store: any GraphStore) -> EntityRegistry? {
        guard plan.superplan != nil || !plan.subplans.isEmpty else { return nil }
        let root = plan.root
        return registries.first { $0.plan.root === root && $0.store === store }
    }

    /// The entity of a model class; nil where the class is not in the container's schema.
    func registry(for type: any PersistentModel.Type) -> EntityRegistry? {
        container.entityIndex(of: type).map { registries[$0] }
    }

    func requiredRegistry(for type: any PersistentModel.Type) throws -> EntityRegistry {
        if let registry = registry(for: type) { return registry }
        throw SwiftDataError.unknownSchema.explained(
            "\(type) is not an entity of this container. Name it in ModelContainer(for:); it holds "
                + container.plans.map(\.name).sorted().joined(separator: ", ") + "."
        )
    }

    func registry(of plan: EntityPlan) -> EntityRegistry { registries[plan.index] }

    /// Whether the next change must be told even if its property is marked already: a save has failed since.
    var announcesEveryChange = false

    var hasChanges: Bool {
        !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty || !refusals.isEmpty || !batchDeletions.isEmpty
    }

    /// Marks one property of a registered instance as changed.
    func markChanged(_ model: any PersistentModel, _ ordinal: Int) {
        let state = model._$state
        // The row of an instance that was looked at just now may be gone.
        guard !isAbandoned, state.graph === self else { return }
        state.markChanged(ordinal)
        revealHiddenTargets()
        if state.flags.isDisjoint(with: [.inserted, .changed, .deleted]) {
            state.flags.insert(.changed)
            changed.append(model)
        }
        recordChange(of: Int(state.entity))
    }

    /// Tells the context that something changed, so that it can save by itself; of which entity, where it is one.
    func recordChange(of entity: Int? = nil) {
        announcesEveryChange = false
        facade?.graphDidChange(of: entity)
    }

    /// Called before a property changes.
    func willChange<Model: PersistentModel, Value>(_ model: Model, _ keyPath: KeyPath<Model, Value>, _ ordinal: Int) {
        undoRecorder?.willChange(model, keyPath, ordinal)
    }

    /// Called before a to-one relationship changes.
    func willChangeTarget<Model: PersistentModel, Value>(
        _ model: Model,
        _ keyPath: KeyPath<Model, Value>,
        _ ordinal: Int
    ) {
        guard let undoRecorder else { return }
        let property = plan(of: model).properties[ordinal]
        // Registered first, so that it runs when the target is there again.
        if property.relationship?.inverse?.isToMany == true, let owner = currentTarget(of: model, property) {
            undoRecorder.willLeaveList(of: owner, model, property)
        }
        undoRecorder.willChange(model, keyPath, ordinal)
    }

    /// Forgets all unsaved changes when the context goes away, which also takes the instances' last strong references.
    func abandon() {
        isAbandoned = true
        inserted.removeAll()
        changed.removeAll()
        deleted.removeAll()
        batchDeletions = []
        changedLists = ListChanges()
        editedOwners = []
        clearedLinks = []
        membersWithOverruledCuts = []
        linkedMembers = []
        hidingModels = []
        undoRecorder = nil
    }

    /// The live or faulted instance behind an identifier; nil for one that belongs to none of the container's stores.
    func instance(for identifier: PersistentIdentifier) -> (any PersistentModel)? {
        guard let registry = registries.first(where: { $0.plan.name == identifier.entityName }),
            identifier.storeIdentifier == registry.store.identifier,
            let key = registry.store.key(of: identifier)
        else { return unsavedInstance(for: identifier) ?? identifier.assigned.flatMap(instance) }
        return registry.instance(forKey: key)
    }

    /// The live instance behind an identifier.
    func liveInstance(for identifier: PersistentIdentifier) -> (any PersistentModel)? {
        guard let registry = registries.first(where: { $0.plan.name == identifier.entityName }),
            identifier.storeIdentifier == registry.store.identifier,
            let key = registry.store.key(of: identifier)
        else { return unsavedInstance(for: identifier) ?? identifier.assigned.flatMap(liveInstance) }
        return registry.identities[key]?.model
    }

    private func unsavedInstance(for identifier: PersistentIdentifier) -> (any PersistentModel)? {
        inserted.first { $0.persistentModelID == identifier }
    }
}

/// One to-many relationship of one instance.
struct ListReference: Hashable {
    let entity: Int
    let key: Int64
    let ordinal: Int
}

/// A member that was put into a list from its own side.
struct LinkedMember {
    let member: any PersistentModel
    let owner: any PersistentModel
    /// The member's to-one property.
    let property: PropertyPlan

    struct Identity: Hashable {
        let member: ObjectIdentifier
        let ordinal: Int
    }

    var identity: Identity { Identity(member: ObjectIdentifier(member), ordinal: property.ordinal) }
}

/// A one-way link that shows nothing, since the deletion of its target is pending.
struct ClearedLink {
    let holder: any PersistentModel
    let property: PropertyPlan
    let target: any PersistentModel
}

/// A to-many relationship that changed.
struct ListChange {
    let owner: any PersistentModel
    let ordinal: Int
    /// Whether more was done than removing members and adding others at the end: the order is this context's then, and
    /// else the store's.
    var isReordered = false
    /// Keys of members that were taken out and came again, at the end: the store has them elsewhere.
    var moved: Set<Int64> = []
}

/// Lists that changed, in the order of their first change.
///
/// By owner and not by key: an owner without a row gets its key in the middle of the save.
struct ListChanges: Sequence {
    private struct Name: Hashable {
        let owner: ObjectIdentifier
        let ordinal: Int
    }

    private var order: [ListChange] = []
    private var places: [Name: Int] = [:]
    private var generation = 0

    mutating func insert(
        _ owner: any PersistentModel,
        _ ordinal: Int,
        isReordered: Bool = false,
        moved: Set<Int64> = []
    ) {
        let place = places[Name(owner: ObjectIdentifier(owner), ordinal: ordinal), default: order.count]
        if place == order.count {
            places[Name(owner: ObjectIdentifier(owner), ordinal: ordinal)] = place
            order.append(ListChange(owner: owner, ordinal: ordinal))
        }
        if isReordered { order[place].isReordered = true }
        if !moved.isEmpty { order[place].moved.formUnion(moved) }
    }

    /// What changed of one list; nil where nothing did.
    subscript(_ owner: any PersistentModel, _ ordinal: Int) -> ListChange? {
        places[Name(owner: ObjectIdentifier(owner), ordinal: ordinal)].map { order[$0] }
    }

    func isReordered(_ owner: any PersistentModel, _ ordinal: Int) -> Bool {
        self[owner, ordinal]?.isReordered ?? false
    }

    /// Whether the order of a list was this context's at some time.
    struct OrderState {
        /// How often all changes had been saved or dropped.
        fileprivate let generation: Int
        fileprivate let isReordered: Bool
    }

    func orderState(_ owner: any PersistentModel, _ ordinal: Int) -> OrderState {
        OrderState(generation: generation, isReordered: isReordered(owner, ordinal))
    }

    /// Goes back to an earlier state; false where that is of no consequence.
    mutating func restore(_ state: OrderState, _ owner: any PersistentModel, _ ordinal: Int) -> Bool {
        guard state.generation == generation, !state.isReordered,
            let place = places[Name(owner: ObjectIdentifier(owner), ordinal: ordinal)],
            order[place].isReordered || !order[place].moved.isEmpty
        else { return false }
        order[place].isReordered = false
        order[place].moved = []
        return true
    }

    mutating func removeAll() {
        order.removeAll()
        places.removeAll()
        generation += 1
    }

    func makeIterator() -> IndexingIterator<[ListChange]> { order.makeIterator() }
}

/// Notes how to take changes back.
protocol UndoRecorder: AnyObject {
    func willChange<Model: PersistentModel, Value>(_ model: Model, _ keyPath: KeyPath<Model, Value>, _ ordinal: Int)
    /// Called after a to-many relationship was assigned, with whether its order was this context's before.
    func didAssign<Model: PersistentModel, Targets: RelationshipCollection>(
        to model: Model,
        _ keyPath: KeyPath<Model, Targets>,
        from old: Targets,
        result: [any PersistentModel],
        order: ListChanges.OrderState
    )
    /// Called before a to-one relationship changes, where its target has a list: the instance has a place there.
    func willLeaveList(of owner: any PersistentModel, _ model: any PersistentModel, _ property: PropertyPlan)
    /// Called before an instance is linked to another target, from the target's side: the old one loses it.
    func willMove(
        _ model: any PersistentModel,
        _ property: PropertyPlan,
        from old: any PersistentModel,
        to new: any PersistentModel
    )
    func didInsert(_ model: any PersistentModel)
    /// Called when an instance is deleted, by itself or by a rule of a deleted owner.
    func didDelete(_ model: any PersistentModel, following owner: (any PersistentModel)?)
}
