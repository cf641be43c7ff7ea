#if CloudKitMirroring
import Foundation

// From the plans of a container: only what has a column or a table is mirrored.

extension MirrorSchema {
    /// The entities of one store.
    convenience init(plans: [EntityPlan], schema: Schema) {
        let joins = Self.joins(of: plans)
        let entities = plans.map { Self.entity($0, schema, joins) }
        let shape = entities.map { entity in
            let properties = entity.attributes.map { "\($0.name):\($0.kind):\($0.isEncrypted)" }
            return "\(entity.name)(\((properties + entity.toOnes.map(\.name)).joined(separator: ",")))"
        }
        let text = (shape + joins.map(\.table)).sorted().joined(separator: ";")
        self.init(
            entities: entities,
            joins: joins,
            digest: String(FNV1a.hash64(text.utf8), radix: 16),
            defaults: MigrationDefaults(schema)
        )
    }

    // MARK: Entities

    private static func entity(_ plan: EntityPlan, _ schema: Schema, _ joins: [Join]) -> Entity {
        let described = schema.entitiesByName[plan.name]
        var lists: [String: (table: String, column: String)] = [:]
        var links: [String: (join: Int, isOwn: Bool)] = [:]
        for property in plan.properties {
            switch property.relationship?.storage {
            case .inverseKey(let table, let column, _): lists[property.name] = (table, column)
            case .joinTable(let table, let own, _, _):
                if let index = joins.firstIndex(where: { $0.table == table }) {
                    links[property.name] = (index, joins[index].own.column == own)
                }
            default: break
            }
        }
        return Entity(
            name: plan.name,
            index: plan.index,
            root: plan.root.name,
            table: plan.table,
            discriminator: plan.discriminator,
            attributes: plan.properties.compactMap { attribute($0, plan, described) },
            toOnes: plan.properties.compactMap(toOne),
            lists: lists,
            joins: links,
            uniques: plan.uniqueConstraints.map { $0.map { plan.properties[$0].column } },
            cascades: plan.properties.compactMap(cascade)
        )
    }

    private static func attribute(_ property: PropertyPlan, _ plan: EntityPlan, _ entity: Schema.Entity?) -> Attribute? {
        guard case .attribute(let storage) = property.kind, property.columnIndex != nil else { return nil }
        let described = entity?.property(named: property.name)?._kind.attribute
        return Attribute(
            name: property.name,
            column: property.column,
            ordinal: property.ordinal,
            kind: Attribute.Kind(storage),
            isOptional: property.isOptional,
            isEncrypted: described?.has(.allowsCloudEncryption) ?? false,
            isExternal: property.isExternal,
            reference: PropertyReference(entity: declarer(of: property, plan).name, property: property.name),
            placeholder: storage.placeholder
        )
    }

    /// The entity that a property was declared in: the highest that has it.
    private static func declarer(of property: PropertyPlan, _ plan: EntityPlan) -> EntityPlan {
        var declarer = plan
        while let above = declarer.superplan, above.property(named: property.name) != nil { declarer = above }
        return declarer
    }

    private static func toOne(_ property: PropertyPlan) -> ToOne? {
        guard case .toOne(let relationship) = property.kind, case .foreignKey(let column) = relationship.storage else {
            return nil
        }
        let list = relationship.inverse.map { ListPlace(entity: relationship.destination.index, ordinal: $0.ordinal) }
        return ToOne(
            name: property.name,
            column: column,
            ordinal: property.ordinal,
            order: property.orderColumn.flatMap { order in list.map { (order, $0) } },
            targetTable: relationship.destination.table,
            isOptional: property.isOptional,
            isExclusive: property.isOneToOneKey,
            inverse: relationship.inverse.map { (relationship.destination.index, $0.ordinal) }
        )
    }

    private static func cascade(_ property: PropertyPlan) -> Cascade? {
        guard let relationship = property.relationship, relationship.deleteRule == .cascade else { return nil }
        let target = relationship.destination.table
        switch relationship.storage {
        case .foreignKey(let column): return Cascade(way: .own(column: column, table: target))
        case .inverseKey(let table, let column, _): return Cascade(way: .holders(column: column, table: table))
        case .inverseToOne(let table, let column): return Cascade(way: .holders(column: column, table: table))
        case .joinTable(let table, let own, let other, _):
            return Cascade(way: .links(table: table, own: own, other: other, rows: target))
        }
    }

    // MARK: Links

    private static func joins(of plans: [EntityPlan]) -> [Join] {
        var found: [String: Join] = [:]
        for plan in plans {
            for property in plan.properties {
                guard let relationship = property.relationship,
                    case .joinTable(let table, let own, let other, let order) = relationship.storage
                else { continue }
                let declarer = declarer(of: property, plan)
                // The end that the table is named after was given its name first.
                let isFirst = own == declarer.name || relationship.inverse == nil || relationship.inverse === property
                guard isFirst, found[table] == nil else { continue }
                found[table] = join(table, property, declarer, relationship, (own, other, order))
            }
        }
        return found.values.sorted { $0.table < $1.table }
    }

    private static func join(
        _ table: String,
        _ property: PropertyPlan,
        _ plan: EntityPlan,
        _ relationship: RelationshipPlan,
        _ columns: (own: String, other: String, order: String)
    ) -> Join {
        let destination = relationship.destination
        let inverse = relationship.inverse === property ? nil : relationship.inverse
        var inverseOrder: String?
        if case .joinTable(_, _, _, let order)? = inverse?.relationship?.storage { inverseOrder = order }
        return Join(
            table: table,
            own: .init(
                entity: plan.name,
                property: property.name,
                column: columns.own,
                order: columns.order,
                rows: plan.table,
                place: ListPlace(entity: plan.index, ordinal: property.ordinal)
            ),
            other: .init(
                entity: destination.name,
                property: inverse?.name,
                column: columns.other,
                order: inverseOrder,
                rows: destination.table,
                place: inverse.map { ListPlace(entity: destination.index, ordinal: $0.ordinal) }
            )
        )
    }
}

extension MirrorSchema.Attribute.Kind {
    init(_ storage: AttributeStorage) {
        switch storage {
        case .scalar(let type), .rawValue(_, let type):
            if type == Date.self {
                self = .date
            } else if type == UUID.self {
                self = .uuid
            } else {
                switch type._columnType {
                case "INTEGER": self = .integer
                case "REAL": self = .real
                case "BLOB": self = .bytes
                default: self = .text
                }
            }
        case .json: self = .text
        case .transformed: self = .bytes
        }
    }
}

extension AttributeStorage {
    /// A value of the type, for a required property of which nothing is known.
    fileprivate var placeholder: SQLValue {
        switch self {
        case .scalar(let type), .rawValue(_, let type): type._placeholder._sqlValue
        case .json: .null
        case .transformed: .blob(Data())
        }
    }
}

#endif
