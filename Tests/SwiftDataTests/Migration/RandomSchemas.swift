@testable import SwiftData

/// Random schemas and random later versions of them.
///
/// A later version keeps to what is lightweight, so that every pair can be migrated.
struct RandomSchemas {
    private(set) var random: SeededGenerator
    private var counter = 0
    private static let scalars = ["Int32", "Int", "String", "Double", "UUID", "Data", "Bool", "Date"]
    private static let columnTypes = [
        "Int32": "INTEGER", "Int": "INTEGER", "Int64": "INTEGER", "Bool": "INTEGER", "String": "TEXT",
        "Double": "REAL", "Date": "REAL", "UUID": "BLOB", "Data": "BLOB",
    ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    // MARK: - First versions

    mutating func schema() -> SchemaDescription {
        var entities = (0..<Int.random(in: 1...4, using: &random)).map {
            EntityDescription(name: "E\($0)", properties: [])
        }
        for index in entities.indices {
            if index > 0, random.chance(25) { entities[index].superentity = entities[index - 1].name }
            for _ in 0..<Int.random(in: 1...4, using: &random) { entities[index].properties.append(attribute()) }
            if random.chance(40) { entities[index].indices = [[entities[index].properties[0].name]] }
        }
        var schema = describe("")
        schema.entities = entities
        for _ in 0..<Int.random(in: 0...4, using: &random) { addLink(to: &schema) }
        return schema
    }

    private mutating func name() -> String {
        counter += 1
        return "p\(counter)"
    }

    private mutating func attribute(isOptional: Bool? = nil) -> PropertyDescription {
        let scalar = random.pick(Self.scalars)
        let isOptional = isOptional ?? random.chance(50)
        return PropertyDescription(
            name: name(),
            valueType: scalar,
            isOptional: isOptional,
            storage: StorageDescription(form: .scalar, columnType: Self.columnTypes[scalar] ?? "TEXT", scalar: scalar)
        )
    }

    private mutating func addLink(to schema: inout SchemaDescription) {
        let own = Int.random(in: 0..<schema.entities.count, using: &random)
        let other = Int.random(in: 0..<schema.entities.count, using: &random)
        let forward = name()
        let back = random.chance(70) ? name() : nil
        schema.entities[own].properties.append(
            link(forward, to: schema.entities[other].name, inverse: back, isToOne: random.chance(50))
        )
        if let back {
            schema.entities[other].properties.append(
                link(back, to: schema.entities[own].name, inverse: forward, isToOne: random.chance(50))
            )
        }
    }

    private func link(_ name: String, to destination: String, inverse: String?, isToOne: Bool) -> PropertyDescription {
        PropertyDescription(
            name: name,
            valueType: destination,
            isOptional: true,
            relationship: RelationshipDescription(
                destination: destination,
                inverse: inverse,
                isToOne: isToOne,
                deleteRule: .nullify,
                minimumCount: 0,
                maximumCount: 0
            )
        )
    }

    // MARK: - Later versions

    /// The schema after some changes, and the defaults that its new required properties have.
    mutating func successor(
        of schema: SchemaDescription
    ) -> (schema: SchemaDescription, defaults: [PropertyReference: MigrationDefault]) {
        var next = schema
        var defaults: [PropertyReference: MigrationDefault] = [:]
        for index in next.entities.indices {
            for position in next.entities[index].properties.indices {
                next.entities[index].properties[position].originalName = nil
            }
        }
        for _ in 0..<Int.random(in: 1...5, using: &random) { change(&next, &defaults) }
        next.entities.sort { $0.name < $1.name }
        return (next, defaults)
    }

    private mutating func change(
        _ schema: inout SchemaDescription,
        _ defaults: inout [PropertyReference: MigrationDefault]
    ) {
        let index = Int.random(in: 0..<schema.entities.count, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: schema.entities[index].properties.append(attribute(isOptional: true))
        case 1: addRequired(to: &schema.entities[index], &defaults)
        case 2: renameAttribute(in: &schema.entities[index], &defaults)
        case 3: removeAttribute(from: &schema.entities[index])
        case 4: makeOptional(in: &schema.entities[index])
        case 5:
            schema.entities[index].indices = [
                [schema.entities[index].properties.first { $0.isColumn }?.name].compactMap { $0 }
            ].filter { !$0.isEmpty }
        case 6: addSubentity(to: &schema, of: schema.entities[index].name)
        case 7: addLink(to: &schema)
        case 8: makeToMany(in: &schema)
        default: dropInverse(in: &schema)
        }
    }

    private mutating func addRequired(
        to entity: inout EntityDescription,
        _ defaults: inout [PropertyReference: MigrationDefault]
    ) {
        let added = attribute(isOptional: false)
        entity.properties.append(added)
        let value: SQLValue =
            switch added.storage?.columnType {
            case "INTEGER": .integer(7)
            case "REAL": .real(1.5)
            case "BLOB": .blob(.init([1, 2, 3]))
            default: .text("it's \"new\"")
            }
        defaults[PropertyReference(entity: entity.name, property: added.name)] = .constant(value)
    }

    private mutating func renameAttribute(
        in entity: inout EntityDescription,
        _ defaults: inout [PropertyReference: MigrationDefault]
    ) {
        guard
            let position = entity.properties.indices.first(where: {
                entity.properties[$0].isColumn && entity.properties[$0].originalName == nil
                    && defaults[PropertyReference(entity: entity.name, property: entity.properties[$0].name)] == nil
            })
        else { return }
        let old = entity.properties[position].name
        let new = name()
        entity.properties[position].originalName = old
        entity.properties[position].name = new
        entity.indices = entity.indices.map { $0.map { $0 == old ? new : $0 } }
    }

    private mutating func removeAttribute(from entity: inout EntityDescription) {
        guard let position = entity.properties.lastIndex(where: { $0.isColumn }) else { return }
        let name = entity.properties.remove(at: position).name
        entity.indices = entity.indices.filter { !$0.contains(name) }
    }

    private mutating func makeOptional(in entity: inout EntityDescription) {
        guard let position = entity.properties.indices.first(where: { entity.properties[$0].isColumn }) else { return }
        entity.properties[position].isOptional = true
    }

    private mutating func addSubentity(to schema: inout SchemaDescription, of name: String) {
        counter += 1
        schema.entities.append(
            EntityDescription(name: "S\(counter)", superentity: name, properties: [attribute(isOptional: true)])
        )
    }

    private mutating func makeToMany(in schema: inout SchemaDescription) {
        for index in schema.entities.indices {
            for position in schema.entities[index].properties.indices {
                guard schema.entities[index].properties[position].relationship?.isToOne == true else { continue }
                schema.entities[index].properties[position].relationship?.isToOne = false
                return
            }
        }
    }

    /// Removes one end of a link; the other stays and is one-way.
    private mutating func dropInverse(in schema: inout SchemaDescription) {
        let graph = DescriptionGraph(schema)
        guard let reference = graph.references.first(where: { graph.partner(of: $0).map { $0.entity != "" } ?? false }),
            let partner = graph.partner(of: reference), partner != reference
        else { return }
        for index in schema.entities.indices {
            if schema.entities[index].name == partner.entity {
                schema.entities[index].properties.removeAll { $0.name == partner.property }
            }
            if schema.entities[index].name == reference.entity,
                let position = schema.entities[index].properties.firstIndex(where: { $0.name == reference.property })
            {
                schema.entities[index].properties[position].relationship?.inverse = nil
            }
        }
    }
}
