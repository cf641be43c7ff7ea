/// Compiles a schema into plans: the layout of its tables bound to model types and key paths.
struct PlanCompiler {
    private let schema: Schema
    private let graph: DescriptionGraph
    private let layout: StoreLayout
    private var plans: [String: EntityPlan] = [:]
    /// Own properties of compiled entities, shared by the plans of their subentities.
    private var ownProperties: [String: [PropertyPlan]] = [:]

    /// The plans of a schema's entities, in the schema's order, linked with each other.
    ///
    /// Column indexes: 0 is `pk`; where the table holds a hierarchy 1 is `entity`; then the properties that have a
    /// column, in ordinal order. Inherited properties are the same objects in the plans of subentities.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer`, naming entity and property.
    static func compile(_ schema: Schema) throws -> [EntityPlan] {
        var compiler = PlanCompiler(schema)
        return try compiler.compile()
    }

    private init(_ schema: Schema) {
        self.schema = schema
        let laidOut = LaidOutSchema.of(schema)
        graph = laidOut.graph
        layout = laidOut.layout
    }

    private mutating func compile() throws -> [EntityPlan] {
        try schema.validate()
        try checkDiscriminators()
        let compiled = try schema.entities.enumerated().map { try makePlan($1, index: $0) }
        for entity in schema.entities.sorted(by: { $0.ancestors.count < $1.ancestors.count }) {
            try complete(entity)
        }
        try linkInverses()
        return compiled
    }

    // MARK: - Entities

    private mutating func makePlan(_ entity: Schema.Entity, index: Int) throws -> EntityPlan {
        guard let modelType = entity.modelType else {
            throw SchemaIssue(entity.name, "has no model class: a schema described by hand cannot be opened.").error
        }
        let plan = EntityPlan(
            name: entity.name,
            table: layout.tableOfEntity[entity.name] ?? entity.name,
            index: index,
            modelType: modelType,
            discriminator: layout.discriminators[entity.name]
        )
        plans[entity.name] = plan
        return plan
    }

    private func checkDiscriminators() throws {
        let byValue = Dictionary(grouping: layout.discriminators.keys.sorted()) { layout.discriminators[$0] ?? 0 }
        if let clash = byValue.values.first(where: { $0.count > 1 }) {
            let others = clash.dropFirst().joined(separator: ", ")
            throw SchemaIssue(clash[0], "and \(others) cannot be told apart in one table: rename one of them.").error
        }
    }

    private mutating func complete(_ entity: Schema.Entity) throws {
        guard let plan = plans[entity.name] else { return }
        var properties: [PropertyPlan] = []
        if let superentity = entity.superentity, let superplan = plans[superentity.name] {
            plan.link(superplan: superplan)
            properties = superplan.properties
        }
        let firstColumn = plan.discriminator == nil ? 1 : 2
        var nextColumn = firstColumn + properties.count { $0.columnIndex != nil }
        for property in entity.storedProperties {
            let made = try makeProperty(property, of: entity, ordinal: properties.count, columnIndex: nextColumn)
            if made.columnIndex != nil { nextColumn += 1 }
            properties.append(made)
        }
        plan.install(properties)
        try checkCount(plan)
        for property in properties {
            for keyPath in entity.keyPaths[property.name] ?? [] { plan.alias(keyPath, to: property) }
        }
        plan.uniqueConstraints = try uniqueConstraints(of: entity, plan)
    }

    private func checkCount(_ plan: EntityPlan) throws {
        let declared = plan.modelType._$propertyCount
        guard declared != plan.properties.count else { return }
        let reason = "has \(declared) properties by its class, but \(plan.properties.count) by its schema metadata."
        throw SchemaIssue(plan.name, reason).error
    }

