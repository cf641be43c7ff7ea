/// One entity of a store, compiled from the schema: which table, which columns, which property for a key path.
///
/// Plans are made once per container and never change, so they are shared freely between threads.
final class EntityPlan: @unchecked Sendable {
    /// The entity's name, as in `Schema.Entity.name`.
    let name: String
    /// The table of the entity, or of the root of its inheritance hierarchy.
    let table: String
    /// Position among the entities of the container.
    let index: Int
    let modelType: any PersistentModel.Type
    /// Every persisted property in ordinal order, inherited ones first; set once, while plans are linked.
    private(set) var properties: [PropertyPlan] = []
    /// The properties whose values are merged by their parts, as bits of a ``DirtyMask``: each first write asks for them.
    private(set) var codedMask: UInt64 = 0
    /// The value of the table's `entity` column for this very entity; nil where the table holds one entity only.
    let discriminator: Int64?

    /// Superentity, set while plans are linked.
    fileprivate(set) unowned(unsafe) var superplan: EntityPlan?
    /// Direct subentities, set while plans are linked.
    fileprivate(set) var subplans: [EntityPlan] = []
    /// Unique constraints as ordinals, each a compound key.
    var uniqueConstraints: [[Int]] = []
    let orders = OrderCache()
    /// What the key paths of orders are made of; nil for one that is not made of stored properties.
    private let chains = RecentAnswers<AnyKeyPath, PropertyChain?>()
    /// By the key path's hash: a dictionary of key paths makes the runtime search for how they are hashed, at every start.
    private var byKeyPath: [Int: [(keyPath: AnyKeyPath, property: PropertyPlan)]] = [:]
    private var byName: [String: PropertyPlan] = [:]

    init(
        name: String,
        table: String,
        index: Int,
        modelType: any PersistentModel.Type,
        discriminator: Int64?
    ) {
        self.name = name
        self.table = table
        self.index = index
        self.modelType = modelType
        self.discriminator = discriminator
    }

    /// Gives the plan its properties.
    ///
    /// Relationships lead to plans, so all plans must exist before any has properties.
    func install(_ properties: [PropertyPlan]) {
        self.properties = properties
        codedMask = properties.filter(\.isCoded).reduce(0) { $0 | DirtyMask.bit($1.ordinal) }
        byKeyPath = [:]
        for property in properties { alias(property.keyPath, to: property) }
        byName = Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The property behind a key path of this class or of a superclass.
    func property(_ keyPath: AnyKeyPath) -> PropertyPlan? {
        byKeyPath[keyPath.hashValue]?.first { $0.keyPath == keyPath }?.property
    }

    /// The key path to a property whose root is this very class, for composing: `\Base.inherited` follows no `\Owner.sub`.
    func ownKeyPath(to property: PropertyPlan) -> AnyKeyPath? {
        byKeyPath.values.joined()
            .first { $0.property === property && Swift.type(of: $0.keyPath).rootType == modelType }?.keyPath
    }

    /// The properties that a key path from an object of this entity goes through.
    func chain(of keyPath: AnyKeyPath) -> PropertyChain? {
        chains.answer(to: keyPath) { PropertyChain(keyPath, in: self) }
    }

    func property(named name: String) -> PropertyPlan? {
        byName[name]
    }

    /// Registers another key path that reaches a property (`\Sub.inherited` is not equal to `\Base.inherited`).
    func alias(_ keyPath: AnyKeyPath, to property: PropertyPlan) {
        byKeyPath[keyPath.hashValue, default: []].append((keyPath, property))
    }

    func link(superplan: EntityPlan) {
        self.superplan = superplan
        superplan.subplans.append(self)
    }

    /// The root of the inheritance hierarchy; the entity itself where there is none.
    var root: EntityPlan {
        var plan = self
        while let next = plan.superplan { plan = next }
        return plan
    }

    /// Discriminators of this entity and everything below it; empty where the table holds one entity only.
    var discriminators: [Int64] {
        guard let discriminator else { return [] }
        return [discriminator] + subplans.flatMap(\.discriminators)
    }

    /// This entity and everything below it.
    var family: [EntityPlan] {
        [self] + subplans.flatMap(\.family)
    }
}
