/// What a context needs of a store: the built-in SQLite store speaks it natively, a custom `DataStore` through an adapter.
protocol GraphStore: AnyObject, Sendable {
    /// The store's own identifier, part of every persistent identifier.
    var identifier: String { get }
    /// Whether saves are allowed.
    var allowsSave: Bool { get }
    /// The store as one that an app brings; nil for those of this package.
    var appStore: (any AppStore)? { get }
    /// Whether rows may change without this process knowing: the count of such changes seen so far.
    func externalChangeCount() throws -> Int
    /// The same without looking.
    var knownExternalChanges: Int { get }

    func identifier(forKey key: Int64, scope: IdentifierScope) -> PersistentIdentifier
    /// The key of an identifier of this store; nil where it is of another store.
    func key(of identifier: PersistentIdentifier) -> Int64?

    /// A key for a new row, never used before; nil where the store gives keys only on saving.
    func newKey(for plan: EntityPlan) -> Int64?

    /// The stored rows that match, as instances of the graph, in order.
    func fetch<Model: PersistentModel>(_ request: RowRequest<Model>, into graph: ObjectGraph) throws -> [Model]
    func fetchKeys<Model: PersistentModel>(
        _ request: RowRequest<Model>,
        for graph: ObjectGraph
    ) throws -> [RowReference]
    func count<Model: PersistentModel>(_ request: RowRequest<Model>, for graph: ObjectGraph) throws -> Int

    /// The instances of rows whose entity is not known yet, each of its own class.
    func loadInstances(_ registry: EntityRegistry, keys: [Int64]) throws -> [any PersistentModel]
    /// Reads the rows of these keys again. A key without a row is reported missing.
    func loadRows(_ registry: EntityRegistry, keys: [Int64], overwriting: Bool) throws -> Set<Int64>
    /// The targets of to-many relationships (and of to-one ones that the other side keeps), by owner's key, in order.
    func loadTargets(
        of property: PropertyPlan,
        owner: EntityRegistry,
        keys: [Int64]
    ) throws -> [Int64: [any PersistentModel]]
    /// The file contents of an external attribute.
    func loadExternal(_ registry: EntityRegistry, key: Int64, property: PropertyPlan) throws -> SQLValue

    /// Writes everything in one transaction. `beforeCommit` runs when all is written; if it throws, nothing is kept.
    func save(
        _ changes: GraphChanges,
        in graph: ObjectGraph,
        beforeCommit: () throws -> Void
    ) throws -> SaveOutcome
    /// Deletes every row.
    func erase() throws
}

extension GraphStore {
    var appStore: (any AppStore)? { nil }

    /// For stores that only this process writes.
    var knownExternalChanges: Int { 0 }

    /// For stores whose identifiers name the entity: nothing is to be looked up.
    func loadInstances(_ registry: EntityRegistry, keys: [Int64]) throws -> [any PersistentModel] { [] }
}

/// A fetch as a store sees it: no pending changes, offset and limit resolved.
struct RowRequest<Model: PersistentModel> {
    var descriptor: FetchDescriptor<Model>
    var registry: EntityRegistry
    /// Rows to skip and to read, which differ from the descriptor's where pending changes are merged in.
    var offset: Int?
    var limit: Int?
    /// Whether instances that are already alive are read again.
    var refreshes = false

    /// Whether every row of the entity is asked for.
    var isUnrestricted: Bool { descriptor.predicate == nil && offset == nil && limit == nil }
}

/// A row by entity and key.
struct RowReference: Hashable {
    let entity: Int
    let key: Int64
}

/// What one save writes to one store.
struct GraphChanges {
    var inserted: [any PersistentModel] = []
    var changed: [any PersistentModel] = []
    var deleted: [any PersistentModel] = []
    var author: String?

    var isEmpty: Bool { inserted.isEmpty && changed.isEmpty && deleted.isEmpty }
}

/// What a save did beyond the obvious.
struct SaveOutcome {
    /// New instances that a unique constraint merged into an existing row: the instance and the row's key.
    var merged: [(model: any PersistentModel, key: Int64)] = []
    /// New instances that got their key only now.
    var assignedKeys: [(model: any PersistentModel, key: Int64)] = []
    var historyToken: Int64?
    /// The position in a custom store's history.
    var customToken: (any HistoryToken)?
    /// Gives instances what a custom store made of their values, once they are clean.
    var afterwards: ((ObjectGraph) -> Void)?
    /// Rows that the save changed without their instances being dirty.
    var sideEffects: [RowReference] = []
    /// Rows that stay with the owner that others gave them, although their link to another one was cut here.
    var overruled: [RowReference] = []
}
