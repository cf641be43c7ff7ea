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
    /// Why the defaults of other properties cannot be stored.
    private(set) var failures: [PropertyReference: String] = [:]
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
                do {
                    values[reference] = try Self.value(of: attribute).map { .constant($0) }
                } catch {
                    failures[reference] = "\(error)"
                }
            }
        }
        for (reference, value) in values where !isSame(value, reference) { values[reference] = .perObject }
    }

    /// Whether a default is the same when the model is asked again.
    private func isSame(_ value: MigrationDefault, _ reference: PropertyReference) -> Bool {
        do {
            return try fresh(reference).map { .constant($0) == value } ?? true
        } catch {
            return false
        }
    }

    subscript(_ reference: PropertyReference) -> MigrationDefault? { values[reference] }

    /// Asks the model class for the default of a property once more.
    ///
    /// - Throws: The error of a value that cannot be coded.
    func fresh(_ reference: PropertyReference) throws -> SQLValue? {
        guard let type = types[reference.entity],
            let metadata = type.schemaMetadata.first(where: { $0.name == reference.property }),
            let value = metadata.defaultValue
        else { return nil }
        return try Self.stored(value, as: metadata.valueType, metadata.metadata?._kind.attribute)
    }

    private static func value(of attribute: Schema.Attribute) throws -> SQLValue? {
        guard let value = attribute.defaultValue, attribute.storage != nil else { return nil }
        return try stored(value, as: attribute.valueType, attribute)
    }

    /// A default as it stands in its column; nil for nil, and for what is not of the property's type.
    private static func stored(_ value: Any, as type: Any.Type, _ attribute: Schema.Attribute?) throws -> SQLValue? {
        guard let bare = flattened(value) else { return nil }
        switch PropertyClassification.classify(type, as: attribute).attributeStorage {
        case .scalar(let scalar): return converted(bare, to: scalar)
        case .rawValue:
            guard let representable = bare as? any RawRepresentable else { return nil }
            return rawValue(of: representable)
        case .json:
            guard let encodable = bare as? any Encodable else { return nil }
            return .text(try AttributeCoder.text(of: encodable))
        case .transformed(let transformer): return .blob(try transformer.data(of: bare))
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
}
