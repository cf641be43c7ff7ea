/// What of a difference needs code.
///
/// The data is asked, not the schemas: where no object has a value or link that would be lost, none is needed. Core Data
/// judges a stage in the same way, by what its code has left: see `NSCustomMigrationStage.willMigrateHandler`.
struct LightweightRules {
    private let context: MigrationContext

    init(_ context: MigrationContext) {
        self.context = context
    }

    /// Queries for what is in the way, in the order of the differences; none where code can carry everything over.
    var checks: [MigrationCheck] {
        guard !context.role.canCarry else { return [] }
        return context.feeds.obstacles.flatMap(checks) + context.diff.changes.flatMap(checks)
    }

    private func checks(_ obstacle: TableFeeds.Obstacle) -> [MigrationCheck] {
        obstacle.tables.map { table in
            MigrationCheck(
                purpose: .lostObject(entity: obstacle.entity, reason: obstacle.reason),
                sql: "SELECT \"pk\" FROM \(SchemaSQL.quoted(table)) LIMIT 1"
            )
        }
    }

    private func checks(_ change: SchemaChange) -> [MigrationCheck] {
        switch change {
        case .typeChanged(let reference, let from, let to, false):
            return values(of: reference, "changes its type from \(from) to \(to)")
        case .becameRelationship(let reference):
            return values(of: reference, "was a value and is a relationship now")
        case .becameAttribute(let reference):
            return links(of: reference, "was a relationship and is a value now")
        case .destinationChanged(let reference, let from, let to):
            guard !context.new.lineage(of: from).contains(where: { $0.name == to }) else { return [] }
            return links(of: reference, "led to \(from) and leads to \(to) now")
        default: return []
        }
    }

    /// Queries for objects with a value in the column that the property had.
    private func values(of reference: PropertyReference, _ reason: String) -> [MigrationCheck] {
        (context.diff.matching.sources[reference] ?? []).compactMap { source in
            guard case .column(let name, let column, _) = context.oldLayout.places[source],
                let table = context.oldLayout.table(named: name),
                let members = context.conditions(forRowsOf: reference.entity, in: table)
            else { return nil }
            let conditions = (["\(SchemaSQL.quoted(column)) IS NOT NULL"] + members).joined(separator: " AND ")
            return MigrationCheck(
                purpose: .lostValue(reference, reason: reason),
                sql: "SELECT \"pk\" FROM \(SchemaSQL.quoted(name)) WHERE \(conditions) LIMIT 1"
            )
        }
    }

    /// Queries for objects with a target.
    private func links(of reference: PropertyReference, _ reason: String) -> [MigrationCheck] {
        (context.diff.matching.sources[reference] ?? []).compactMap { source in
            LinkSource(source, in: context.oldLayout, context.old).map { links in
                MigrationCheck(
                    purpose: .lostValue(reference, reason: reason),
                    sql: "SELECT own FROM (\(links.sql)) LIMIT 1"
                )
            }
        }
    }
}
