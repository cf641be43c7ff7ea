/// How links get from where the old layout keeps them to where the new one does.
///
/// A foreign key that stays a foreign key of the same table goes along with its row; a join table that stays as it is
/// is left alone. Everything else is copied by query: to-one to to-many and back, an inverse that is new or gone, a
/// join table that changes its name.
struct LinkTransitions {
    private(set) var steps: [MigrationScript.Step] = []
    private(set) var takeNames: [MigrationScript.Step] = []
    /// Entity tables that get links from elsewhere, and so have to be made anew.
    private(set) var touchedTables: Set<String> = []
    /// Join tables that stay.
    private(set) var keptTables: Set<String> = []
    /// Join tables made anew.
    private(set) var rebuiltTables: Set<String> = []
    private let context: MigrationContext

    init(_ context: MigrationContext) {
        self.context = context
        for reference in context.new.references {
            if case .column(let table, let column, let order) = context.newLayout.places[reference] {
                moveToForeignKey(reference, table: table, column: column, order: order)
            }
        }
        for table in context.newLayout.tables {
            guard case .join(let reference) = table.kind else { continue }
            if isKept(table, reference) { keptTables.insert(table.name) } else { moveToJoinTable(table, reference) }
        }
    }

    // MARK: - Sources

    /// The old links that a new relationship continues, by its own end and by the other.
    private func sources(of reference: PropertyReference, skippingOwn: Bool = false) -> [LinkSource] {
        var found: [LinkSource] = []
        let own = context.diff.matching.source(of: reference).filter { keepsBothEnds(reference, from: $0) }
        if let own, !skippingOwn {
            found += [LinkSource(own, in: context.oldLayout, context.old)].compactMap { $0 }
        }
        guard let partner = context.new.partner(of: reference) else { return found }
        if partner == reference {
            guard let own, context.old.partner(of: own) != own else { return found }
            return found + [LinkSource(own, in: context.oldLayout, context.old, isFlipped: true)].compactMap { $0 }
        }
        guard let other = context.diff.matching.source(of: partner), keepsBothEnds(partner, from: other),
            own == nil || own.flatMap({ context.old.partner(of: $0) }) != other
        else { return found }
        return found + [LinkSource(other, in: context.oldLayout, context.old, isFlipped: true)].compactMap { $0 }
    }

    /// Whether the keys at both ends of a link still mean the same objects.
    private func keepsBothEnds(_ reference: PropertyReference, from source: PropertyReference) -> Bool {
        guard let before = context.old.property(source)?.relationship,
            let after = context.new.property(reference)?.relationship,
            let table = context.newLayout.tableOfEntity[reference.entity]
        else { return false }
        let isSameTable = context.feeds[table]?.oldTable.name == context.oldLayout.tableOfEntity[source.entity]
        return isSameTable && context.keepsTargets(from: before, to: after)
    }

    /// Refuses what would lose a link: several targets where there may be one.
    private func checks(_ reference: PropertyReference, _ source: LinkSource) -> [MigrationScript.Step] {
        guard context.role != .bridging else { return [] }
        var checks: [MigrationScript.Step] = []
        if !context.new.isToMany(reference), !source.isOwnSingle {
            checks.append(check(reference, single: "own", among: "other", source))
        }
        if let partner = context.new.partner(of: reference), !context.new.isToMany(partner), !source.isOtherSingle {
            checks.append(check(partner, single: "other", among: "own", source))
        }
        return checks
    }

    private func check(
        _ reference: PropertyReference,
        single: String,
        among: String,
        _ source: LinkSource
    ) -> MigrationScript.Step {
        let sql = "SELECT \(single) FROM (\(source.sql)) GROUP BY \(single) HAVING count(DISTINCT \(among)) > 1 LIMIT 1"
        return .check(MigrationCheck(purpose: .tooManyTargets(reference), sql: sql))
    }

    // MARK: - To a foreign key

