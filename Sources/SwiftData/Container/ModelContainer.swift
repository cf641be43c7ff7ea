import Foundation
import Synchronization

/// The stores of a schema, open: the start of everything.
///
/// Source: Apple's `ModelContainer`. Differs from Apple in its errors, which name entity and property, and in that a
/// file is backed up before a migration.
public final class ModelContainer: Equatable, Sendable {
    /// The entities.
    public let schema: Schema
    /// The configurations, one for each store.
    ///
    /// Setting them says nothing to the stores, which are open already.
    public var configurations: Set<ModelConfiguration> {
        get { Set(knownConfigurations.withLock { $0 }) }
        set { knownConfigurations.withLock { $0 = Array(newValue) } }
    }
    private let knownConfigurations: Mutex<[ModelConfiguration]>
    /// How older stores become stores of this schema.
    public let migrationPlan: (any SchemaMigrationPlan.Type)?

    let plans: [EntityPlan]
    let stores: [any GraphStore]
    /// The custom ones among the stores, which hear of contexts coming and going.
    let appStores: [any AppStore]
    /// Which store holds an entity, by the plan's index.
    private let storeOfPlan: [Int]
    private let indexOfType: [ObjectIdentifier: Int]
    private let inboxes = Mutex<[Receiver]>([])
    private let observers = SaveObservers()
    private let watches = StoreWatches()
    let spareTables = SpareTables()
    /// SQL of predicates by their shape.
    let predicateCache = PredicateCache()
    #if CloudKitMirroring
    let mirrors = Mutex<[CloudMirror]>([])
    #endif
    @MainActor private var madeMainContext: ModelContext?

