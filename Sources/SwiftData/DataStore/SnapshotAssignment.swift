/// Writes the values of a snapshot into an object as any code would: with observers told and changes noted.
enum SnapshotAssignment {
    static func assign(
        _ values: [String: SnapshotValue],
        to model: any PersistentModel,
        resolve: (PersistentIdentifier) -> (any PersistentModel)?
    ) {
        for property in ModelProperties.all(of: type(of: model)) {
            guard let value = values[property.name] else { continue }
            assign(value, to: model, at: property, resolve)
        }
    }

    private static func assign<Model: PersistentModel>(
        _ value: SnapshotValue,
        to model: Model,
        at property: ModelProperties.Property,
        _ resolve: (PersistentIdentifier) -> (any PersistentModel)?
    ) {
        func open<Value>(_ type: Value.Type) {
            if let keyPath = property.keyPath as? ReferenceWritableKeyPath<Model, Value> {
                let made = property.value(of: value, as: type) ?? Self.value(value, as: type, resolve)
                if let made { model[keyPath: keyPath] = made }
            } else if let root = Swift.type(of: property.keyPath).rootType as? any PersistentModel.Type,
                root != Model.self
            {
                assignInherited(value, model, property, root, resolve)
            }
        }
        _openExistential(type(of: property.keyPath).valueType, do: open)
    }

    /// The property is declared by a superclass.
    private static func assignInherited<Root: PersistentModel>(
        _ value: SnapshotValue,
        _ model: some PersistentModel,
        _ property: ModelProperties.Property,
        _ root: Root.Type,
        _ resolve: (PersistentIdentifier) -> (any PersistentModel)?
    ) {
        if let model = model as? Root { assign(value, to: model, at: property, resolve) }
    }

    private static func value<Value>(
        _ value: SnapshotValue,
        as type: Value.Type,
        _ resolve: (PersistentIdentifier) -> (any PersistentModel)?
    ) -> Value? {
        if let collection = type as? any RelationshipCollection.Type {
            return made(collection, value.targets(resolve)) as? Value
        }
        if let target = value.target(resolve) { return target as? Value }
        return value.attribute(as: type)
    }

    private static func made<Targets: RelationshipCollection>(
        _ type: Targets.Type,
        _ models: [any PersistentModel]?
    ) -> Any? {
        Targets._make(models?.compactMap { $0 as? Targets.PersistentElement })
    }
}
