import Foundation

/// What a read gives for a value that cannot be had any more: the object's row is gone and the property was never
/// loaded, or the stored text no longer decodes.
///
/// Apple's framework traps there; a read must never end the app.
@usableFromInline
func _placeholder<Value>(for type: Value.Type) -> Value {
    if let value = knownPlaceholder(for: type) as? Value { return value }
    // A struct that only its own transformer can make: nothing is known of how one is made.
    preconditionFailure(
        "A value of type \(type) was read from an object whose row is gone, and nothing can stand in for it. "
            + "Make the property optional or give it a default value."
    )
}

/// A stand-in for a type that has an obvious one.
private func knownPlaceholder(for type: Any.Type) -> Any? {
    if let optional = type as? any ExpressibleByNilLiteral.Type { return optional.init(nilLiteral: ()) }
    if let scalar = type as? any _SQLiteValue.Type { return scalar._placeholder }
    if let model = type as? any PersistentModel.Type { return blankModel(of: model) }
    if let array = type as? any RangeReplaceableCollection.Type { return array.init() }
    if let cases = type as? any CaseIterable.Type { return firstCase(of: cases) }
    if let first = firstPlainCase(of: type) { return first }
    if let decodable = type as? any Decodable.Type { return try? decodable.init(from: BlankDecoder()) }
    return nil
}

private func firstCase<Cases: CaseIterable>(of type: Cases.Type) -> Any? {
    type.allCases.first
}

/// The first case of an enum without associated values, by its representation: the cases are numbered from zero.
///
/// An enum that is kept by a raw value has no associated values; nothing else is asked for here.
func firstPlainCase(of type: Any.Type) -> Any? {
    (type as? any RawRepresentable.Type).flatMap(firstCaseByNumber)
}

/// The first of the keys by which an enum with associated values names its cases; nil for keys that are no enum.
func firstKey<Key: CodingKey>(of type: Key.Type) -> Key? {
    firstCaseByNumber(type) as? Key
}

private func firstCaseByNumber(_ type: Any.Type) -> Any? {
    guard MetadataKind.isEnum(type) else { return nil }
    func make<Value>(_ type: Value.Type) -> Any? {
        guard _isPOD(type), MemoryLayout<Value>.size <= MemoryLayout<UInt32>.size else { return nil }
        return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer -> Any? in
            guard let place = buffer.baseAddress else { return nil }
            UnsafeMutableRawPointer(place).initializeMemory(
                as: UInt8.self,
                repeating: 0,
                count: MemoryLayout<Value>.size
            )
            return place.pointee
        }
    }
    return _openExistential(type, do: make)
}

/// What kind of type a type's description is of.
private enum MetadataKind {
    /// The first word of a type's metadata tells its kind: 0x201 is an enum (documented in the Swift ABI).
    static func isEnum(_ type: Any.Type) -> Bool {
        unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x201
    }
}

/// An object in no context whose every property is unloaded.
func blankModel<Model: PersistentModel>(of type: Model.Type) -> Model {
    type.init(backingData: BlankBackingData<Model>())
}

/// Blank backing data of any class.
protocol BlankData {}

/// Backing data that holds nothing: used to make objects whose values come from a row later.
struct BlankBackingData<Model: PersistentModel>: BackingData, BlankData {
    var persistentModelID: PersistentIdentifier? {
        get { nil }
        set {}
    }
    var metadata: Any { () }

    init() {}
    init(for modelType: Model.Type) {}
    func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value { _placeholder(for: Value.self) }
    func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value { _placeholder(for: Value.self) }
    func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value? { nil }
    func getValue<Value: RelationshipCollection, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
    where OtherModel == Value.PersistentElement { _placeholder(for: Value.self) }
    func getValue<Value: Decodable & RelationshipCollection, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
    where OtherModel == Value.PersistentElement { _placeholder(for: Value.self) }
    func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value) {}
    func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>, to newValue: Value) {}
    func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>, to newValue: Value?) {}
    func setValue<Value: RelationshipCollection, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
    where OtherModel == Value.PersistentElement {}
    func setValue<Value: Encodable & RelationshipCollection, OtherModel>(
        forKey: KeyPath<Model, Value>,
        to newValue: Value
    ) where OtherModel == Value.PersistentElement {}
}
