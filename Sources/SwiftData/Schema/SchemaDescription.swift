/// A schema as plain values: what is coded, compared, kept in the store, and laid out in tables.
///
/// Model types, key paths and default values are not part of it.
struct SchemaDescription: Codable, Hashable, Sendable {
    var encodingVersion: Schema.Version
    var version: Schema.Version
    /// Sorted by name.
    var entities: [EntityDescription]
}

/// An entity as plain values.
struct EntityDescription: Codable, Hashable, Sendable {
    var name: String
    var superentity: String?
    /// The entity's own properties, in source order.
    var properties: [PropertyDescription]
    var uniquenessConstraints: [[String]] = []
    var indices: [[String]] = []
}

/// A property as plain values.
///
/// One of ``storage`` and ``relationship`` is there.
struct PropertyDescription: Codable, Hashable, Sendable {
    var name: String
    /// Absent where the property was never renamed.
    var originalName: String?
    /// The name of the type, without optional and without what it is nested in.
    var valueType: String
    var isOptional: Bool
    var options: [String] = []
    var hashModifier: String?
    var storage: StorageDescription?
    var relationship: RelationshipDescription?

    var isEphemeral: Bool { options.contains("ephemeral") }
    var isUnique: Bool { options.contains("unique") }
    /// Whether the entity's table has a column for it, were it not for how a relationship is laid out.
    var isColumn: Bool { storage != nil && !isEphemeral }
}

/// How an attribute is stored, as plain values.
struct StorageDescription: Codable, Hashable, Sendable {
    enum Form: String, Codable, Sendable {
        case scalar
        case rawValue
        case json
        case transformed
    }

    var form: Form
    /// SQLite's column type.
    var columnType: String
    /// The scalar in the column; nil for JSON.
    var scalar: String?
}

/// A relationship as plain values.
struct RelationshipDescription: Codable, Hashable, Sendable {
    var destination: String
    var inverse: String?
    var isToOne: Bool
    var deleteRule: Schema.Relationship.DeleteRule
    var minimumCount: Int
    /// 0 means any.
    var maximumCount: Int
}

// MARK: - Coding: what is empty is left out

extension EntityDescription {
    private enum CodingKeys: CodingKey {
        case name, superentity, properties, uniquenessConstraints, indices
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        superentity = try container.decodeIfPresent(String.self, forKey: .superentity)
        properties = try container.decodeIfPresent([PropertyDescription].self, forKey: .properties) ?? []
        let constraints = try container.decodeIfPresent([[String]].self, forKey: .uniquenessConstraints)
        uniquenessConstraints = constraints ?? []
        indices = try container.decodeIfPresent([[String]].self, forKey: .indices) ?? []
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(superentity, forKey: .superentity)
        try container.encodeIfPresent(properties.nonEmpty, forKey: .properties)
        try container.encodeIfPresent(uniquenessConstraints.nonEmpty, forKey: .uniquenessConstraints)
        try container.encodeIfPresent(indices.nonEmpty, forKey: .indices)
    }
}

extension PropertyDescription {
    private enum CodingKeys: CodingKey {
        case name, originalName, valueType, isOptional, options, hashModifier, storage, relationship
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        originalName = try container.decodeIfPresent(String.self, forKey: .originalName)
        valueType = try container.decode(String.self, forKey: .valueType)
        isOptional = try container.decode(Bool.self, forKey: .isOptional)
        options = try container.decodeIfPresent([String].self, forKey: .options) ?? []
        hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
        storage = try container.decodeIfPresent(StorageDescription.self, forKey: .storage)
        relationship = try container.decodeIfPresent(RelationshipDescription.self, forKey: .relationship)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(originalName, forKey: .originalName)
        try container.encode(valueType, forKey: .valueType)
        try container.encode(isOptional, forKey: .isOptional)
        try container.encodeIfPresent(options.nonEmpty, forKey: .options)
        try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
        try container.encodeIfPresent(storage, forKey: .storage)
        try container.encodeIfPresent(relationship, forKey: .relationship)
    }
}

extension Array {
    /// The array, or nil where it has no elements.
    fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}

// MARK: - From and to entities

extension SchemaDescription {
    init(_ schema: Schema) {
        encodingVersion = schema.encodingVersion
        version = schema.version
        entities = schema.entities.map(EntityDescription.init).sorted { $0.name < $1.name }
    }

