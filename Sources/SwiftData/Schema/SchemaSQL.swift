/// The statements that make the tables of a layout.
///
/// Tables of the framework's own, whose names begin with an underscore, are not among them.
enum SchemaSQL {
    /// Every table, then every index.
    static func statements(for layout: StoreLayout) -> [String] {
        layout.tables.map { createTable($0) }
            + layout.tables.flatMap { table in
                table.indexes.map { createIndex($0, on: table.name) }
            }
    }

    /// The statements for a schema's tables.
    static func statements(for schema: Schema) -> [String] {
        statements(for: LaidOutSchema.of(schema).layout)
    }

    /// `CREATE TABLE`, optionally under another name than the layout's.
    static func createTable(_ table: TableLayout, named name: String? = nil) -> String {
        var lines = table.columns.map { columnDefinition($0, in: table) }
        var suffix = ""
        if case .join = table.kind {
            let key = table.columns.filter { $0.role == .link }.map { quoted($0.name) }.joined(separator: ", ")
            lines.append("PRIMARY KEY (\(key))")
            suffix = " WITHOUT ROWID"
        }
        return "CREATE TABLE \(quoted(name ?? table.name)) (\n    \(lines.joined(separator: ",\n    "))\n)\(suffix)"
    }

    /// One column as `CREATE TABLE` and `ALTER TABLE … ADD COLUMN` write it.
    static func columnDefinition(_ column: ColumnLayout, in table: TableLayout) -> String {
        var sql = "\(quoted(column.name)) \(column.type)"
        if column.role == .primaryKey { return sql + " PRIMARY KEY AUTOINCREMENT" }
        if column.isNotNull { sql += " NOT NULL" }
        guard let target = column.target else { return sql }
        let action = column.role == .link ? "CASCADE" : "SET NULL"
        return sql + " REFERENCES \(quoted(target))(\"pk\") ON DELETE \(action) DEFERRABLE INITIALLY DEFERRED"
    }

    /// `CREATE INDEX` or `CREATE UNIQUE INDEX`.
    static func createIndex(_ index: IndexLayout, on table: String) -> String {
        let columns = index.columns.map(quoted).joined(separator: ", ")
        let unique = index.isUnique ? "UNIQUE " : ""
        let members = index.discriminators.map(String.init).joined(separator: ", ")
        let condition = members.isEmpty ? "" : " WHERE \"entity\" IN (\(members))"
        return "CREATE \(unique)INDEX \(quoted(index.name)) ON \(quoted(table)) (\(columns))\(condition)"
    }

    /// A name as SQL writes it.
    static func quoted(_ name: String) -> String {
        name.quoted
    }

    /// A text as SQL writes it.
    static func literal(_ text: String) -> String {
        "'\(text.replacing("'", with: "''"))'"
    }
}
