/// Reads model classes into entities.
///
/// Entities are told apart by their names. A version of an app may reuse a class of an older version whose relationships
/// lead to other classes of that version. Where the version lists a class of the same name, that class is meant.
///
/// Nothing is thrown here, since a `Schema` is made without `try`: what is wrong is collected in ``issues``.
struct SchemaBuilder {
    private(set) var issues: [SchemaIssue] = []
    private var entities: [Schema.Entity] = []
    private var byType: [ObjectIdentifier: Schema.Entity] = [:]
    private var queue: [any PersistentModel.Type] = []
    /// The names of the classes that the caller lists.
    private var listedNames: Set<String> = []

    /// The entities of `types`, then those they lead to, in the order of discovery.
    mutating func entities(for types: [any PersistentModel.Type]) -> [Schema.Entity] {
        queue = types
        listedNames = Set(types.map { Schema.name(of: $0) })
        var next = 0
        while next < queue.count {
            read(queue[next])
            next += 1
        }
        linkSuperentities()
        InverseInference(entities: entities).run(reporting: &issues)
        return entities
    }

    private mutating func read(_ type: any PersistentModel.Type) {
        guard byType[ObjectIdentifier(type)] == nil else { return }
        let entity = Schema.Entity(Schema.name(of: type))
        entity.modelType = type
        byType[ObjectIdentifier(type)] = entity
        entities.append(entity)
        let superclass = type._$modelSuperclass
        if let superclass { queue.append(superclass) }
        let own = type.schemaMetadata
        let inherited = superclass.map { KeyPathNames.metadata(of: $0) } ?? []
        let inheritedNames = Set(inherited.map(\.name))
        for metadata in own {
            switch metadata.metadata?._kind {
            case .unique(let constraints):
                entity.uniquenessConstraints += constraints.map { names(of: $0, "#Unique", own + inherited, entity) }
            case .index(let indices):
                entity.indices += indices.map { names(of: $0, "#Index", own + inherited, entity) }
            case .attribute, .relationship, .other, nil:
                addProperty(metadata, to: entity, inherited: inheritedNames)
            }
        }
    }

    private mutating func addProperty(
        _ metadata: Schema.PropertyMetadata,
        to entity: Schema.Entity,
        inherited: Set<String>
    ) {
        entity.keyPaths[metadata.name, default: []].append(metadata.keypath)
        // A subclass may list inherited properties again: `\Sub.name` is another key path than `\Base.name`.
        if !inherited.contains(metadata.name) { entity.storedProperties.append(property(metadata, of: entity)) }
    }

    private mutating func names(
        of keyPaths: [AnyKeyPath],
        _ macro: String,
        _ properties: [Schema.PropertyMetadata],
        _ entity: Schema.Entity
    ) -> [String] {
        keyPaths.compactMap { keyPath in
            if let name = KeyPathNames.name(of: keyPath, among: properties) { return name }
            issues.append(SchemaIssue(entity.name, "\(macro) names \(keyPath), which is no persisted property."))
            return nil
        }
    }

    private mutating func property(
        _ metadata: Schema.PropertyMetadata,
        of entity: Schema.Entity
    ) -> any SchemaProperty {
        let attribute = metadata.metadata?._kind.attribute
        let classification = PropertyClassification.classify(metadata.valueType, as: attribute)
        if let destination = classification.destination {
            if !listedNames.contains(Schema.name(of: destination)) { queue.append(destination) }
            if attribute != nil {
                issues.append(
                    SchemaIssue(entity.name, metadata.name, "is a relationship, so @Attribute does not apply to it.")
                )
            }
            return relationship(metadata, classification, to: destination)
        }
        if metadata.metadata?._kind.relationship != nil {
            issues.append(
                SchemaIssue(entity.name, metadata.name, "is a value, so @Relationship does not apply to it.")
            )
        }
        return self.attribute(metadata, classification, of: entity)
    }

    private func relationship(
        _ metadata: Schema.PropertyMetadata,
        _ classification: PropertyClassification,
        to destination: any PersistentModel.Type
    ) -> Schema.Relationship {
        let relationship = metadata.metadata?._kind.relationship ?? Schema.Relationship()
        relationship.name = metadata.name
        if relationship.originalName.isEmpty { relationship.originalName = metadata.name }
        relationship.valueType = metadata.valueType
        relationship.keypath = metadata.keypath
        relationship.destination = Schema.name(of: destination)
        relationship.destinationType = destination
        relationship.isToOneRelationship = !classification.isToMany
        relationship.isOptional = classification.isOptional
        return relationship
    }

    private mutating func attribute(
        _ metadata: Schema.PropertyMetadata,
        _ classification: PropertyClassification,
        of entity: Schema.Entity
    ) -> Schema.Attribute {
        let attribute = metadata.metadata?._kind.attribute ?? Schema.Attribute()
        attribute.name = metadata.name
        if attribute.originalName.isEmpty { attribute.originalName = metadata.name }
        attribute.valueType = metadata.valueType
        attribute.valueTypeName = PropertyClassification.typeName(metadata.valueType)
        attribute.isOptional = classification.isOptional
        attribute.defaultValue = metadata.defaultValue
        attribute.storage = classification.attributeStorage.map(StorageDescription.init)
        if attribute.storage == nil {
            let name = attribute.valueTypeName
            let reason = "has the type \(name), which is neither Codable nor a model. Make it Codable or @Transient."
            issues.append(SchemaIssue(entity.name, metadata.name, reason))
        }
        return attribute
    }

    private func linkSuperentities() {
        for entity in entities {
            guard let superclass = entity.modelType?._$modelSuperclass,
                let superentity = byType[ObjectIdentifier(superclass)]
            else { continue }
            entity.inherit(from: superentity)
        }
    }
}
