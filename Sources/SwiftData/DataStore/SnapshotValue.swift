/// The value of one property on its way between an object and a store.
enum SnapshotValue {
    /// No value, no target.
    case null
    /// An attribute, with its own type.
    case attribute(any Encodable)
    /// The target of a relationship to one.
    case toOne(PersistentIdentifier)
    /// The targets of a relationship to many, in order.
    case toMany([PersistentIdentifier])
    /// The target itself, where there is one.
    case model(any PersistentModel)
    /// The targets themselves, in order.
    case models([any PersistentModel])

    /// What stands for a value of any type.
    init(_ value: Any) {
        guard let value = flattened(value) else {
            self = .null
            return
        }
        switch value {
        case let model as any PersistentModel: self = .model(model)
        case let models as any RelationshipCollection: self = .models(models.models)
        case let value as any Encodable: self = .attribute(value)
        default: self = .null
        }
    }

    /// The same value with identifiers in place of objects, as a store keeps it.
    var detached: SnapshotValue {
        switch self {
        case .model(let model): .toOne(model.persistentModelID)
        case .models(let models): .toMany(models.map(\.persistentModelID))
        default: self
        }
    }

    /// The same value with other identifiers where the map has them.
    func remapped(_ map: [PersistentIdentifier: PersistentIdentifier]) -> SnapshotValue {
        switch detached {
        case .toOne(let identifier): .toOne(map[identifier] ?? identifier)
        case .toMany(let identifiers): .toMany(identifiers.map { map[$0] ?? $0 })
        case let other: other
        }
    }

    /// The attribute as a type; nil where it has another one.
    func attribute<Value>(as type: Value.Type) -> Value? {
        switch self {
        case .attribute(let value): value as? Value
        case .null: (type as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
        default: nil
        }
    }

    /// The target as an object.
    func target(_ resolve: (PersistentIdentifier) -> (any PersistentModel)?) -> (any PersistentModel)? {
        switch self {
        case .model(let model): model
        case .toOne(let identifier): resolve(identifier)
        default: nil
        }
    }

    /// The targets as objects; nil where there is no list.
    func targets(_ resolve: (PersistentIdentifier) -> (any PersistentModel)?) -> [any PersistentModel]? {
        switch self {
        case .models(let models): models
        case .toMany(let identifiers): identifiers.compactMap(resolve)
        default: nil
        }
    }
}
