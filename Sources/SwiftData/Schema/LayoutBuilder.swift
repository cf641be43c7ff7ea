/// Lays a schema's description out in tables.
///
/// Every choice depends on names only, never on the order of entities or properties, so that reordering source code
/// changes no store:
/// - A table is named as the root entity of the hierarchy; a column as its property. Where two names would be the same
///   to SQLite, the one that sorts first keeps it (a superentity's before a subentity's) and the other is prefixed with
///   its entity.
/// - One-to-one: the end that sorts first by `Entity.property` has the column.
/// - Many-to-many: the end that sorts first by `Entity.property` names the join table. A to-many without an inverse
///   names its own.
struct LayoutBuilder {
    private let graph: DescriptionGraph
    private var layout = StoreLayout()
    private var tableNames = NameAllocator()
    private var indexNames = NameAllocator()
    private var columnNames: [String: NameAllocator] = [:]
    private var columnOf: [PropertyReference.Name: String] = [:]

    static func layout(of description: SchemaDescription) -> StoreLayout {
        var builder = LayoutBuilder(graph: DescriptionGraph(description))
        return builder.build()
    }

    private init(graph: DescriptionGraph) {
        self.graph = graph
    }

    private mutating func build() -> StoreLayout {
        let roots = graph.roots
        for root in roots { nameTable(of: root) }
        for root in roots { nameColumns(of: root) }
        for reference in graph.references { place(reference) }
        for root in roots { makeTable(of: root) }
        for reference in graph.references { makeJoinTable(for: reference) }
        layout.tables = layout.tables.map { withIndexes($0) }
        return layout
    }

    // MARK: - Names

    private mutating func nameTable(of root: EntityDescription) {
        let isReserved = root.name.hasPrefix("_") || root.name.lowercased().hasPrefix("sqlite_")
        let table = tableNames.take(isReserved ? "entity_\(root.name)" : root.name, "entity_\(root.name)")
        let family = graph.family(of: root)
        for member in family {
            layout.tableOfEntity[member.name] = table
            if family.count > 1 {
                layout.discriminators[member.name] = Int64(FNV1a.hash32(member.name.utf8))
            }
        }
    }

    private mutating func nameColumns(of root: EntityDescription) {
        var names = NameAllocator(reserved: ["pk", "entity", "rowid", "oid", "_rowid_"])
        for member in graph.family(of: root) {
            for property in member.properties.sorted(by: { $0.name < $1.name }) {
                let reference = PropertyReference(entity: member.name, property: property.name)
                guard property.isColumn || graph.hasForeignKey(reference) else { continue }
                columnOf[reference] = names.take(property.name, "\(member.name)_\(property.name)")
            }
        }
        columnNames[root.name] = names
    }

    // MARK: - Places

    private mutating func place(_ reference: PropertyReference) {
        guard let property = graph.property(reference) else { return }
        guard let relationship = property.relationship else {
            layout.places[reference] = columnPlace(reference, orderColumn: nil)
            return
        }
        let partner = graph.partner(of: reference)
        if graph.hasForeignKey(reference) {
            let isOrdered = partner.map { graph.isToMany($0) } ?? false
            layout.places[reference] = columnPlace(reference, orderColumn: isOrdered ? orderColumn(of: reference) : nil)
        } else if relationship.isToOne, let partner, let column = columnOf[partner] {
            layout.places[reference] = .inverseToOne(table: table(of: partner), column: column)
        }
    }

    private func columnPlace(_ reference: PropertyReference, orderColumn: String?) -> PropertyPlace {
        guard let column = columnOf[reference] else { return .none }
        return .column(table: table(of: reference), column: column, orderColumn: orderColumn)
    }

    /// Names the order column beside a foreign key, and places the to-many end there.
    private mutating func orderColumn(of reference: PropertyReference) -> String {
        let root = graph.root(of: reference.entity)?.name ?? reference.entity
        let column = columnOf[reference] ?? reference.property
        let orderColumn = columnNames[root]?.take("\(column)_order") ?? "\(column)_order"
        if let partner = graph.partner(of: reference) {
            layout.places[partner] = .inverseKey(
                table: table(of: reference),
                column: column,
                orderColumn: orderColumn
            )
        }
        return orderColumn
    }

    private func table(of reference: PropertyReference) -> String {
        layout.tableOfEntity[reference.entity] ?? reference.entity
    }

    // MARK: - Tables

    private mutating func makeTable(of root: EntityDescription) {
        let family = graph.family(of: root)
        var columns = [ColumnLayout(name: "pk", type: "INTEGER", role: .primaryKey)]
        if family.count > 1 {
            columns.append(ColumnLayout(name: "entity", type: "INTEGER", role: .discriminator, isNotNull: true))
        }
        for member in family {
            for property in member.properties {
                let reference = PropertyReference(entity: member.name, property: property.name)
                columns += self.columns(for: property, reference, isRoot: member.name == root.name)
            }
        }
        layout.tables.append(
            TableLayout(name: layout.tableOfEntity[root.name] ?? root.name, kind: .entity(root.name), columns: columns)
        )
    }

