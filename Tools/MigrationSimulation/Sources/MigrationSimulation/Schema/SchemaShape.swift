import SwiftData

/// Names a property by the entity that declares it.
struct PropertyName: Hashable, Comparable, Sendable, CustomStringConvertible {
    let entity: String
    let property: String

    static func < (left: PropertyName, right: PropertyName) -> Bool {
        (left.entity, left.property) < (right.entity, right.property)
    }

    var description: String { "\(entity).\(property)" }
}

/// What an attribute is like.
struct AttributeShape: Equatable, Sendable {
    enum Default: Equatable, Sendable {
        case none
        /// One value for all objects.
        case constant(StoredValue)
        /// Another value for each object.
        case perObject
    }

    var kind: ValueKind
    var defaultValue = Default.none
    var isUnique = false
    var isExternal = false
    var isFullText = false

    /// The default for one more object.
    func nextDefault() -> StoredValue? {
        switch defaultValue {
        case .none: nil
        case .constant(let value): value
        case .perObject: kind.value(RecordShapes.nextNumber())
        }
    }
}

/// What a relationship is like.
struct LinkShape: Equatable, Sendable {
    var destination: String
    var isToMany: Bool
    /// The name of the other end's property, which has this one's name in turn.
    var inverse: String?
    /// Whether this end's declaration says what the inverse is.
    var namesInverse = false
    var deleteRule = Schema.Relationship.DeleteRule.nullify
}

/// A property of an entity.
struct PropertyShape: Equatable, Sendable {
    enum Content: Equatable, Sendable {
        case attribute(AttributeShape)
        case link(LinkShape)
    }

    var name: String
    /// The name that it had, as the declaration says.
    var originalName: String?
    var isOptional: Bool
    var content: Content

    var attribute: AttributeShape? {
        get { if case .attribute(let attribute) = content { attribute } else { nil } }
        set { if let newValue { content = .attribute(newValue) } }
    }

    var link: LinkShape? {
        get { if case .link(let link) = content { link } else { nil } }
        set { if let newValue { content = .link(newValue) } }
    }
}

/// An entity with its own properties.
struct EntityShape: Equatable, Sendable {
    var name: String
    var parent: String?
    var properties: [PropertyShape] = []
    /// Compound keys that no two objects share.
    var uniqueKeys: [[String]] = []
    var indexes: [[String]] = []
}

/// A version of a schema.
struct SchemaShape: Equatable, Sendable {
    var entities: [EntityShape] = []

    func entity(_ name: String) -> EntityShape? { entities.first { $0.name == name } }

    func index(of name: String) -> Int? { entities.firstIndex { $0.name == name } }

    /// The entity and those that it inherits from, nearest first.
    func lineage(of name: String) -> [EntityShape] {
        guard let entity = entity(name) else { return [] }
        return [entity] + (entity.parent.map { lineage(of: $0) } ?? [])
    }

    func root(of name: String) -> String { lineage(of: name).last?.name ?? name }

    /// The names of the entity and of all that inherit from it.
    func family(of name: String) -> [String] {
        guard entity(name) != nil else { return [] }
        return [name] + entities.filter { $0.parent == name }.flatMap { family(of: $0.name) }
    }

    func isKind(_ entity: String, of ancestor: String) -> Bool { lineage(of: entity).contains { $0.name == ancestor } }

    func property(_ name: PropertyName) -> PropertyShape? {
        entity(name.entity)?.properties.first { $0.name == name.property }
    }

    /// The declaration of a property that objects of an entity have, inherited or not.
    func declaration(of property: String, in entity: String) -> PropertyName? {
        lineage(of: entity).first { $0.properties.contains { $0.name == property } }
            .map { PropertyName(entity: $0.name, property: property) }
    }

    /// All properties of all entities.
    var names: [PropertyName] {
        entities.flatMap { entity in entity.properties.map { PropertyName(entity: entity.name, property: $0.name) } }
    }

    /// The properties of an entity's objects, the root's first.
    func properties(of entity: String) -> [(name: PropertyName, shape: PropertyShape)] {
        lineage(of: entity).reversed().flatMap { owner in
            owner.properties.map { (PropertyName(entity: owner.name, property: $0.name), $0) }
        }
    }

    /// The other end of a link; nil for one that leads one way.
    func partner(of name: PropertyName) -> PropertyName? {
        guard let link = property(name)?.link, let inverse = link.inverse else { return nil }
        return declaration(of: inverse, in: link.destination)
    }

    mutating func change(_ name: PropertyName, _ body: (inout PropertyShape) -> Void) {
        guard let entity = index(of: name.entity),
            let position = entities[entity].properties.firstIndex(where: { $0.name == name.property })
        else { return }
        body(&entities[entity].properties[position])
    }
}

extension SchemaShape: CustomStringConvertible {
    var description: String { entities.map(\.description).joined(separator: "; ") }
}

extension EntityShape: CustomStringConvertible {
    var description: String {
        let keys =
            uniqueKeys.map { " unique \($0.joined(separator: "+"))" }
            + indexes.map { " index \($0.joined(separator: "+"))" }
        let words = properties.map(\.description).joined(separator: ", ")
        return "\(name)\(parent.map { ": \($0)" } ?? "") { \(words)\(keys.joined()) }"
    }
}

extension PropertyShape: CustomStringConvertible {
    var description: String {
        let was = originalName.map { " was \($0)" } ?? ""
        let mark = isOptional ? "?" : ""
        switch content {
        case .attribute(let attribute):
            let flags = [
                attribute.isUnique ? " unique" : "", attribute.isExternal ? " external" : "",
                attribute.isFullText ? " fullText" : "",
            ].joined()
            let value =
                switch attribute.defaultValue {
                case .none: ""
                case .constant(let value): " = \(value)"
                case .perObject: " = each"
                }
            return "\(name) \(attribute.kind.rawValue)\(mark)\(value)\(flags)\(was)"
        case .link(let link):
            let arrow = link.isToMany ? "->>" : "->"
            let inverse = link.inverse.map { " <-> \($0)\(link.namesInverse ? "!" : "")" } ?? ""
            return "\(name) \(arrow) \(link.destination)\(mark)\(inverse)\(was) \(link.deleteRule.rawValue)"
        }
    }
}