    private mutating func moveToForeignKey(
        _ reference: PropertyReference,
        table: String,
        column: String,
        order: String?
    ) {
        guard context.new.property(reference)?.relationship != nil, let feed = context.feeds[table] else { return }
        let isInPlace = !context.sourceColumns(of: reference, in: feed.oldTable).isEmpty
        if isInPlace, let source = context.diff.matching.source(of: reference),
            let inPlace = LinkSource(source, in: context.oldLayout, context.old)
        {
            steps += checks(reference, inPlace)
        }
        for source in sources(of: reference, skippingOwn: isInPlace) {
            touchedTables.insert(table)
            steps += checks(reference, source)
            steps += fill("_migration_\(table)", column: column, order: order, from: source)
        }
    }

    private func fill(
        _ table: String,
        column: String,
        order: String?,
        from source: LinkSource
    ) -> [MigrationScript.Step] {
        let table = SchemaSQL.quoted(table)
        let column = SchemaSQL.quoted(column)
        var statements = [
            "CREATE TEMP TABLE \"_links\" AS \(source.sql)",
            "CREATE INDEX temp.\"_links_own\" ON \"_links\" (own)",
            """
            UPDATE \(table) SET \(column) = \
            (SELECT other FROM temp."_links" WHERE own = "pk" ORDER BY position, other LIMIT 1) \
            WHERE \(column) IS NULL AND "pk" IN (SELECT own FROM temp."_links")
            """,
        ]
        if let order = order.map(SchemaSQL.quoted) {
            statements.append(
                """
                UPDATE \(table) SET \(order) = \
                (SELECT inverse_position FROM temp."_links" WHERE own = "pk" AND other = \(column)) \
                WHERE \(order) IS NULL AND \(column) IS NOT NULL
                """
            )
        }
        return (statements + ["DROP TABLE temp.\"_links\""]).map { .execute($0) }
    }

    // MARK: - To a join table

    private func isKept(_ table: TableLayout, _ reference: PropertyReference) -> Bool {
        guard let before = context.oldLayout.table(named: table.name), case .join(let owner) = before.kind,
            context.diff.matching.source(of: reference) == owner, keepsBothEnds(reference, from: owner),
            before.columns.map(\.name) == table.columns.map(\.name),
            zip(before.columns, table.columns).allSatisfy({ $0.hasSameForm(as: $1) })
        else { return false }
        let dropsTargets = table.columns.compactMap(\.target).contains { context.feeds[$0]?.dropsRows ?? true }
        return !dropsTargets && sources(of: reference).count == 1
    }

    private mutating func moveToJoinTable(_ table: TableLayout, _ reference: PropertyReference) {
        let temporaryName = "_migration_\(table.name)"
        rebuiltTables.insert(table.name)
        steps.append(.execute(SchemaSQL.createTable(table, named: temporaryName)))
        let columns = table.columns.map { SchemaSQL.quoted($0.name) }
        let values = ["own", "other", "position", "inverse_position"].prefix(columns.count)
        for source in sources(of: reference) {
            steps += checks(reference, source)
            steps.append(
                .execute(
                    """
                    INSERT OR IGNORE INTO \(SchemaSQL.quoted(temporaryName)) (\(columns.joined(separator: ", "))) \
                    SELECT \(values.joined(separator: ", ")) FROM (\(source.sql))
                    """
                )
            )
        }
        for column in table.columns {
            guard let target = column.target, context.feeds[target]?.dropsRows == true else { continue }
            steps.append(
                .execute(
                    """
                    DELETE FROM \(SchemaSQL.quoted(temporaryName)) WHERE \(SchemaSQL.quoted(column.name)) \
                    NOT IN (SELECT "pk" FROM \(SchemaSQL.quoted("_migration_\(target)")))
                    """
                )
            )
        }
        takeNames.append(
            .execute("ALTER TABLE \(SchemaSQL.quoted(temporaryName)) RENAME TO \(SchemaSQL.quoted(table.name))")
        )
    }
}

extension Optional {
    /// The value, if there is one and it passes.
    fileprivate func filter(_ isIncluded: (Wrapped) -> Bool) -> Wrapped? {
        flatMap { isIncluded($0) ? $0 : nil }
    }
}
