import SwiftData

/// Makes up versions of a schema: a first one, and others that come after it.
struct ShapeGenerator {
    var random: SimulationRandom
    private var lastName = 0

    init(seed: UInt64) { random = SimulationRandom(seed: seed) }

    /// A first version.
    mutating func first() -> SchemaShape {
        var shape = SchemaShape()
        for name in RecordClasses.entities where random.chance(60) {
            var entity = EntityShape(name: name)
            if random.chance(65) { entity.parent = random.pick(RecordClasses.parents[name] ?? []) }
            for _ in 0..<random.number(1...3) { entity.properties.append(attribute()) }
            shape.entities.append(entity)
        }
        if shape.entities.isEmpty { shape.entities = [EntityShape(name: "Badge", properties: [attribute()])] }
        shape = shape.normalized()
        for _ in 0..<random.number(1...5) { addLink(to: &shape) }
        for _ in 0..<random.number(0...2) { addKey(to: &shape) }
        return shape.normalized()
    }

    /// A version that comes after another.
    mutating func successor(of shape: SchemaShape) -> SchemaShape {
        var next = shape
        // What was renamed once is not said again for ever: some apps remove it.
        for name in next.names where random.chance(60) { next.change(name) { $0.originalName = nil } }
        for _ in 0..<random.number(1...random.number(1...5)) {
            var changed = next
            change(&changed)
            changed = changed.normalized()
            if !changed.entities.isEmpty { next = changed }
        }
        return next
    }

    // MARK: Parts

    mutating func name() -> String {
        lastName += 1
        return "p\(lastName)"
    }

    mutating func attribute() -> PropertyShape {
        let kind = random.pick(ValueKind.allCases) ?? .int
        var attribute = AttributeShape(kind: kind)
        attribute.defaultValue = defaultValue(kind)
        attribute.isUnique = random.once(in: 8)
        attribute.isExternal = random.flip()
        attribute.isFullText = random.once(in: 4)
        return PropertyShape(name: name(), isOptional: random.chance(45), content: .attribute(attribute))
    }

    mutating func defaultValue(_ kind: ValueKind) -> AttributeShape.Default {
        switch random.number(0...9) {
        case 0...4: .none
        case 5, 6, 7: .constant(kind.value(random.number(0...9)))
        default: [.bool, .mood, .level].contains(kind) ? .constant(kind.value(1)) : .perObject
        }
    }

    mutating func addLink(to shape: inout SchemaShape) {
        guard let own = random.pick(shape.entities)?.name, let other = random.pick(shape.entities)?.name else { return }
        var forward = PropertyShape(
            name: name(),
            isOptional: true,
            content: .link(LinkShape(destination: other, isToMany: random.flip(), deleteRule: deleteRule()))
        )
        var backward: PropertyShape?
        if random.chance(65) {
            let back = name()
            backward = PropertyShape(
                name: back,
                isOptional: true,
                content: .link(
                    LinkShape(
                        destination: own,
                        isToMany: random.flip(),
                        inverse: forward.name,
                        namesInverse: random.chance(40),
                        deleteRule: deleteRule()
                    )
                )
            )
            forward.link?.inverse = back
            forward.link?.namesInverse = random.chance(70)
        }
        // A link between an entity and itself that must have a target could never be begun.
        if own != other, forward.link?.isToMany == false, random.once(in: 6) { forward.isOptional = false }
        if let link = forward.link, link.isToMany { forward.isOptional = false }
        if let link = backward?.link, link.isToMany { backward?.isOptional = false }
        guard let place = shape.index(of: own) else { return }
        shape.entities[place].properties.append(forward)
        if let backward, let place = shape.index(of: other) { shape.entities[place].properties.append(backward) }
    }

    mutating func deleteRule() -> Schema.Relationship.DeleteRule {
        switch random.number(0...9) {
        case 0...5: .nullify
        case 6, 7: .cascade
        case 8: .deny
        default: .noAction
        }
    }

    mutating func addKey(to shape: inout SchemaShape) {
        guard let entity = random.pick(shape.entities), let place = shape.index(of: entity.name) else { return }
        let attributes = shape.properties(of: entity.name).filter { $0.shape.attribute != nil }
        guard let first = random.pick(attributes) else { return }
        var key = [first.shape.name]
        if random.flip(), let second = random.pick(attributes), second.shape.name != key[0] {
            key.append(second.shape.name)
        }
        if random.once(in: 3) {
            shape.entities[place].uniqueKeys.append(key)
        } else {
            shape.entities[place].indexes.append(key)
        }
    }
}
