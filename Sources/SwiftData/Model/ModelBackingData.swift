/// The values of an instance as backing data: reads and writes go to the instance itself.
struct ModelBackingData<Model: PersistentModel>: BackingData {
    /// The instance; nil where backing data is made for none yet.
    let model: Model

    init(_ model: Model) { self.model = model }

    init(for modelType: Model.Type) { model = blankModel(of: modelType) }

    var persistentModelID: PersistentIdentifier? {
        get { model.persistentModelID }
        set {}
    }
    var metadata: Any { () }

    func getValue<Value: Decodable>(forKey key: KeyPath<Model, Value>) -> Value { model[keyPath: key] }
    func getValue<Value: PersistentModel>(forKey key: KeyPath<Model, Value>) -> Value { model[keyPath: key] }
    func getValue<Value: PersistentModel>(forKey key: KeyPath<Model, Value?>) -> Value? { model[keyPath: key] }
    func getValue<Value: RelationshipCollection, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where OtherModel == Value.PersistentElement { model[keyPath: key] }
    func getValue<Value: Decodable & RelationshipCollection, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where OtherModel == Value.PersistentElement { model[keyPath: key] }
    func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value { model[keyPath: key] }
    func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
        model.setTransformableValue(forKey: key, to: newValue)
    }
    func setValue<Value: Encodable>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
        model.setValue(forKey: key, to: newValue)
    }
    func setValue<Value: PersistentModel>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
        model.setValue(forKey: key, to: newValue)
    }
    func setValue<Value: PersistentModel>(forKey key: KeyPath<Model, Value?>, to newValue: Value?) {
        model.setValue(forKey: key, to: newValue)
    }
    func setValue<Value: RelationshipCollection, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where OtherModel == Value.PersistentElement { model.setValue(forKey: key, to: newValue) }
    func setValue<Value: Encodable & RelationshipCollection, OtherModel>(
        forKey key: KeyPath<Model, Value>,
        to newValue: Value
    ) where OtherModel == Value.PersistentElement { model.setValue(forKey: key, to: newValue) }
}

/// The values of an instance as backing data.
///
/// Called by generated code.
public func _backingData<Model: PersistentModel>(of model: Model) -> any BackingData<Model> {
    ModelBackingData(model)
}

/// Gives an instance the values of backing data.
///
/// Called by generated code.
public func _adopt<Model: PersistentModel>(_ backingData: any BackingData<Model>, by model: Model) {
    // An instance of a subclass comes with blank data of its own class, and a cast to a protocol costs more.
    if backingData is BlankBackingData<Model> || backingData is any BlankData { return }
    if let own = backingData as? ModelBackingData<Model>, own.model === model { return }
    let values = BackingDataReader.values(of: backingData)
    guard !values.isEmpty else { return }
    SnapshotSlotWriter.fill(model, with: values) { _ in nil }
}
