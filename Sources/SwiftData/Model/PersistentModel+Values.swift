import Foundation

// The way to values by key path that Apple's expansion uses. Ours reads the typed slots; these are for source that
// calls them itself.

extension PersistentModel {
    /// Reads an attribute.
    public func getValue<Value: Decodable>(forKey key: KeyPath<Self, Value>) -> Value { self[keyPath: key] }

    /// Reads a relationship to one instance that must be there.
    public func getValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value>) -> Value { self[keyPath: key] }

    /// Reads a relationship to one instance.
    public func getValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value?>) -> Value? { self[keyPath: key] }

    /// Reads a relationship to many instances.
    public func getValue<Value: RelationshipCollection, OtherModel>(forKey key: KeyPath<Self, Value>) -> Value
    where OtherModel == Value.PersistentElement { self[keyPath: key] }

    /// Reads a relationship to many instances of a decodable class.
    public func getValue<Value: Decodable & RelationshipCollection, OtherModel>(
        forKey key: KeyPath<Self, Value>
    ) -> Value where OtherModel == Value.PersistentElement { self[keyPath: key] }

    /// Reads an attribute kept through a transformer.
    public func getTransformableValue<Value>(forKey key: KeyPath<Self, Value>) -> Value { self[keyPath: key] }

    /// Replaces an attribute.
    public func setValue<Value: Encodable>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
        write(newValue, at: key)
    }

    /// Replaces the target of a relationship to one instance that must be there.
    public func setValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
        write(newValue, at: key)
    }

    /// Replaces the target of a relationship to one instance.
    public func setValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value?>, to newValue: Value?) {
        write(newValue, at: key)
    }

    /// Replaces the targets of a relationship to many instances.
    public func setValue<Value: RelationshipCollection, OtherModel>(
        forKey key: KeyPath<Self, Value>,
        to newValue: Value
    ) where OtherModel == Value.PersistentElement { write(newValue, at: key) }

    /// Replaces the targets of a relationship to many instances of an encodable class.
    public func setValue<Value: Encodable & RelationshipCollection, OtherModel>(
        forKey key: KeyPath<Self, Value>,
        to newValue: Value
    ) where OtherModel == Value.PersistentElement { write(newValue, at: key) }

    /// Replaces an attribute kept through a transformer.
    public func setTransformableValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
        write(newValue, at: key)
    }

    private func write<Value>(_ value: Value, at key: KeyPath<Self, Value>) {
        guard let writable = key as? ReferenceWritableKeyPath<Self, Value> else {
            preconditionFailure("\(key) cannot be written.")
        }
        self[keyPath: writable] = value
    }
}