    /// Entities without model types, linked as described.
    func makeEntities() -> [Schema.Entity] {
        let made = entities.map(Schema.Entity.init(description:))
        let byName = Dictionary(made.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for entity in made {
            guard let name = entity.superentityName, let superentity = byName[name] else { continue }
            entity.inherit(from: superentity)
        }
        return made
    }

    /// The description as a document that a person can read, the same for the same description.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}

extension EntityDescription {
    init(_ entity: Schema.Entity) {
        name = entity.name
        superentity = entity.superentityName
        properties = entity.storedProperties.compactMap(PropertyDescription.init(anyProperty:))
        uniquenessConstraints = entity.uniquenessConstraints
        indices = entity.indices
    }
}

extension PropertyDescription {
    init?(anyProperty property: any SchemaProperty) {
        switch property._kind {
        case .attribute(let attribute): self.init(attribute)
        case .relationship(let relationship): self.init(relationship)
        case .unique, .index, .other: return nil
        }
    }

    init(_ attribute: Schema.Attribute) {
        name = attribute.name
        originalName = attribute.originalName == attribute.name ? nil : attribute.originalName
        valueType = attribute.valueTypeName
        isOptional = attribute.isOptional
        options = attribute.options.map(\.code).sorted()
        hashModifier = attribute.hashModifier
        storage = attribute.storage
    }

    init(_ relationship: Schema.Relationship) {
        name = relationship.name
        originalName = relationship.originalName == relationship.name ? nil : relationship.originalName
        valueType = relationship.destination
        isOptional = relationship.isOptional
        options = relationship.options.map(\.name).sorted()
        hashModifier = relationship.hashModifier
        self.relationship = RelationshipDescription(
            destination: relationship.destination,
            inverse: relationship.inverseName,
            isToOne: relationship.isToOneRelationship,
            deleteRule: relationship.deleteRule,
            minimumCount: relationship.minimumModelCount ?? 0,
            maximumCount: relationship.maximumModelCount ?? 0
        )
    }

    /// The property as a schema has it.
    var schemaProperty: any SchemaProperty {
        if let relationship { return Schema.Relationship(description: self, relationship: relationship) }
        return Schema.Attribute(description: self)
    }
}

extension StorageDescription {
    init(_ storage: AttributeStorage) {
        columnType = storage.columnType
        switch storage {
        case .scalar(let type):
            form = .scalar
            scalar = TypeNames.short(type)
        case .rawValue(_, let raw):
            form = .rawValue
            scalar = TypeNames.short(raw)
        case .json:
            form = .json
        case .transformed:
            form = .transformed
        }
    }
}

// MARK: - Comparing

extension SchemaDescription {
    /// What two schemas must share for a store of one to be a store of the other: everything but the versions, in an
    /// order of its own.
    var structure: SchemaDescription {
        var copy = self
        copy.encodingVersion = Schema.schemaEncodingVersion
        copy.version = Schema.Version(0, 0, 0)
        copy.entities = entities.map(\.structure).sorted { $0.name < $1.name }
        return copy
    }

    /// A short name for the structure: 16 hexadecimal digits.
    func structuralHash() -> String {
        // Spelled out by hand: it is made when a process opens its first store, and a coder would cost more than that.
        let hash = FNV1a.hash64(structure.entities.map(\.fingerprint).joined(separator: "\n").utf8)
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension EntityDescription {
    /// Everything that the structure has of the entity, in one line.
    fileprivate var fingerprint: String {
        let keys = uniquenessConstraints.map { $0.joined(separator: ",") }.joined(separator: ";")
        let indices = indices.map { $0.joined(separator: ",") }.joined(separator: ";")
        let lines = properties.map(\.fingerprint).joined(separator: "|")
        return "\(name)<\(superentity ?? "")<\(keys)<\(indices)<\(lines)"
    }
}

extension PropertyDescription {
    fileprivate var fingerprint: String {
        var parts = [name, originalName ?? "", valueType, isOptional ? "?" : "", hashModifier ?? ""]
        parts += options
        if let storage { parts += [storage.form.rawValue, storage.columnType, storage.scalar ?? ""] }
        if let relationship {
            parts += [relationship.destination, relationship.inverse ?? "", relationship.isToOne ? "one" : "many"]
            parts += [relationship.deleteRule.rawValue]
            parts += [String(relationship.minimumCount), String(relationship.maximumCount)]
        }
        return parts.joined(separator: ":")
    }
}

extension EntityDescription {
    fileprivate var structure: EntityDescription {
        var copy = self
        copy.properties = properties.sorted { $0.name < $1.name }
        copy.uniquenessConstraints = uniquenessConstraints.sorted { $0.lexicographicallyPrecedes($1) }
        copy.indices = indices.sorted { $0.lexicographicallyPrecedes($1) }
        return copy
    }
}
