import SwiftData

/// What a version must be like so that a container opens it.
extension SchemaShape {
    /// The same version without what contradicts itself, and with the inverses that follow from it.
    func normalized() -> SchemaShape {
        var shape = self
        shape.entities.sort { $0.name < $1.name }
        shape.dropLostParents()
        shape.dropRepeatedNames()
        shape.dropLostLinks()
        shape.dropBrokenInverses()
        shape.inferInverses()
        shape.dropLostKeys()
        return shape
    }

    private mutating func dropLostParents() {
        for index in entities.indices {
            let entity = entities[index]
            guard let parent = entity.parent else { continue }
            let isKnown = RecordClasses.parents[entity.name]?.contains(parent) ?? false
            if !isKnown || self.entity(parent) == nil { entities[index].parent = nil }
        }
    }

    private mutating func dropRepeatedNames() {
        for index in entities.indices {
            let inherited = Set(lineage(of: entities[index].name).dropFirst().flatMap { $0.properties.map(\.name) })
            var seen = inherited
            entities[index].properties.removeAll { !seen.insert($0.name).inserted }
        }
    }

    private mutating func dropLostLinks() {
        for index in entities.indices {
            let known = Set(entities.map(\.name))
            entities[index].properties.removeAll { $0.link.map { !known.contains($0.destination) } ?? false }
        }
    }

    /// Both ends of a link name each other, and one of them says so.
    private mutating func dropBrokenInverses() {
        for name in names {
            guard let link = property(name)?.link, let inverse = link.inverse else { continue }
            let partner = PropertyName(entity: link.destination, property: inverse)
            let back = property(partner)?.link
            let isWhole = back?.destination == name.entity && back?.inverse == name.property && partner != name
            let isNamed = link.namesInverse || back?.namesInverse == true
            if !isWhole || !isNamed {
                change(name) { property in
                    property.link?.inverse = nil
                    property.link?.namesInverse = false
                }
            }
        }
    }

    /// Two relationships that nobody claims and that are the only ones between two entities are two ends of one link.
    private mutating func inferInverses() {
        for name in names {
            guard let link = property(name)?.link, link.inverse == nil, link.destination != name.entity else {
                continue
            }
            let there = unclaimed(from: name.entity, to: link.destination)
            let back = unclaimed(from: link.destination, to: name.entity)
            guard there == [name], back.count == 1, let partner = back.first else { continue }
            change(name) { $0.link?.inverse = partner.property }
            change(partner) { $0.link?.inverse = name.property }
        }
    }

    private func unclaimed(from entity: String, to destination: String) -> [PropertyName] {
        names.filter { name in
            name.entity == entity
                && property(name)?.link.map { $0.destination == destination && $0.inverse == nil } == true
        }
    }

    private mutating func dropLostKeys() {
        let shape = self
        for index in entities.indices {
            let entity = entities[index].name
            entities[index].uniqueKeys.removeAll { key in
                key.contains { !(shape.attribute($0, of: entity)?.kind.canBeUnique ?? false) }
            }
            entities[index].indexes.removeAll { key in key.contains { shape.attribute($0, of: entity) == nil } }
            for position in entities[index].properties.indices {
                guard var attribute = entities[index].properties[position].attribute else { continue }
                attribute.isUnique = attribute.isUnique && attribute.kind.canBeUnique
                attribute.isExternal = attribute.isExternal && attribute.kind == .data
                let isAlone = entities[index].parent == nil && family(of: entity).count == 1
                attribute.isFullText = attribute.isFullText && attribute.kind == .string && isAlone
                entities[index].properties[position].attribute = attribute
            }
        }
    }

    private func attribute(_ name: String, of entity: String) -> AttributeShape? {
        declaration(of: name, in: entity).flatMap { property($0)?.attribute }
    }

    /// The keys of an entity that no two of its objects share, with those of single properties.
    func uniqueKeys(of entity: EntityShape) -> [[String]] {
        entity.properties.filter { $0.attribute?.isUnique == true }.map { [$0.name] } + entity.uniqueKeys
    }
}
