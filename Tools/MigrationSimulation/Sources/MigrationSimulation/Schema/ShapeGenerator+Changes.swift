import SwiftData

extension ShapeGenerator {
    /// One change of a version, of a kind that chance chooses; none where there is nothing of that kind to change.
    mutating func change(_ shape: inout SchemaShape) {
        switch random.number(0...36) {
        case 0, 1, 2: addAttribute(to: &shape)
        case 3: removeAttribute(from: &shape)
        case 4, 5, 6: renameProperty(in: &shape)
        case 7: swapNames(in: &shape)
        case 8, 9, 10: changeOptionality(in: &shape)
        case 11, 12: changeKind(in: &shape)
        case 13, 14: changeFlags(in: &shape)
        case 15: addKey(to: &shape)
        case 16: removeKey(from: &shape)
        case 17: addEntity(to: &shape)
        case 18, 19: removeEntity(from: &shape)
        case 20, 21: changeParent(in: &shape)
        case 22, 23: moveProperty(in: &shape)
        case 24, 25: addLink(to: &shape)
        case 26: removeLink(from: &shape)
        case 27, 28, 29, 30: changeArity(in: &shape)
        case 31: retarget(in: &shape)
        case 32: changeInverse(in: &shape)
        case 33: changeRule(in: &shape)
        case 34: changeSort(in: &shape)
        case 35: reorder(&shape)
        default: changeDefault(in: &shape)
        }
    }

    private mutating func attributeName(in shape: SchemaShape) -> PropertyName? {
        random.pick(shape.names.filter { shape.property($0)?.attribute != nil })
    }

    private mutating func linkName(in shape: SchemaShape) -> PropertyName? {
        random.pick(shape.names.filter { shape.property($0)?.link != nil })
    }

    // MARK: Attributes

    private mutating func addAttribute(to shape: inout SchemaShape) {
        guard let place = random.pick(Array(shape.entities.indices)) else { return }
        shape.entities[place].properties.append(attribute())
    }

    private mutating func removeAttribute(from shape: inout SchemaShape) {
        guard let name = attributeName(in: shape), let place = shape.index(of: name.entity) else { return }
        shape.entities[place].properties.removeAll { $0.name == name.property }
    }

    private mutating func renameProperty(in shape: inout SchemaShape) {
        guard let old = random.pick(shape.names) else { return }
        rename(old, to: name(), in: &shape)
    }

    private func rename(_ old: PropertyName, to new: String, in shape: inout SchemaShape) {
        if let partner = shape.partner(of: old) { shape.change(partner) { $0.link?.inverse = new } }
        shape.change(old) { property in
            property.originalName = old.property
            property.name = new
        }
        for entity in shape.family(of: old.entity) {
            guard let place = shape.index(of: entity) else { continue }
            func renamed(_ key: [String]) -> [String] { key.map { $0 == old.property ? new : $0 } }
            shape.entities[place].uniqueKeys = shape.entities[place].uniqueKeys.map(renamed)
            shape.entities[place].indexes = shape.entities[place].indexes.map(renamed)
        }
    }

    private mutating func swapNames(in shape: inout SchemaShape) {
        guard let entity = random.pick(shape.entities) else { return }
        let attributes = entity.properties.filter { $0.attribute != nil }.map(\.name)
        guard let first = random.pick(attributes), let second = random.pick(attributes), first != second else { return }
        shape.change(PropertyName(entity: entity.name, property: first)) { property in
            (property.name, property.originalName) = ("\(second) ", first)
        }
        shape.change(PropertyName(entity: entity.name, property: second)) { property in
            (property.name, property.originalName) = (first, second)
        }
        shape.change(PropertyName(entity: entity.name, property: "\(second) ")) { $0.name = second }
    }

    private mutating func changeOptionality(in shape: inout SchemaShape) {
        guard let name = random.pick(shape.names), let property = shape.property(name) else { return }
        if let link = property.link, link.isToMany || link.destination == name.entity { return }
        shape.change(name) { $0.isOptional.toggle() }
    }

    private mutating func changeKind(in shape: inout SchemaShape) {
        guard let name = attributeName(in: shape), var attribute = shape.property(name)?.attribute else { return }
        let kinds = ValueKind.allCases.filter {
            $0 != attribute.kind && (random.once(in: 4) || attribute.kind.widens(to: $0))
        }
        guard let kind = random.pick(kinds) else { return }
        attribute.kind = kind
        attribute.defaultValue = defaultValue(kind)
        shape.change(name) { $0.attribute = attribute }
    }

    private mutating func changeFlags(in shape: inout SchemaShape) {
        guard let name = attributeName(in: shape), var attribute = shape.property(name)?.attribute else { return }
        switch attribute.kind {
        case .data: attribute.isExternal.toggle()
        case .string where random.flip(): attribute.isFullText.toggle()
        default: attribute.isUnique.toggle()
        }
        shape.change(name) { $0.attribute = attribute }
    }

    private mutating func changeDefault(in shape: inout SchemaShape) {
        guard let name = attributeName(in: shape), var attribute = shape.property(name)?.attribute else { return }
        attribute.defaultValue = defaultValue(attribute.kind)
        shape.change(name) { $0.attribute = attribute }
    }

    private mutating func removeKey(from shape: inout SchemaShape) {
        let places = shape.entities.indices.filter {
            !shape.entities[$0].uniqueKeys.isEmpty || !shape.entities[$0].indexes.isEmpty
        }
        guard let place = random.pick(places) else { return }
        if shape.entities[place].indexes.isEmpty || random.flip(), !shape.entities[place].uniqueKeys.isEmpty {
            shape.entities[place].uniqueKeys.removeLast()
        } else {
            shape.entities[place].indexes.removeLast()
        }
    }

