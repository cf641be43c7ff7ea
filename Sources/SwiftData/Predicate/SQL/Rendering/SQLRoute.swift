/// A column of a row that is reached over to-one relationships.
///
/// A condition on it can be asked of the rows at the end of the way, once, instead of for each row at its beginning: these
/// are then the ones whose link leads to a row that meets it.
struct SQLRoute {
    /// The links on the way, the first one being a column of the row where it begins.
    private(set) var hops: [Hop]
    /// The column, under the alias of the last hop.
    let column: SQLFragment

    struct Hop {
        let table: String
        let alias: String
        /// The key of this row, under the alias of the one before.
        let key: SQLFragment
    }

    /// A column of the instance that a key leads to, which is itself the column of another way where there is one.
    init(_ name: String, of object: SQLObject, alias: String) {
        let key = object.route?.column ?? object.key
        hops = (object.route?.hops ?? []) + [Hop(table: object.plan.table, alias: alias, key: key)]
        column = "\(text: alias).\(name: name)"
    }

    /// The rows at the beginning of the way from whose column the condition is met; NULL where a link is missing.
    func rows(where condition: SQLFragment) -> SQLFragment {
        hops.reversed().reduce(condition) { condition, hop in
            """
            \(hop.key) IN (SELECT \(text: hop.alias).pk FROM \(name: hop.table) AS \(text: hop.alias) \
            WHERE \(condition))
            """
        }
    }
}

extension SQLScalar {
    /// A condition that needs this value, what was captured, and nothing else of the row; guards apart.
    ///
    /// It is made of the column at the end of its way where there is one, unless NULL means a failure there.
    func tested(by condition: (SQLScalar) -> SQLCondition) -> SQLCondition {
        guard let route, null != .failure else { return condition(self) }
        var column = self
        column.sql = route.column
        let test = condition(column)
        guard test.known == nil, test.null != .failure else { return condition(self) }
        // A NULL leaves the row out as 0 does, and what asks for more than the bare comparison is read without an index.
        return SQLCondition(sql: route.rows(where: test.sql), null: null == .never ? .never : .absent)
    }
}
