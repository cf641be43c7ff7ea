/// How one entity table gets from the old layout to the new: kept, altered in place, or made anew and filled.
struct TableTransition {
    private enum Way {
        case keep
        case alter([String])
        case rebuild
    }

    let table: TableLayout
    private let context: MigrationContext
    private let feed: TableFeeds.Feed?
    private let way: Way
    private let temporaryName: String

    init(_ table: TableLayout, _ context: MigrationContext, _ links: LinkTransitions) {
        self.table = table
        self.context = context
        feed = context.feeds[table.name]
        temporaryName = "_migration_\(table.name)"
        way = Self.way(table, context, feed, isLinked: links.touchedTables.contains(table.name))
    }

    var isRebuilt: Bool {
        if case .rebuild = way { true } else { false }
    }

    // MARK: - Choosing

    private static func way(
        _ table: TableLayout,
        _ context: MigrationContext,
        _ feed: TableFeeds.Feed?,
        isLinked: Bool
    ) -> Way {
        let losesTargets = table.columns.compactMap(\.target).contains { context.feeds[$0]?.dropsRows ?? false }
        guard let feed, !isLinked, !losesTargets, !feed.dropsRows, feed.oldTable.name == table.name else {
            return .rebuild
        }
        var statements: [String] = []
        var unmatched = Set(feed.oldTable.columns.map(\.name))
        for column in table.columns {
            if let before = ColumnSource.sameColumn(column, context, feed) {
                guard unmatched.remove(before.name) != nil else { return .rebuild }
                guard let statement = renaming(before, to: column, table, context, feed) else { return .rebuild }
                statements += statement
            } else {
                guard let statement = adding(column, table, context, feed) else { return .rebuild }
                statements.append(statement)
            }
        }
        guard unmatched.isEmpty else { return .rebuild }
        return statements.isEmpty ? .keep : .alter(statements)
    }

    /// Nothing or one statement; nil where the column cannot be kept.
    private static func renaming(
        _ before: ColumnLayout,
        to column: ColumnLayout,
        _ table: TableLayout,
        _ context: MigrationContext,
        _ feed: TableFeeds.Feed
    ) -> [String]? {
        let source = ColumnSource(column, table, context, feed)
        guard before.hasSameForm(as: column), !source.changesValues else { return nil }
        guard before.name != column.name else { return [] }
        guard feed.oldTable.column(named: column.name) == nil else { return nil }
        let names = "\(SchemaSQL.quoted(before.name)) TO \(SchemaSQL.quoted(column.name))"
        return ["ALTER TABLE \(SchemaSQL.quoted(table.name)) RENAME COLUMN \(names)"]
    }

    /// The statement for a new column; nil where one value does not do for all rows.
    private static func adding(
        _ column: ColumnLayout,
        _ table: TableLayout,
        _ context: MigrationContext,
        _ feed: TableFeeds.Feed
    ) -> String? {
        guard feed.oldTable.column(named: column.name) == nil,
            let value = ColumnSource(column, table, context, feed).constant
        else { return nil }
        let definition = SchemaSQL.columnDefinition(column, in: table)
        let initial = value == .null ? "" : " DEFAULT \(value.sql)"
        return "ALTER TABLE \(SchemaSQL.quoted(table.name)) ADD COLUMN \(definition)\(initial)"
    }

    // MARK: - Steps

    /// What its objects may lack.
    var gaps: [MigrationGap] {
        guard isRebuilt, let feed else { return [] }
        return ColumnSource.gaps(in: table, context, feed)
    }

    /// Makes the table under a temporary name and fills it.
    var rebuild: [MigrationScript.Step] {
        guard isRebuilt else { return [] }
        var steps = [MigrationScript.Step.execute(SchemaSQL.createTable(table, named: temporaryName))]
        guard let feed else { return steps }
        let columns = table.columns.map { SchemaSQL.quoted($0.name) }.joined(separator: ", ")
        let values = table.columns.map { ColumnSource($0, table, context, feed).expression }.joined(separator: ", ")
        steps.append(
            .execute(
                """
                INSERT INTO \(SchemaSQL.quoted(temporaryName)) (\(columns)) \
                SELECT \(values) FROM \(SchemaSQL.quoted(feed.oldTable.name))\(survivorCondition(feed))
                """
            )
        )
        return steps + retainSequence(feed)
    }