    private func uniqueConstraints(of entity: Schema.Entity, _ plan: EntityPlan) throws -> [[Int]] {
        let inherited = plan.superplan?.uniqueConstraints ?? []
        let single = entity.storedProperties.filter(\.isUnique).map { [$0.name] }
        let own = try (single + entity.uniquenessConstraints).map { names in
            try names.map { name in
                guard let property = plan.property(named: name), property.columnIndex != nil else {
                    throw SchemaIssue(
                        entity.name,
                        name,
                        "is kept by the other end of its one-to-one relationship, so it cannot be unique."
                    ).error
                }
                return property.ordinal
            }
        }
        return (inherited + own).removingDuplicates()
    }

    // MARK: - Properties

    private func makeProperty(
        _ property: any SchemaProperty,
        of entity: Schema.Entity,
        ordinal: Int,
        columnIndex: Int
    ) throws -> PropertyPlan {
        let reference = PropertyReference(entity: entity.name, property: property.name)
        guard let keyPath = entity.keyPaths[property.name]?.first else {
            throw SchemaIssue(entity.name, property.name, "has no key path.").error
        }
        let column = column(at: layout.places[reference])
        let attribute = property._kind.attribute
        return PropertyPlan(
            name: property.name,
            column: column ?? property.name,
            ordinal: ordinal,
            keyPath: keyPath,
            valueType: property.valueType,
            isOptional: property.isOptional,
            columnIndex: column == nil ? nil : columnIndex,
            kind: try kind(of: property, reference),
            defaultValue: attribute?.defaultValue,
            isEphemeral: property.isTransient,
            isPreservedOnDeletion: attribute?.has(.preserveValueOnDeletion) ?? false,
            isExternal: attribute?.has(.externalStorage) ?? false
        )
    }

    private func column(at place: PropertyPlace?) -> String? {
        if case .column(_, let column, _) = place { column } else { nil }
    }

    private func kind(of property: any SchemaProperty, _ reference: PropertyReference) throws -> PropertyPlan.Kind {
        if let relationship = property._kind.relationship {
            let plan = try makeRelationship(relationship, reference)
            return relationship.isToOneRelationship ? .toOne(plan) : .toMany(plan)
        }
        let classification = PropertyClassification.classify(property.valueType, as: property._kind.attribute)
        guard let storage = classification.attributeStorage else {
            throw SchemaIssue(reference.entity, reference.property, "has a type that cannot be stored.").error
        }
        return .attribute(storage)
    }

    private func makeRelationship(
        _ relationship: Schema.Relationship,
        _ reference: PropertyReference
    ) throws -> RelationshipPlan {
        guard let destination = plans[relationship.destination], let storage = storage(at: layout.places[reference])
        else {
            let reason = "leads to \(relationship.destination), which is not in the schema."
            throw SchemaIssue(reference.entity, reference.property, reason).error
        }
        return RelationshipPlan(
            destination: destination,
            storage: storage,
            deleteRule: relationship.deleteRule,
            minimumCount: relationship.minimumModelCount ?? 0,
            maximumCount: relationship.maximumModelCount ?? 0,
            inverseName: graph.partner(of: reference)?.property,
            leadsToOtherClass: relationship.destinationType.map { $0 != destination.modelType } ?? false
        )
    }

    private func storage(at place: PropertyPlace?) -> RelationshipPlan.Storage? {
        switch place {
        case .column(_, let column, _): .foreignKey(column: column)
        case .inverseKey(let table, let column, let orderColumn):
            .inverseKey(table: table, column: column, orderColumn: orderColumn)
        case .inverseToOne(let table, let column): .inverseToOne(table: table, column: column)
        case .joinTable(let table, let own, let other, let order):
            .joinTable(table: table, ownColumn: own, otherColumn: other, orderColumn: order)
        case .some(.none), nil: nil
        }
    }

    private func linkInverses() throws {
        for reference in graph.references {
            guard let partner = graph.partner(of: reference),
                let relationship = plans[reference.entity]?.property(named: reference.property)?.relationship,
                let inverse = plans[partner.entity]?.property(named: partner.property)
            else { continue }
            relationship.link(inverse: inverse)
        }
    }
}
