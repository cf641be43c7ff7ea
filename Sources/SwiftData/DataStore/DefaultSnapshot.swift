import Foundation

/// The values of one object by the names of its properties.
///
/// Source: Apple's `DefaultSnapshot`. Coded, each property stands under its name and relationships as identifiers;
/// decoding needs the object's class, so it works once a container with the class has been made.
public struct DefaultSnapshot: DataStoreSnapshot, @unchecked Sendable {
    /// Which object.
    public let persistentIdentifier: PersistentIdentifier
    /// The values, relationships as identifiers.
    ///
    /// They are not changed after the snapshot is made.
    let values: [String: SnapshotValue]

    init(persistentIdentifier: PersistentIdentifier, values: [String: SnapshotValue]) {
        self.persistentIdentifier = persistentIdentifier
        self.values = values
    }

    /// Takes the values of an object.
    public init(
        from backingData: any BackingData,
        relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    ) {
        persistentIdentifier =
            backingData.persistentModelID
            ?? .temporary(entityName: Self.entityName(of: backingData))
        values = BackingDataReader.values(of: backingData).mapValues(\.detached)
    }

    private static func entityName<Data: BackingData>(of backingData: Data) -> String {
        Schema.entityName(for: Data.Model.self)
    }

    /// The same values under another identifier, with identifiers in relationships replaced where the map has them.
    public func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
    ) -> DefaultSnapshot {
        let map = remappedIdentifiers ?? [:]
        return DefaultSnapshot(
            persistentIdentifier: persistentIdentifier,
            values: values.mapValues { $0.remapped(map) }
        )
    }
}

extension DefaultSnapshot {
    /// Reads a coded snapshot.
    ///
    /// - Throws: `DecodingError` where no container of the process has the object's class, or a value is of another
    ///   type than its property. Properties that the coded form lacks are left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        persistentIdentifier = try container.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
        guard let type = SnapshotTypes.type(named: persistentIdentifier.entityName) else {
            throw DecodingError.dataCorruptedError(
                forKey: .persistentIdentifier,
                in: container,
                debugDescription: "No container has an entity named \(persistentIdentifier.entityName)."
            )
        }
        var values: [String: SnapshotValue] = [:]
        for property in ModelProperties.all(of: type) {
            let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
            guard container.contains(key) else { continue }
            values[property.name] = try Self.value(of: property, key, in: container)
        }
        self.values = values
    }

    private static func value(
        of property: ModelProperties.Property,
        _ key: DataStoreSnapshotCodingKey,
        in container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>
    ) throws -> SnapshotValue {
        if try container.decodeNil(forKey: key) { return .null }
        if property.transformer != nil { return .attribute(try container.decode(Data.self, forKey: key)) }
        let type = type(of: property.keyPath).valueType
        if type is any RelationshipCollection.Type {
            return .toMany(try container.decode([PersistentIdentifier].self, forKey: key))
        }
        if type is any PersistentModel.Type || type is any OptionalRelationship.Type {
            return .toOne(try container.decode(PersistentIdentifier.self, forKey: key))
        }
        guard let type = type as? any Decodable.Type else { return .null }
        return SnapshotValue(try container.decode(type, forKey: key))
    }

    /// Writes the identifier and every property under its name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            let key = DataStoreSnapshotCodingKey.modeledProperty(name)
            switch value.detached {
            case .attribute(let value): try container.encode(value, forKey: key)
            case .toOne(let identifier): try container.encode(identifier, forKey: key)
            case .toMany(let identifiers): try container.encode(identifiers, forKey: key)
            case .null, .model, .models: try container.encodeNil(forKey: key)
            }
        }
    }
}

/// An optional whose content is a model.
private protocol OptionalRelationship {}

extension Optional: OptionalRelationship where Wrapped: PersistentModel {}
