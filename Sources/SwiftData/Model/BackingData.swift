/// Values of one object, by key path: what stands between a `@Model` class and the place its values are kept.
///
/// Source: Apple's `BackingData`. The framework supplies the conforming types; an app meets the protocol in the
/// generated `init(backingData:)` and in a custom store's snapshot.
///
/// Difference from Apple: a model keeps its values in typed slots of its own, so this is a way in and out of an
/// object, not the storage itself.
public protocol BackingData<Model> {
    /// The class whose values these are.
    associatedtype Model: PersistentModel

    /// The identity of the object; nil for values that belong to none yet.
    var persistentModelID: PersistentIdentifier? { get set }
    /// What the store keeps beside the values; without meaning to others.
    var metadata: Any { get }

    /// Backing data without values.
    init(for modelType: Model.Type)

    /// Reads an attribute.
    func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value
    /// Reads a relationship to one object that must be there.
    func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value
    /// Reads a relationship to one object.
    func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value?
    /// Reads a relationship to many objects.
    func getValue<Value: RelationshipCollection, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
    where OtherModel == Value.PersistentElement
    /// Reads a relationship to many objects of a decodable class.
    func getValue<Value: Decodable & RelationshipCollection, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
    where OtherModel == Value.PersistentElement
    /// Reads an attribute kept through a value transformer.
    func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value

    /// Replaces an attribute.
    func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value)
    /// Replaces the target of a relationship to one object that must be there.
    func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
    /// Replaces the target of a relationship to one object.
    func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>, to newValue: Value?)
    /// Replaces the targets of a relationship to many objects.
    func setValue<Value: RelationshipCollection, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
    where OtherModel == Value.PersistentElement
    /// Replaces the targets of a relationship to many objects of an encodable class.
    func setValue<Value: Encodable & RelationshipCollection, OtherModel>(
        forKey: KeyPath<Model, Value>,
        to newValue: Value
    ) where OtherModel == Value.PersistentElement
    /// Replaces an attribute kept through a value transformer.
    func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
}

extension BackingData {
    /// A stand-in value, for backing data that keeps no transformed values.
    public func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value {
        _placeholder(for: Value.self)
    }

    /// Has no effect, for backing data that keeps no transformed values.
    public func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) {}
}
