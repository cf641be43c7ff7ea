/// Backing data that keeps its values by name: the way of an object's values into and out of a snapshot.
final class SnapshotBackingData<Model: PersistentModel>: BackingData {
    var persistentModelID: PersistentIdentifier?
    private(set) var values: [String: SnapshotValue]
    /// Finds the targets of relationships that are kept as identifiers.
    var resolve: (PersistentIdentifier) -> (any PersistentModel)? = { _ in nil }

    init(for modelType: Model.Type) {
        values = [:]
    }

    init(_ persistentModelID: PersistentIdentifier?, values: [String: SnapshotValue]) {
        self.persistentModelID = persistentModelID
        self.values = values
    }

    /// Takes the values that an object has now.
    init(of model: Model) {
        persistentModelID = model.persistentModelID
        values = ModelProperties.values(of: model)
    }

    var metadata: Any { () }

    /// The value of the property at a key path; what the class's source gives where there is none.
    private func value<Value>(_ keyPath: KeyPath<Model, Value>) -> SnapshotValue? {
        guard let name = ModelProperties.name(of: keyPath, in: Model.self) else { return nil }
        if let value = values[name] { return value }
        let property = ModelProperties.all(of: Model.self).first { $0.name == name }
        return property?.defaultValue.map { SnapshotValue($0) }
    }

    private func set<Value>(_ keyPath: KeyPath<Model, Value>, _ value: SnapshotValue) {
        guard let name = ModelProperties.name(of: keyPath, in: Model.self) else { return }
        values[name] = value
    }

    // MARK: Reading

    func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value {
        value(forKey)?.attribute(as: Value.self) ?? _placeholder(for: Value.self)
    }

    func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value {
        value(forKey)?.target(resolve) as? Value ?? _placeholder(for: Value.self)
    }

    func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value? {
        value(forKey)?.target(resolve) as? Value
    }

    func getValue<Value: RelationshipCollection, OtherModel>(
        forKey: KeyPath<Model, Value>
    ) -> Value where OtherModel == Value.PersistentElement {
        collection(forKey)
    }

    func getValue<Value: Decodable & RelationshipCollection, OtherModel>(
        forKey: KeyPath<Model, Value>
    ) -> Value where OtherModel == Value.PersistentElement {
        collection(forKey)
    }

    private func collection<Value: RelationshipCollection>(_ keyPath: KeyPath<Model, Value>) -> Value {
        let elements = value(keyPath)?.targets(resolve)?.compactMap { $0 as? Value.PersistentElement }
        return Value._make(elements) ?? _placeholder(for: Value.self)
    }

    func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value {
        guard let property = ModelProperties.property(at: forKey, in: Model.self), let value = values[property.name],
            let known = property.value(of: value, as: Value.self) ?? value.attribute(as: Value.self)
        else {
            return ModelProperties.property(at: forKey, in: Model.self)?.defaultValue as? Value
                ?? _placeholder(for: Value.self)
        }
        return known
    }

    // MARK: Writing

    func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) {
        guard let property = ModelProperties.property(at: forKey, in: Model.self) else { return }
        values[property.name] = property.snapshotValue(newValue)
    }

    func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value) {
        set(forKey, SnapshotValue(newValue))
    }

    func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>, to newValue: Value) {
        set(forKey, .model(newValue))
    }

    func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>, to newValue: Value?) {
        set(forKey, newValue.map { .model($0) } ?? .null)
    }

    func setValue<Value: RelationshipCollection, OtherModel>(
        forKey: KeyPath<Model, Value>,
        to newValue: Value
    ) where OtherModel == Value.PersistentElement {
        set(forKey, newValue._elements.map { .models($0) } ?? .null)
    }

    func setValue<Value: Encodable & RelationshipCollection, OtherModel>(
        forKey: KeyPath<Model, Value>,
        to newValue: Value
    ) where OtherModel == Value.PersistentElement {
        set(forKey, newValue._elements.map { .models($0) } ?? .null)
    }
}

/// Backing data that can give all its values at once.
protocol NamedValues {
    var values: [String: SnapshotValue] { get }
}

extension SnapshotBackingData: NamedValues {}
