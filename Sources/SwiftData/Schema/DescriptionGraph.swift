/// A schema's description with its names resolved: hierarchies, and which relationships are two ends of one link.
struct DescriptionGraph: Sendable {
    private let entities: [String: EntityDescription]
    private let children: [String: [String]]
    private let properties: [PropertyReference.Name: PropertyDescription]
    /// Every property, sorted.
    let references: [PropertyReference]

    init(_ description: SchemaDescription) {
        entities = Dictionary(description.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        children = Dictionary(grouping: description.entities.filter { $0.superentity != nil }) { $0.superentity ?? "" }
            .mapValues { $0.map(\.name).sorted() }
        var properties: [PropertyReference.Name: PropertyDescription] = [:]
        var references: [PropertyReference] = []
        for entity in description.entities {
            for property in entity.properties {
                let reference = PropertyReference(entity: entity.name, property: property.name)
                guard properties[reference] == nil else { continue }
                properties[reference] = property
                references.append(reference)
            }
        }
        self.properties = properties
        self.references = references.sorted()
    }

    func entity(_ name: String) -> EntityDescription? { entities[name] }

    func property(_ reference: PropertyReference) -> PropertyDescription? { properties[reference] }

    /// Entities that inherit from none, sorted by name.
    var roots: [EntityDescription] {
        entities.values.filter { superentity(of: $0.name) == nil }.sorted { $0.name < $1.name }
    }

    /// The entity and everything that inherits from it; superentities first, siblings by name.
    func family(of entity: EntityDescription) -> [EntityDescription] {
        [entity] + (children[entity.name] ?? []).compactMap { entities[$0] }.flatMap { family(of: $0) }
    }

    private func superentity(of name: String) -> EntityDescription? {
        entities[name]?.superentity.flatMap { entities[$0] }
    }

    /// The entity and its superentities, nearest first.
    func lineage(of name: String) -> [EntityDescription] {
        guard let entity = entities[name] else { return [] }
        return [entity] + (superentity(of: name).map { lineage(of: $0.name) } ?? [])
    }

    func root(of name: String) -> EntityDescription? { lineage(of: name).last }

    /// The declaration of a property, inherited or not.
    func declaration(of property: String, in entity: String) -> PropertyReference? {
        lineage(of: entity).lazy
            .map { PropertyReference(entity: $0.name, property: property) }
            .first { properties[$0] != nil }
    }

    /// The other end of a link; nil for a one-way relationship.
    ///
    /// A symmetric one is its own partner.
    func partner(of reference: PropertyReference) -> PropertyReference? {
        guard let relationship = properties[reference]?.relationship, let inverse = relationship.inverse,
            let partner = declaration(of: inverse, in: relationship.destination),
            properties[partner]?.relationship?.inverse == reference.property
        else { return nil }
        return partner
    }

    func isToMany(_ reference: PropertyReference) -> Bool {
        properties[reference]?.relationship?.isToOne == false
    }

    /// Whether a relationship is kept in a column of its own entity's table.
    func hasForeignKey(_ reference: PropertyReference) -> Bool {
        guard let relationship = properties[reference]?.relationship, relationship.isToOne else { return false }
        guard let partner = partner(of: reference), !isToMany(partner) else { return true }
        return reference <= partner
    }

    /// Whether a relationship is kept in a join table, and names it.
    func ownsJoinTable(_ reference: PropertyReference) -> Bool {
        guard isToMany(reference) else { return false }
        guard let partner = partner(of: reference) else { return true }
        return isToMany(partner) && reference <= partner
    }
}
