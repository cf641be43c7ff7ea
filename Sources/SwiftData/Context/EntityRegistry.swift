/// One entity in one context: its plan, its store, and the instances that are alive.
final class EntityRegistry {
    let plan: EntityPlan
    let store: any GraphStore
    /// Shared by the entities of an inheritance hierarchy, whose rows share a table and its keys.
    let identities: IdentityMap
    let scope: IdentifierScope
    /// The graph owns its registries, and every instance that knows a registry keeps the graph.
    unowned(unsafe) let graph: ObjectGraph
    /// Keys of instances made from a key alone, newest last: loading one loads some of the others along.
    var recentFaults: [Int64] = []
    /// The save epoch of another context at which rows of this entity came, went or changed their links.
    var linksChangedEpoch: UInt32 = 0

    /// Whether all rows of the last fetch were those of instances that stood here already.
    var knewLastRows = false

    /// The to-many relationship that was loaded last, and whose.
    var lastList: (ordinal: Int, key: Int64)?

    /// How many instances stand in this registry.
    private var instanceCount = 0

    /// How many faults one statement loads.
    static let faultBatchSize = 128
    private static let rememberedFaults = 4_096

    init(plan: EntityPlan, store: any GraphStore, identities: IdentityMap, graph: ObjectGraph) {
        self.plan = plan
        self.store = store
        self.identities = identities
        self.graph = graph
        scope = IdentifierScope.shared(storeIdentifier: store.identifier, entityName: plan.name)
    }

    func identifier(forKey key: Int64, _ extras: ModelExtras?) -> PersistentIdentifier {
        if key <= 0, let known = extras?.lastIdentifier { return known }
        return store.identifier(forKey: key, scope: scope)
    }

    /// Makes `model`, which is in no context, the one instance of `key` in this one.
    func register(_ model: any PersistentModel, _ state: _ModelState, key: Int64, epoch: UInt32) {
        take(state)
        state.key = key
        state.epoch = epoch
        state.model = model
        identities.insert(state)
    }

    /// Gives an instance another key, which it will be known by when the save has come to its end: until then the key may
    /// be that of another instance.
    func withdraw(_ state: _ModelState, rekeyingTo key: Int64) {
        identities.remove(state)
        state.key = key
    }

    /// Gives an instance another key, and lets it be known by it.
    func rekey(_ state: _ModelState, to key: Int64) {
        withdraw(state, rekeyingTo: key)
        identities.insert(state)
    }

    /// Takes an instance out of the context.
    func unregister(_ state: _ModelState) {
        identities.remove(state)
        let extras = state.ensuredExtras
        extras.lastIdentifier = identifier(forKey: state.key, extras)
        state.stand(in: nil)
        instanceWent()
    }

    /// Called when an instance is going away.
    func willDeallocate(_ state: _ModelState) {
        identities.remove(state)
        instanceWent()
    }

    // MARK: Staying alive

    /// Makes an instance of no context one of this entity's.
    ///
    /// The first one makes the registry keep the graph alive until the last one goes, so that instances stay readable
    /// after their context was let go: counting with plain numbers costs a fraction of a strong reference in each.
    private func take(_ state: _ModelState) {
        assert(!state.isRegistered, "the identity map has the instance under another key, which outlives it there")
        if instanceCount == 0 { _ = Unmanaged.passRetained(graph) }
        instanceCount += 1
        state.stand(in: self)
    }

    private func instanceWent() {
        instanceCount -= 1
        if instanceCount == 0 { Unmanaged.passUnretained(graph).release() }
    }

    /// The instance with this key, made without reading its row where it is not alive.
    func instance(forKey key: Int64) -> any PersistentModel {
        if let model = identities[key]?.model { return model }
        if !plan.subplans.isEmpty, let found = graph.loading({ try store.loadInstances(self, keys: [key]) }),
            let model = found.first
        {
            return model
        }
        let model = blankModel(of: plan.modelType)
        register(model, model._$state, key: key, epoch: graph.seenEpoch)
        model._$state.flags.insert(.fault)
        if recentFaults.count >= EntityRegistry.rememberedFaults {
            recentFaults.removeFirst(EntityRegistry.rememberedFaults / 2)
        }
        recentFaults.append(key)
        return model
    }

    /// Up to a batch of keys whose rows are worth loading together with `key`.
    func takeFaultBatch(including key: Int64) -> [Int64] {
        var batch = [key]
        while batch.count < EntityRegistry.faultBatchSize, let next = recentFaults.popLast() {
            guard next != key, let state = identities[next], state.flags.contains(.fault) else { continue }
            batch.append(next)
        }
        return batch
    }
}
