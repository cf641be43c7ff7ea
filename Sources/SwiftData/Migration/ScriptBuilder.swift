/// Writes the script that brings a store from one schema to another.
///
/// New and changed tables are made under temporary names and filled from the old ones; links whose storage changes are
/// copied over; then the old tables are dropped and the new ones take their names. A table that only gets columns, or
/// new names for some, is altered in place. The script runs in one transaction with foreign keys off.
struct ScriptBuilder {
    let context: MigrationContext
    private var script = MigrationScript()

    /// The script from `old` to `new`.
    ///
    /// Where `isLenient`, what cannot follow by itself is left empty instead of refused.
    ///
    /// - Throws: the first obstacle, a `MigrationError`.
    static func script(
        from old: SchemaDescription,
        to new: SchemaDescription,
        defaults: MigrationDefaults,
        isLenient: Bool = false
    ) throws -> MigrationScript {
        let context = MigrationContext(from: old, to: new, defaults: defaults, isLenient: isLenient)
        if !isLenient, let obstacle = context.obstacles.first { throw obstacle }
        var builder = ScriptBuilder(context: context)
        builder.build()
        return builder.script
    }

    private init(context: MigrationContext) {
        self.context = context
    }

    private mutating func build() {
        let links = LinkTransitions(context)
        let tables = context.newLayout.tables.filter { !$0.isJoin }.map { TableTransition($0, context, links) }
        for table in tables { script.steps += table.rebuild }
        script.steps += links.steps
        for table in tables { script.steps += table.cleanUp }
        for name in droppedTables(tables, links) { script.execute("DROP TABLE \(SchemaSQL.quoted(name))") }
        for table in tables { script.steps += table.takeName }
        script.steps += links.takeNames
        for table in tables { script.steps += table.alterations }
        replaceIndexes(rebuilt: Set(tables.filter { $0.isRebuilt }.map(\.table.name)).union(links.rebuiltTables))
        for table in tables { script.steps += table.finalChecks }
    }

    /// Old tables that nothing keeps, and those whose contents were copied.
    private func droppedTables(_ tables: [TableTransition], _ links: LinkTransitions) -> [String] {
        let kept = Set(tables.filter { !$0.isRebuilt }.map(\.table.name)).union(links.keptTables)
        return context.oldLayout.tables.map(\.name).filter { !kept.contains($0) }
    }

    private mutating func replaceIndexes(rebuilt: Set<String>) {
        var drops: [String] = []
        var creations: [MigrationScript.Step] = []
        for table in context.newLayout.tables {
            let before = rebuilt.contains(table.name) ? [] : context.oldLayout.table(named: table.name)?.indexes ?? []
            let wanted = Set(table.indexes.map(Definition.init))
            drops += before.filter { !wanted.contains(Definition($0)) }.map(\.name)
            let present = Set(before.map(Definition.init))
            for index in table.indexes where !present.contains(Definition(index)) {
                if index.isUnique { creations.append(.check(duplicates(index, table))) }
                creations.append(.execute(SchemaSQL.createIndex(index, on: table.name)))
            }
        }
        for name in drops { script.execute("DROP INDEX IF EXISTS \(SchemaSQL.quoted(name))") }
        script.steps += creations
    }

    private func duplicates(_ index: IndexLayout, _ table: TableLayout) -> MigrationCheck {
        let columns = index.columns.map(SchemaSQL.quoted)
        let list = columns.joined(separator: ", ")
        var conditions = columns.map { "\($0) IS NOT NULL" }
        if !index.discriminators.isEmpty {
            conditions.append("\"entity\" IN (\(index.discriminators.map(String.init).joined(separator: ", ")))")
        }
        let sql = """
            SELECT \(list) FROM \(SchemaSQL.quoted(table.name)) WHERE \(conditions.joined(separator: " AND ")) \
            GROUP BY \(list) HAVING count(*) > 1 LIMIT 1
            """
        return MigrationCheck(purpose: .duplicates(entity: index.entity, properties: index.properties), sql: sql)
    }

    /// What makes an index the same index in the file.
    private struct Definition: Hashable {
        let name: String
        let columns: [String]
        let isUnique: Bool
        let discriminators: [Int64]

        init(_ index: IndexLayout) {
            name = index.name
            columns = index.columns
            isUnique = index.isUnique
            discriminators = index.discriminators
        }
    }
}

extension TableLayout {
    var isJoin: Bool {
        if case .join = kind { true } else { false }
    }
}
