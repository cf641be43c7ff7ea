/// The links of an old relationship as a query with the columns `own`, `other`, `position` (of the other object among
/// the own object's targets) and `inverse_position`.
struct LinkSource {
    let sql: String
    /// Whether each own object occurs once.
    let isOwnSingle: Bool
    /// Whether each other object occurs once.
    let isOtherSingle: Bool

    private init(
        _ own: String,
        _ other: String,
        _ position: String?,
        _ inverse: String?,
        from table: String,
        single: (Bool, Bool)
    ) {
        func name(_ column: String?) -> String { column.map(SchemaSQL.quoted) ?? "NULL" }
        sql = """
            SELECT \(name(own)) AS own, \(name(other)) AS other, \(name(position)) AS position, \
            \(name(inverse)) AS inverse_position FROM \(SchemaSQL.quoted(table)) \
            WHERE \(name(own)) IS NOT NULL AND \(name(other)) IS NOT NULL
            """
        (isOwnSingle, isOtherSingle) = single
    }

    /// The links of a relationship, seen from its own end; nil for what is no relationship.
    init?(_ reference: PropertyReference, in layout: StoreLayout, _ graph: DescriptionGraph, isFlipped: Bool = false) {
        let partner = graph.partner(of: reference)
        let own: (String, String, String?, String?, String, (Bool, Bool))
        switch layout.places[reference] {
        case .column(let table, let column, let order):
            let isOneToOne = partner.map { !graph.isToMany($0) } ?? false
            own = ("pk", column, nil, order, table, (true, isOneToOne))
        case .inverseKey(let table, let column, let order):
            own = (column, "pk", order, nil, table, (false, true))
        case .inverseToOne(let table, let column):
            own = (column, "pk", nil, nil, table, (true, true))
        case .joinTable(let table, let ownColumn, let otherColumn, let order):
            let inverse = partner.flatMap { $0 == reference ? nil : Self.order(of: $0, in: layout) }
            own = (ownColumn, otherColumn, order, inverse, table, (false, false))
        case .some(.none), nil: return nil
        }
        if isFlipped {
            self.init(own.1, own.0, own.3, own.2, from: own.4, single: (own.5.1, own.5.0))
        } else {
            self.init(own.0, own.1, own.2, own.3, from: own.4, single: own.5)
        }
    }

    private static func order(of reference: PropertyReference, in layout: StoreLayout) -> String? {
        if case .joinTable(_, _, _, let order) = layout.places[reference] { order } else { nil }
    }
}
