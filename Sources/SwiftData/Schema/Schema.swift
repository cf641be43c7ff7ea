import Foundation

/// The entities a container keeps, with a version.
///
/// Made from model types, which are read once: a type reachable through a relationship joins the schema, and so does a
/// superclass; a subclass must be named. What is wrong with the models is reported when a container opens them.
///
/// Source: Apple's `Schema`. Difference: the coded form is one readable JSON document, the same that a store keeps
/// about itself, and a decoded schema has no model types.
public final class Schema: Codable, Hashable, @unchecked Sendable {
    /// The format of a coded schema that this version of the framework writes.
    public static let schemaEncodingVersion = Version(1, 0, 0)

    /// The format of this schema's coded form.
    public let encodingVersion: Version
    /// The version that its author gave the schema.
    public let version: Version
    /// The entities: the named ones in their order, then those found through them.
    public let entities: [Entity]
    /// The entities by name.
    public let entitiesByName: [String: Entity]
    /// What is wrong with the models; thrown when plans are compiled from the schema.
    let issues: [SchemaIssue]

    init(entities: [Entity], version: Version, encodingVersion: Version, issues: [SchemaIssue]) {
        self.entities = entities
        self.version = version
        self.encodingVersion = encodingVersion
        self.issues = issues
        entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A schema without entities.
    public convenience init() {
        self.init([any PersistentModel.Type]())
    }

    /// A schema of entities described by hand.
    ///
    /// Such a schema can be compared and coded, but not opened as a store.
    public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
        self.init(
            entities: entities,
            version: version,
            encodingVersion: Self.schemaEncodingVersion,
            issues: SchemaValidation.issues(in: entities)
        )
    }

    /// The schema of `types` and of the models they lead to.
    public convenience init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
        var builder = SchemaBuilder()
        let entities = builder.entities(for: types)
        self.init(
            entities: entities,
            version: version,
            encodingVersion: Self.schemaEncodingVersion,
            issues: builder.issues + SchemaValidation.issues(in: entities)
        )
    }

    /// The schema of `types` and of the models they lead to.
    public convenience init(_ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)) {
        self.init(types, version: version)
    }

    /// The schema of a version's models.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    /// The entity of a model type.
    public func entity<Model: PersistentModel>(for type: Model.Type) -> Entity? {
        entitiesByName[Self.entityName(for: type)]
    }

    /// The name of a model type's entity: the name of the class, without what it is nested in.
    public static func entityName<Model: PersistentModel>(for type: Model.Type) -> String {
        Self.name(of: type)
    }

    /// The name of a model type's entity.
    static func name(of type: any PersistentModel.Type) -> String {
        let name = TypeNames.short(type)
        return String(name.prefix { $0 != "<" })
    }

    /// Throws the first thing that is wrong with the models.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer`, naming entity and property.
    func validate() throws {
        if let issue = issues.first { throw issue.error }
    }
}

// MARK: - Comparing

extension Schema {
    /// Two schemas are equal when they have the same version and describe the same entities.
    public static func == (lhs: Schema, rhs: Schema) -> Bool {
        lhs === rhs || SchemaDescription(lhs) == SchemaDescription(rhs)
    }

    /// Feeds version and entity names into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(Set(entities.map(\.name)))
    }
}

extension Schema: CustomDebugStringConvertible {
    /// Version and entity names.
    public var debugDescription: String {
        "Schema \(version): \(entities.map(\.name).joined(separator: ", "))"
    }
}

// MARK: - Coding

extension Schema {
    /// Reads what ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`.
    public convenience init(from decoder: any Decoder) throws {
        let description = try SchemaDescription(from: decoder)
        let entities = description.makeEntities()
        self.init(
            entities: entities,
            version: description.version,
            encodingVersion: description.encodingVersion,
            issues: SchemaValidation.issues(in: entities)
        )
    }

    /// Writes version, entities and properties, without the model types.
    public func encode(to encoder: any Encoder) throws {
        try SchemaDescription(self).encode(to: encoder)
    }

    /// Writes the schema to a file, as JSON.
    ///
    /// - Throws: what writing the file throws.
    public func save(to toURL: URL) throws {
        try SchemaDescription(self).json().write(to: toURL, options: .atomic)
    }

    /// Reads a schema from a file that ``save(to:)`` wrote.
    ///
    /// - Throws: what reading the file throws, and `DecodingError`.
    public static func load(from fromURL: URL) throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
    }
}
