/// Where a version's values stand in the file, as the documentation of the store has it.
struct TableNames {
    /// Where the links of a relationship stand.
    enum LinkPlace {
        case column(table: String, column: String)
        /// The column of the other end, and the one for places in the list.
        case inverse(table: String, column: String, order: String?)
        case pairs(table: String, own: String, other: String, order: String)
    }

    let shape: SchemaShape
    private(set) var columns: [PropertyName: String] = [:]
    private(set) var links: [PropertyName: LinkPlace] = [:]

    init(_ shape: SchemaShape) {
        self.shape = shape
        for entity in shape.entities where entity.parent == nil { nameColumns(of: entity.name) }
        for name in shape.names { if let link = shape.property(name)?.link { place(name, link) } }
    }

    /// Superentities before subentities, siblings by name; who comes second to a name gets its entity before it.
    private mutating func nameColumns(of root: String) {
        var used: Set<String> = ["pk", "entity"]
        for entity in orderedFamily(of: root) {
            for property in (shape.entity(entity)?.properties ?? []).sorted(by: { $0.name < $1.name }) {
                let name = PropertyName(entity: entity, property: property.name)
                guard property.attribute != nil || hasColumn(name) else { continue }
                let isFree = used.insert(property.name.lowercased()).inserted
                let column = isFree ? property.name : "\(entity)_\(property.name)"
                used.insert(column.lowercased())
                columns[name] = column
            }
        }
    }

    private func orderedFamily(of entity: String) -> [String] {
        let children = shape.entities.filter { $0.parent == entity }.map(\.name).sorted()
        return [entity] + children.flatMap { orderedFamily(of: $0) }
    }

    /// Whether a relationship to one is stored in its own row: one-to-one in that of the end that sorts first.
    func hasColumn(_ name: PropertyName) -> Bool {
        guard let link = shape.property(name)?.link, !link.isToMany else { return false }
        guard let partner = shape.partner(of: name), shape.property(partner)?.link?.isToMany == false else {
            return true
        }
        return name < partner
    }

    private mutating func place(_ name: PropertyName, _ link: LinkShape) {
        let table = shape.root(of: name.entity)
        if let column = columns[name] {
            links[name] = .column(table: table, column: column)
            return
        }
        let partner = shape.partner(of: name)
        if let partner, let column = columns[partner] {
            let order = link.isToMany ? "\(column)_order" : nil
            links[name] = .inverse(table: shape.root(of: partner.entity), column: column, order: order)
            return
        }
        let owner = partner.map { min($0, name) } ?? name
        let (mine, others) = owner == name ? (name.entity, name.property) : (owner.property, owner.entity)
        links[name] = .pairs(
            table: "\(owner.entity)_\(owner.property)",
            own: mine,
            other: others,
            order: "\(others)_order"
        )
    }
}
