/// Tells to which table a page of rows belongs, by the number and kinds of their values.
struct PageOwner {
    /// A table that a page may belong to.
    struct Table {
        let name: String
        /// Name and declared type of each column, in order.
        let columns: [(name: String, type: String)]
        /// The column that stands for the row's key and is empty in the row itself.
        let keyColumn: Int?
    }

    let tables: [Table]

    /// The table that every row of a page could be of; nil where there is none, or more than one.
    func owner(of rows: [LeafPages.Row]) -> Table? {
        let fitting = tables.filter { table in rows.allSatisfy { fits($0.values, table, exactly: true) } }
        if !fitting.isEmpty { return fitting.count == 1 ? fitting[0] : nil }
        // Rows written before a column was added are shorter; one broken row must not cost its neighbours.
        let likely = tables.filter { table in
            rows.filter { fits($0.values, table, exactly: false) }.count * 2 > rows.count
        }
        return likely.count == 1 ? likely[0] : nil
    }

    /// The values of a row as its table has them, or nil where they are not of its kinds.
    func values(of row: LeafPages.Row, in table: Table) -> [SQLValue]? {
        guard fits(row.values, table, exactly: false) else { return nil }
        var values = row.values + Array(repeating: .null, count: table.columns.count - row.values.count)
        if let key = table.keyColumn { values[key] = .integer(row.key) }
        return values
    }

    private func fits(_ values: [SQLValue], _ table: Table, exactly: Bool) -> Bool {
        guard exactly ? values.count == table.columns.count : values.count <= table.columns.count, !values.isEmpty
        else { return false }
        return values.enumerated().allSatisfy { position, value in
            if position == table.keyColumn { return value == .null }
            return Self.isPossible(value, table.columns[position].type)
        }
    }

    private static func isPossible(_ value: SQLValue, _ type: String) -> Bool {
        switch (value, type.uppercased()) {
        case (.null, _), (.integer, "INTEGER"), (.real, "REAL"), (.integer, "REAL"), (.text, "TEXT"), (.blob, "BLOB"):
            true
        // The name of a file of its own stands for a large value.
        case (.text, "BLOB"): true
        case (_, let type): !["INTEGER", "REAL", "TEXT", "BLOB"].contains(type)
        }
    }
}
