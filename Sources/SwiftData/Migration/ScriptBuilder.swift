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
    /// What is in the way is found by the script's checks, in the data. What the code of a stage can do about it, as
    /// `role` says, is left to that code.
    static func script(
        from old: SchemaDescription,
        to new: SchemaDescription,
        defaults: MigrationDefaults,
        role: StageRole = .none
    ) -> MigrationScript {
        let context = MigrationContext(from: old, to: new, defaults: defaults, role: role)
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
        for check in LightweightRules(context).checks { script.check(check) }
        let gaps = MigrationGaps(tables.flatMap(\.gaps))
        script.steps += gaps.steps
        for table in tables { script.steps += table.rebuild }
        script.steps += links.steps
        for table in tables { script.steps += table.cleanUp }
        for name in droppedTables(tables, links) { script.execute("DROP TABLE \(SchemaSQL.quoted(name))") }
        for table in tables { script.steps += table.takeName }
        script.steps += links.takeNames
        for table in tables { script.steps += table.alterations }
        replaceIndexes(rebuilt: Set(tables.filter { $0.isRebuilt }.map(\.table.name)).union(links.rebuiltTables))
        script.steps += gaps.watch
        let finalChecks = tables.flatMap(\.finalChecks)
        if context.role.isChecked { script.closing = gaps.closing + finalChecks } else { script.steps += finalChecks }
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
