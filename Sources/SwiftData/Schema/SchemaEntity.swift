extension Schema {
    /// What a schema knows of one model: its properties, its constraints and its place among other entities.
    ///
    /// Source: Apple's `Schema.Entity`.
    public final class Entity: Codable, Hashable, CustomDebugStringConvertible {
        /// The name of the model class, without what it is nested in.
        public var name: String
        /// The entity's own properties, in source order.
        public var storedProperties: [any SchemaProperty]
        /// The properties of the superentities, the root's first.
        public var inheritedProperties: [any SchemaProperty] = []
        /// Compound keys that no two objects share, by property name.
        ///
        /// A property with `.unique` is not listed.
        public var uniquenessConstraints: [[String]] = []
        /// Indices, by property name.
        public var indices: [[String]] = []
        /// The entity that this one inherits from.
        public weak var superentity: Entity?
        /// The name of the entity that this one inherits from.
        public var superentityName: String?
        /// The entities that inherit from this one directly.
        public var subentities: Set<Entity> = []
        /// The class; nil for an entity described by hand or decoded.
        var modelType: (any PersistentModel.Type)?
        /// The key path of each own property, and of each inherited one as seen from this class.
        var keyPaths: [String: [AnyKeyPath]] = [:]

        /// An entity without properties.
        public init(_ name: String) {
            self.name = name
            storedProperties = []
        }

        /// An entity with properties.
        public convenience init(_ name: String, properties: any SchemaProperty...) {
            self.init(name)
            storedProperties = properties
        }

        /// An entity with properties, and entities that inherit them.
        public convenience init(_ name: String, subentities: Entity..., properties: any SchemaProperty...) {
            self.init(name)
            storedProperties = properties
            for entity in subentities { entity.inherit(from: self) }
        }

        /// Makes this entity a subentity of another.
        func inherit(from superentity: Entity) {
            self.superentity = superentity
            superentityName = superentity.name
            superentity.subentities.insert(self)
            updateInheritedProperties()
        }

        private func updateInheritedProperties() {
            guard let superentity else { return }
            inheritedProperties = superentity.properties
            for entity in subentities { entity.updateInheritedProperties() }
        }

        /// All properties: the inherited ones first, then the entity's own.
        public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }

        /// The entity's own properties by name.
        public var storedPropertiesByName: [String: any SchemaProperty] {
            get { Dictionary(storedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }) }
            set { storedProperties = newValue.values.sorted { $0.name < $1.name } }
        }

        /// The inherited properties by name.
        public var inheritedPropertiesByName: [String: any SchemaProperty] {
            get { Dictionary(inheritedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }) }
            set { inheritedProperties = newValue.values.sorted { $0.name < $1.name } }
        }

        /// The entity's own values.
        public var attributes: Set<Attribute> {
            get { Set(storedProperties.compactMap(\._kind.attribute)) }
            set {
                storedProperties.removeAll(where: \.isAttribute)
                storedProperties += newValue.sorted { $0.name < $1.name } as [any SchemaProperty]
            }
        }

        /// The entity's own values by name.
        public var attributesByName: [String: Attribute] {
            get { Dictionary(attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }) }
            set { attributes = Set(newValue.values) }
        }

        /// The entity's own relationships.
        public var relationships: Set<Relationship> {
            get { Set(storedProperties.compactMap(\._kind.relationship)) }
            set {
                storedProperties.removeAll(where: \.isRelationship)
                storedProperties += newValue.sorted { $0.name < $1.name } as [any SchemaProperty]
            }
        }

        /// The entity's own relationships by name.
        public var relationshipsByName: [String: Relationship] {
            get { Dictionary(relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }) }
            set { relationships = Set(newValue.values) }
        }

        /// A property of this entity or of a superentity.
        func property(named name: String) -> (any SchemaProperty)? {
            properties.last { $0.name == name }
        }

        /// The root of the inheritance hierarchy; the entity itself where there is none.
        var root: Entity { superentity?.root ?? self }

        /// The superentities, nearest first.
        var ancestors: [Entity] { superentity.map { [$0] + $0.ancestors } ?? [] }

        /// Name and properties.
        public var debugDescription: String {
            let parent = superentityName.map { ": \($0)" } ?? ""
            return "Entity \(name)\(parent) [\(storedProperties.map(\.name).joined(separator: ", "))]"
        }

        /// Reads what ``encode(to:)`` writes; the superentity is known by name only.
        public convenience init(from decoder: any Decoder) throws {
            self.init(description: try EntityDescription(from: decoder))
        }

        convenience init(description: EntityDescription) {
            self.init(description.name)
            superentityName = description.superentity
            uniquenessConstraints = description.uniquenessConstraints
            indices = description.indices
            storedProperties = description.properties.map(\.schemaProperty)
        }

        /// Writes the entity and its own properties.
        public func encode(to encoder: any Encoder) throws {
            try EntityDescription(self).encode(to: encoder)
        }

        /// Two entities are equal when they describe the same thing.
        public static func == (lhs: Entity, rhs: Entity) -> Bool {
            lhs === rhs || EntityDescription(lhs) == EntityDescription(rhs)
        }

        /// Feeds the name into `hasher`.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }
    }
}
