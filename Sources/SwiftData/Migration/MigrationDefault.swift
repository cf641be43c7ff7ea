import Foundation

/// The value that existing objects get for a property that they have none for.
enum MigrationDefault: Hashable, Sendable {
    /// One value for all.
    case constant(SQLValue)
    /// A value of its own for each object (`UUID()`, `Date()`): the model is asked again each time.
    case perObject
}

/// The defaults of a schema's properties, as their model classes give them.
///
/// An initialiser that gives something else each time is recognised by asking twice.
struct MigrationDefaults: Sendable {
    private(set) var values: [PropertyReference: MigrationDefault] = [:]
    private let types: [String: any PersistentModel.Type]

    init(values: [PropertyReference: MigrationDefault] = [:]) {
        self.values = values
        types = [:]
    }

    init(_ schema: Schema) {
        types = Dictionary(
            schema.entities.compactMap { entity in entity.modelType.map { (entity.name, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
        for entity in schema.entities {
            for attribute in entity.storedProperties.compactMap(\._kind.attribute) {
                let reference = PropertyReference(entity: entity.name, property: attribute.name)
                guard let value = Self.value(of: attribute) else { continue }
                values[reference] = .constant(value)
            }
        }
        for (reference, value) in values {
            if let again = fresh(reference), .constant(again) != value { values[reference] = .perObject }
        }
    }

    subscript(_ reference: PropertyReference) -> MigrationDefault? { values[reference] }

    /// Asks the model class for the default of a property once more.
    func fresh(_ reference: PropertyReference) -> SQLValue? {
        guard let type = types[reference.entity],
            let metadata = type.schemaMetadata.first(where: { $0.name == reference.property }),
            let value = metadata.defaultValue
        else { return nil }
        return Self.stored(value, as: metadata.valueType, metadata.metadata?._kind.attribute)
    }

    private static func value(of attribute: Schema.Attribute) -> SQLValue? {
        guard let value = attribute.defaultValue, attribute.storage != nil else { return nil }
        return stored(value, as: attribute.valueType, attribute)
    }

    /// A default as it stands in its column; nil for nil, and for what is not of the property's type.
    private static func stored(_ value: Any, as type: Any.Type, _ attribute: Schema.Attribute?) -> SQLValue? {
        guard let bare = flattened(value) else { return nil }
        switch PropertyClassification.classify(type, as: attribute).attributeStorage {
        case .scalar(let scalar): return converted(bare, to: scalar)
        case .rawValue:
            guard let representable = bare as? any RawRepresentable else { return nil }
            return rawValue(of: representable)
        case .json:
            guard let encodable = bare as? any Encodable else { return nil }
            return json(of: encodable)
        case .transformed(let transformer): return (try? transformer.data(of: bare)).map(SQLValue.blob)
        case nil: return nil
        }
    }

    /// The literal in the source may be of another number type than the property: `var price: Double = 1`.
    private static func converted(_ value: Any, to scalar: any _SQLiteValue.Type) -> SQLValue? {
        guard let value = value as? any _SQLiteValue else { return nil }
        guard Swift.type(of: value) != scalar else { return value._sqlValue }
        let stored = value._sqlValue
        if scalar._columnType == "REAL", case .integer(let number) = stored { return .real(Double(number)) }
        if scalar._columnType == "TEXT", Swift.type(of: value) != String.self {
            return .text(String(describing: value))
        }
        return stored
    }

    private static func rawValue<R: RawRepresentable>(of value: R) -> SQLValue? {
        (value.rawValue as? any _SQLiteValue)?._sqlValue
    }

    private static func json(of value: some Encodable) -> SQLValue? {
        guard let data = try? JSONEncoder().encode(value) else { return nil }
        return .text(String(decoding: data, as: UTF8.self))
    }
}
