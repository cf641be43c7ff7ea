// What a save writes the lists of a relationship with: found once, and then by the property alone.

extension SaveWriter {
    enum ListWriter {
        /// The members hold the owner's key and their place.
        case members(ListPositions)
        case joinTable(JoinRows)
        case noList
    }

    /// A column that places stand in: the same from either side of a relationship.
    struct PositionColumn: Hashable {
        let table: String
        let column: String
    }

    /// The places of members that hold their owner's key, by the to-many property or by the to-one property behind it; nil where
    /// a relationship has no such list.
    func memberPositions(of property: PropertyPlan) -> ListPositions? {
        if case .members(let positions) = listWriter(of: property) { positions } else { nil }
    }

    func joinRows(of property: PropertyPlan) -> JoinRows? {
        if case .joinTable(let rows) = listWriter(of: property) { rows } else { nil }
    }

    private func listWriter(of property: PropertyPlan) -> ListWriter {
        if let known = listWriters[ObjectIdentifier(property)] { return known }
        let made = makeListWriter(of: property)
        listWriters[ObjectIdentifier(property)] = made
        return made
    }

    private func makeListWriter(of property: PropertyPlan) -> ListWriter {
        guard let relationship = property.relationship else { return .noList }
        let inverse = relationship.inverse
        switch relationship.storage {
        case .inverseKey(let table, let link, let order) where property.isToMany:
            return .members(positions(table, order, linkColumn: link))
        case .foreignKey where property.orderColumn != nil:
            guard case .inverseKey(let table, let link, let order)? = inverse?.relationship?.storage else {
                return .noList
            }
            return .members(positions(table, order, linkColumn: link))
        case .joinTable(let table, let own, let other, let order):
            var inversePositions: ListPositions?
            if inverse !== property, case .joinTable(_, _, _, let inverseOrder)? = inverse?.relationship?.storage {
                inversePositions = positions(table, inverseOrder, linkColumn: other)
            }
            let rows = JoinRows(
                store,
                table: table,
                own: own,
                other: other,
                positions: positions(table, order, linkColumn: own),
                inversePositions: inversePositions,
                isSymmetric: inverse === property
            )
            return .joinTable(rows)
        default: return .noList
        }
    }

    private func positions(_ table: String, _ column: String, linkColumn: String) -> ListPositions {
        let place = PositionColumn(table: table, column: column)
        if let known = listPositions[place] { return known }
        let made = ListPositions(store, table: table, column: column, linkColumn: linkColumn)
        listPositions[place] = made
        return made
    }
}