    /// Opens the stores of the named classes and of every class they are related to.
    ///
    /// - Throws: `SwiftDataError` or `StoreError`, saying which entity, property or file is meant.
    public convenience init(
        for forTypes: any PersistentModel.Type...,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of a schema.
    ///
    /// - Throws: `SwiftDataError` or `StoreError`, saying which entity, property or file is meant.
    public convenience init(
        for givenSchema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of a schema.
    ///
    /// - Throws: `SwiftDataError` or `StoreError`, saying which entity, property or file is meant.
    public convenience init(
        for givenSchema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws {
        let opened = try StoreOpening(
            schema: givenSchema,
            migrationPlan: migrationPlan,
            configurations: configurations,
            environment: .live
        ).open()
        self.init(opened, migrationPlan: migrationPlan)
    }

    /// Opens stores of any kind, custom ones among them.
    ///
    /// - Throws: `SwiftDataError`, `StoreError`, or what a custom store throws.
    @_disfavoredOverload
    public convenience init(
        for forTypes: any PersistentModel.Type...,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: any DataStoreConfiguration...
    ) throws {
        try self.init(for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens stores of any kind, custom ones among them.
    ///
    /// - Throws: `SwiftDataError`, `StoreError`, or what a custom store throws.
    @_disfavoredOverload
    public convenience init(
        for givenSchema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [any DataStoreConfiguration]
    ) throws {
        let opened = try StoreOpening(
            schema: givenSchema,
            migrationPlan: migrationPlan,
            configurations: configurations,
            environment: .live
        ).open()
        self.init(opened, migrationPlan: migrationPlan)
    }

    init(_ opened: OpenedStores, migrationPlan: (any SchemaMigrationPlan.Type)?) {
        schema = opened.schema
        knownConfigurations = Mutex(opened.configurations.compactMap { $0 as? ModelConfiguration })
        self.migrationPlan = migrationPlan
        plans = opened.plans
        stores = opened.stores
        appStores = opened.stores.compactMap(\.appStore)
        storeOfPlan = opened.storeOfPlan
        indexOfType = Dictionary(
            opened.plans.map { (ObjectIdentifier($0.modelType), $0.index) },
            uniquingKeysWith: { first, _ in first }
        )
        #if CloudKitMirroring
        beginMirroring()
        #endif
    }

    /// The context of the main actor; it saves by itself.
    @MainActor public var mainContext: ModelContext {
        if let madeMainContext { return madeMainContext }
        let context = ModelContext(self)
        context.becomeMain()
        madeMainContext = context
        return context
    }

    /// Deletes every row of every store, and the files of external values.
    ///
    /// It cannot throw, as Apple's cannot. Where a store cannot be emptied, the next fetch or save of each context throws why.
    @available(*, deprecated, renamed: "erase()")
    public func deleteAllData() {
        do {
            try erase()
        } catch {
            var notice = SaveNotice(origin: ObjectIdentifier(self))
            notice.failure = error
            broadcast(notice)
        }
    }

    /// Deletes every row of every store.
    ///
    /// Keys are not used again, and contexts see the rows go.
    ///
    /// - Throws: `StoreError` where a store cannot be written.
    public func erase() throws {
        for store in stores { try store.erase() }
        var notice = SaveNotice(origin: ObjectIdentifier(self))
        notice.erasesEverything = true
        broadcast(notice)
    }

    /// Whether both are the same container.
    public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }

    /// The entity of a model class, as the index of its plan.
    func entityIndex(of type: any PersistentModel.Type) -> Int? { indexOfType[ObjectIdentifier(type)] }

    func store(for plan: EntityPlan) -> any GraphStore { stores[storeOfPlan[plan.index]] }

    // MARK: Contexts

    /// Where a context hears of saves.
    ///
    /// Not the context's graph itself: every instance retains that one, which costs more for an object with weak references.
    private struct Receiver: Sendable {
        let graph: ObjectIdentifier
        weak var inbox: SaveInbox?
    }

    /// Lets a context hear of saves, as long as its inbox lives.
    func register(_ inbox: SaveInbox, of graph: ObjectGraph) {
        let receiver = Receiver(graph: ObjectIdentifier(graph), inbox: inbox)
        inboxes.withLock { receivers in
            receivers.removeAll { $0.inbox == nil }
            receivers.append(receiver)
        }
    }

    /// Tells every other context of a save.
    ///
    /// The notice is in every inbox before the epoch advances: a context that sees the new epoch finds it there.
    func broadcast(_ notice: SaveNotice) {
        guard !notice.isEmpty else { return SaveEpoch.advance() }
        let others = inboxes.withLock { receivers in
            receivers.compactMap { $0.graph == notice.origin ? nil : $0.inbox }
        }
        for inbox in others { inbox.post(notice) }
        SaveEpoch.advance()
        observers.tell(notice)
    }

    /// Calls `handler` after every save of any context and of other processes, on the thread that saved or noticed,
    /// until the returned object goes away.
    func observeSaves(_ handler: @escaping @Sendable (SaveNotice) -> Void) -> AnyObject {
        watches.begin(stores) { [weak self] in
            guard let self else { return }
            var notice = SaveNotice(origin: ObjectIdentifier(self))
            notice.isFromOutside = true
            observers.tell(notice)
        }
        return observers.add(handler)
    }
}

/// Who wants to hear of saves.
final class SaveObservers: Sendable {
    typealias Handler = @Sendable (SaveNotice) -> Void

    private let handlers = Mutex<[ObjectIdentifier: Handler]>([:])

    /// Ends the observation when it goes away.
    private final class Observation: Sendable {
        private let observers: SaveObservers

        init(_ observers: SaveObservers) { self.observers = observers }

        deinit { observers.remove(ObjectIdentifier(self)) }
    }

    func add(_ handler: @escaping Handler) -> AnyObject {
        let observation = Observation(self)
        handlers.withLock { $0[ObjectIdentifier(observation)] = handler }
        return observation
    }

    private func remove(_ key: ObjectIdentifier) {
        handlers.withLock { _ = $0.removeValue(forKey: key) }
    }

    func tell(_ notice: SaveNotice) {
        let all = handlers.withLock { Array($0.values) }
        for handler in all { handler(notice) }
    }
}