    private func survivorCondition(_ feed: TableFeeds.Feed) -> String {
        guard feed.dropsRows else { return "" }
        let members = feed.survivors.compactMap { context.oldLayout.discriminators[$0] }.map(String.init)
        return " WHERE \"entity\" IN (\(members.joined(separator: ", ")))"
    }

    /// Keys of deleted rows must not come back.
    private func retainSequence(_ feed: TableFeeds.Feed) -> [MigrationScript.Step] {
        let temporary = SchemaSQL.literal(temporaryName)
        return [
            .execute("DELETE FROM sqlite_sequence WHERE name = \(temporary)"),
            .execute(
                """
                INSERT INTO sqlite_sequence (name, seq) SELECT \(temporary), seq FROM sqlite_sequence \
                WHERE name = \(SchemaSQL.literal(feed.oldTable.name))
                """
            ),
        ]
    }

    /// Clears links to rows that stayed behind.
    var cleanUp: [MigrationScript.Step] {
        guard isRebuilt, feed != nil else { return [] }
        return table.columns.compactMap { column in
            guard let target = column.target, context.feeds[target]?.dropsRows == true else { return nil }
            let quoted = SchemaSQL.quoted(column.name)
            return .execute(
                """
                UPDATE \(SchemaSQL.quoted(temporaryName)) SET \(quoted) = NULL WHERE \(quoted) IS NOT NULL \
                AND \(quoted) NOT IN (SELECT "pk" FROM \(SchemaSQL.quoted("_migration_\(target)")))
                """
            )
        }
    }

    var takeName: [MigrationScript.Step] {
        guard isRebuilt else { return [] }
        return [
            .execute("ALTER TABLE \(SchemaSQL.quoted(temporaryName)) RENAME TO \(SchemaSQL.quoted(table.name))")
        ]
    }

    var alterations: [MigrationScript.Step] {
        guard case .alter(let statements) = way else { return [] }
        return statements.map { .execute($0) }
    }

    /// The checks of required to-ones that did not exist before, were optional, or may have lost their target with an entity.
    var finalChecks: [MigrationScript.Step] {
        guard feed != nil, context.role != .bridging else { return [] }
        return table.columns.compactMap(checkOfTargets) + context.new.references.compactMap(checkOfOtherEnds)
    }

    /// The check of a column's own end.
    private func checkOfTargets(_ column: ColumnLayout) -> MigrationScript.Step? {
        guard let target = column.target, case .property(let reference) = column.role,
            let property = context.new.property(reference), !property.isOptional,
            isNewlyRequired(reference) || context.feeds[target]?.dropsRows == true
        else { return nil }
        return .check(ColumnSource.missingValue(reference, column: column.name, in: table.name, context))
    }

    /// The check of an end of a one-to-one relationship whose column lies at the other end.
    private func checkOfOtherEnds(_ reference: PropertyReference) -> MigrationScript.Step? {
        guard case .inverseToOne(let other, let column) = context.newLayout.places[reference],
            context.newLayout.tableOfEntity[reference.entity] == table.name,
            let property = context.new.property(reference), !property.isOptional,
            isNewlyRequired(reference) || context.feeds[other]?.dropsRows == true
        else { return nil }
        return .check(ColumnSource.missingPartner(reference, in: table.name, linkedBy: column, in: other, context))
    }

    private func isNewlyRequired(_ reference: PropertyReference) -> Bool {
        guard let after = context.new.property(reference)?.relationship, context.entitiesReached(by: reference).isEmpty
        else { return true }
        let sources = context.diff.matching.sources[reference] ?? []
        return sources.isEmpty
            || sources.contains { source in
                guard let property = context.old.property(source), let before = property.relationship else {
                    return true
                }
                return property.isOptional || !before.isToOne || !context.keepsTargets(from: before, to: after)
            }
    }
}

extension ColumnLayout {
    /// Whether SQLite sees no difference but the name.
    func hasSameForm(as other: ColumnLayout) -> Bool {
        type == other.type && isNotNull == other.isNotNull && target == other.target
    }
}