    private func columns(
        for property: PropertyDescription,
        _ reference: PropertyReference,
        isRoot: Bool
    ) -> [ColumnLayout] {
        guard case .column(_, let name, let orderColumn) = layout.places[reference] else { return [] }
        if let storage = property.storage {
            // A REAL column stays nullable: SQLite has no way to store "not a number" but NULL.
            let isNotNull = isRoot && !property.isOptional && storage.columnType != "REAL"
            return [
                ColumnLayout(name: name, type: storage.columnType, role: .property(reference), isNotNull: isNotNull)
            ]
        }
        let target = property.relationship.flatMap { layout.tableOfEntity[$0.destination] }
        var columns = [ColumnLayout(name: name, type: "INTEGER", role: .property(reference), target: target)]
        if let orderColumn, let partner = graph.partner(of: reference) {
            columns.append(ColumnLayout(name: orderColumn, type: "INTEGER", role: .order(partner)))
        }
        return columns
    }

    private mutating func makeJoinTable(for reference: PropertyReference) {
        guard graph.ownsJoinTable(reference), let property = graph.property(reference),
            let destination = property.relationship?.destination
        else { return }
        var names = NameAllocator()
        let own = names.take(reference.entity)
        let other = names.take(reference.property, "\(reference.property)_target")
        let order = names.take("\(other)_order")
        let table = tableNames.take("\(reference.entity)_\(reference.property)")
        var columns = [
            ColumnLayout(
                name: own,
                type: "INTEGER",
                role: .link,
                isNotNull: true,
                target: layout.tableOfEntity[reference.entity]
            ),
            ColumnLayout(
                name: other,
                type: "INTEGER",
                role: .link,
                isNotNull: true,
                target: layout.tableOfEntity[destination]
            ),
            ColumnLayout(name: order, type: "INTEGER", role: .order(reference)),
        ]
        layout.places[reference] = .joinTable(table: table, ownColumn: own, otherColumn: other, orderColumn: order)
        if let partner = graph.partner(of: reference), partner != reference {
            let inverseOrder = names.take("\(own)_order")
            columns.append(ColumnLayout(name: inverseOrder, type: "INTEGER", role: .order(partner)))
            layout.places[partner] = .joinTable(
                table: table,
                ownColumn: other,
                otherColumn: own,
                orderColumn: inverseOrder
            )
        }
        layout.tables.append(TableLayout(name: table, kind: .join(reference), columns: columns))
    }

    // MARK: - Indexes

    private mutating func withIndexes(_ table: TableLayout) -> TableLayout {
        var table = table
        switch table.kind {
        case .entity(let name):
            guard let root = graph.entity(name) else { return table }
            table.indexes = foreignKeyIndexes(of: table) + graph.family(of: root).flatMap { declaredIndexes($0, table) }
        case .join:
            let links = table.columns.filter { $0.role == .link }
            let inverseOrder = table.columns.dropFirst(3).map(\.name)
            guard let other = links.last else { return table }
            let name = indexNames.take("\(table.name)_by_\(other.name)")
            table.indexes = [IndexLayout(name: name, columns: [other.name] + inverseOrder)]
        }
        return table
    }

    /// An index for each to-one column, since SQLite makes none of its own for a foreign key.
    private mutating func foreignKeyIndexes(of table: TableLayout) -> [IndexLayout] {
        var result: [IndexLayout] = []
        for column in table.columns where column.target != nil {
            guard case .property(let reference) = column.role,
                case .column(_, _, let orderColumn) = layout.places[reference]
            else { continue }
            let name = indexNames.take("\(table.name)_by_\(column.name)")
            result.append(
                IndexLayout(
                    name: name,
                    columns: [column.name] + (orderColumn.map { [$0] } ?? []),
                    entity: reference.entity,
                    properties: [reference.property]
                )
            )
        }
        return result
    }

    private mutating func declaredIndexes(_ entity: EntityDescription, _ table: TableLayout) -> [IndexLayout] {
        let uniqueProperties = entity.properties.filter(\.isUnique).map { [$0.name] }.sorted {
            $0.lexicographicallyPrecedes($1)
        }
        let constraints = uniqueProperties + entity.uniquenessConstraints.filter { !uniqueProperties.contains($0) }
        var result: [IndexLayout] = []
        for names in constraints.removingDuplicates() {
            if let index = index(entity, names, table, isUnique: true) { result.append(index) }
        }
        for names in entity.indices.removingDuplicates() {
            if let index = index(entity, names, table, isUnique: false) { result.append(index) }
        }
        return result
    }

    private mutating func index(
        _ entity: EntityDescription,
        _ names: [String],
        _ table: TableLayout,
        isUnique: Bool
    ) -> IndexLayout? {
        let references = names.compactMap { graph.declaration(of: $0, in: entity.name) }
        let columns = references.compactMap { columnOf[$0] }
        guard columns.count == names.count, !columns.isEmpty else { return nil }
        let kind = isUnique ? "unique" : "index"
        let name = indexNames.take("\(table.name)_\(kind)_\(columns.joined(separator: "_"))")
        // A key that stands on inherited properties alone must not reach the rows of other entities in the table.
        let isInherited = isUnique && references.allSatisfy { $0.entity != entity.name }
        let family = isInherited ? graph.family(of: entity).compactMap { layout.discriminators[$0.name] } : []
        return IndexLayout(
            name: name,
            columns: columns,
            isUnique: isUnique,
            discriminators: family.sorted(),
            entity: entity.name,
            properties: names
        )
    }
}

extension Array where Element: Equatable {
    /// The elements in their order, each once.
    ///
    /// For short arrays.
    func removingDuplicates() -> [Element] {
        reduce(into: []) { kept, element in
            if !kept.contains(element) { kept.append(element) }
        }
    }
}