    private mutating func reorder(_ shape: inout SchemaShape) {
        for place in shape.entities.indices { shape.entities[place].properties.shuffle(using: &random) }
    }

    // MARK: Entities

    private mutating func addEntity(to shape: inout SchemaShape) {
        let missing = RecordClasses.entities.filter { shape.entity($0) == nil }
        guard let added = random.pick(missing) else { return }
        var entity = EntityShape(name: added)
        if random.flip() { entity.parent = random.pick(RecordClasses.parents[added] ?? []) }
        for _ in 0..<random.number(1...2) { entity.properties.append(attribute()) }
        shape.entities.append(entity)
        // A new superentity goes above what is there.
        for place in shape.entities.indices where random.flip() {
            guard shape.entities[place].parent == nil,
                RecordClasses.parents[shape.entities[place].name]?.contains(added) == true
            else { continue }
            shape.entities[place].parent = added
        }
    }

    private mutating func removeEntity(from shape: inout SchemaShape) {
        guard shape.entities.count > 1, let name = random.pick(shape.entities)?.name else { return }
        let parent = shape.entity(name)?.parent
        shape.entities.removeAll { $0.name == name }
        for place in shape.entities.indices where shape.entities[place].parent == name {
            shape.entities[place].parent = parent
        }
    }

    private mutating func changeParent(in shape: inout SchemaShape) {
        let movable = shape.entities.filter { RecordClasses.parents[$0.name] != nil }
        guard let entity = random.pick(movable), let place = shape.index(of: entity.name) else { return }
        let choices = (RecordClasses.parents[entity.name] ?? []).filter {
            shape.entity($0) != nil && $0 != entity.parent
        }
        shape.entities[place].parent = random.once(in: 3) ? nil : random.pick(choices)
    }

    /// Moves a property up or down its hierarchy.
    private mutating func moveProperty(in shape: inout SchemaShape) {
        let names = shape.names.filter { shape.family(of: shape.root(of: $0.entity)).count > 1 }
        guard let old = random.pick(names), let property = shape.property(old) else { return }
        let above = shape.lineage(of: old.entity).dropFirst().map(\.name)
        let below = shape.family(of: old.entity).dropFirst()
        guard let target = random.pick(Array(above) + Array(below)), let place = shape.index(of: target),
            let origin = shape.index(of: old.entity)
        else { return }
        if let partner = shape.partner(of: old) { shape.change(partner) { $0.link?.destination = target } }
        shape.entities[origin].properties.removeAll { $0.name == old.property }
        shape.entities[place].properties.append(property)
    }

    // MARK: Relationships

    private mutating func removeLink(from shape: inout SchemaShape) {
        guard let name = linkName(in: shape), let place = shape.index(of: name.entity) else { return }
        let partner = shape.partner(of: name)
        shape.entities[place].properties.removeAll { $0.name == name.property }
        if random.flip(), let partner, let place = shape.index(of: partner.entity) {
            shape.entities[place].properties.removeAll { $0.name == partner.property }
        }
    }

    private mutating func changeArity(in shape: inout SchemaShape) {
        guard let name = linkName(in: shape) else { return }
        shape.change(name) { property in
            property.link?.isToMany.toggle()
            property.isOptional = property.link?.isToMany == false
        }
    }

    private mutating func retarget(in shape: inout SchemaShape) {
        guard let name = linkName(in: shape), let destination = random.pick(shape.entities)?.name else { return }
        let partner = shape.partner(of: name)
        shape.change(name) { property in
            property.link?.destination = destination
            if destination == name.entity, property.link?.isToMany == false { property.isOptional = true }
        }
        // The other end goes along, where it can.
        guard let partner, let end = shape.property(partner), let place = shape.index(of: partner.entity),
            let target = shape.index(of: destination)
        else { return }
        shape.entities[place].properties.removeAll { $0.name == partner.property }
        if random.flip() { shape.entities[target].properties.append(end) }
    }

    private mutating func changeInverse(in shape: inout SchemaShape) {
        guard let name = linkName(in: shape), let property = shape.property(name), let link = property.link else {
            return
        }
        if let partner = shape.partner(of: name) {
            for end in [name, partner] {
                shape.change(end) { property in
                    property.link?.inverse = nil
                    property.link?.namesInverse = false
                }
            }
            return
        }
        let back = self.name()
        guard let place = shape.index(of: link.destination) else { return }
        let isToMany = random.flip()
        shape.entities[place].properties.append(
            PropertyShape(
                name: back,
                isOptional: !isToMany,
                content: .link(
                    LinkShape(destination: name.entity, isToMany: isToMany, inverse: name.property, namesInverse: true)
                )
            )
        )
        shape.change(name) { $0.link?.inverse = back }
    }

    private mutating func changeRule(in shape: inout SchemaShape) {
        guard let name = linkName(in: shape) else { return }
        let rule = deleteRule()
        shape.change(name) { $0.link?.deleteRule = rule }
    }

    /// A value becomes a relationship, or a relationship a value.
    private mutating func changeSort(in shape: inout SchemaShape) {
        guard let name = random.pick(shape.names), let property = shape.property(name),
            let destination = random.pick(shape.entities)?.name
        else { return }
        if property.attribute != nil {
            let isToMany = random.flip()
            shape.change(name) { property in
                property.content = .link(LinkShape(destination: destination, isToMany: isToMany))
                property.isOptional = !isToMany
            }
        } else {
            let made = attribute()
            shape.change(name) { property in
                property.content = made.content
                property.isOptional = made.isOptional
            }
        }
    }
}
