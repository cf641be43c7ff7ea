/// A property that objects must have a value for, and the objects that have none.
struct MigrationGap: Hashable, Sendable {
    let property: PropertyReference
    /// Why the property's default cannot be stored, if it has one.
    let failure: String?
    let table: String
    let column: String
    /// The query for the objects' keys, in terms of the old tables.
    let rows: String
    /// Whether the code of the stage can give them a value.
    let canBeFilled: Bool
}

/// Objects that lack a value: refused at once, or watched until the code of the stage has run.
///
/// A stand-in cannot be told from a value. So a table of the migration's own lists the objects, and triggers strike out
/// those whose column is written and those that are deleted.
struct MigrationGaps {
    private static let table = "\"_migration_gap\""
    private let refused: [MigrationGap]
    private let watched: [MigrationGap]

    init(_ gaps: [MigrationGap]) {
        refused = gaps.filter { !$0.canBeFilled }
        watched = gaps.filter(\.canBeFilled)
    }

    /// Checks what no code can fill, and lists what it can, before the tables change.
    var steps: [MigrationScript.Step] {
        let checks = refused.map { gap in
            let purpose = gap.failure.map { MigrationCheck.Purpose.unstorableDefault(gap.property, reason: $0) }
            return MigrationScript.Step.check(
                MigrationCheck(purpose: purpose ?? .missingValue(gap.property), sql: "\(gap.rows) LIMIT 1")
            )
        }
        guard !watched.isEmpty else { return checks }
        let create = "CREATE TABLE \(Self.table) (property TEXT, pk INTEGER, PRIMARY KEY (property, pk)) WITHOUT ROWID"
        let lists = watched.map { gap in
            "INSERT INTO \(Self.table) (property, pk) SELECT \(Self.literal(gap)), \"pk\" FROM (\(gap.rows))"
        }
        return checks + ([create] + lists).map { .execute($0) }
    }

    /// Begins to watch, once the new tables have their names.
    var watch: [MigrationScript.Step] {
        watched.enumerated().flatMap { number, gap in
            [("update", "AFTER UPDATE OF \(SchemaSQL.quoted(gap.column))", "NEW"), ("delete", "AFTER DELETE", "OLD")]
                .map { name, event, row in
                    .execute(
                        """
                        CREATE TRIGGER \(Self.trigger(name, number)) \(event) ON \(SchemaSQL.quoted(gap.table)) BEGIN \
                        DELETE FROM \(Self.table) WHERE property = \(Self.literal(gap)) AND pk = \(row)."pk"; END
                        """
                    )
                }
        }
    }

    /// Checks what is left of the list, and ends the watch.
    var closing: [MigrationScript.Step] {
        guard !watched.isEmpty else { return [] }
        let checks = watched.map { gap in
            MigrationScript.Step.check(
                MigrationCheck(
                    purpose: .unfilledValue(gap.property),
                    sql: "SELECT pk FROM \(Self.table) WHERE property = \(Self.literal(gap)) ORDER BY pk LIMIT 1"
                )
            )
        }
        let triggers = watched.indices.flatMap { number in
            ["update", "delete"].map { "DROP TRIGGER \(Self.trigger($0, number))" }
        }
        return checks + (triggers + ["DROP TABLE \(Self.table)"]).map { .execute($0) }
    }

    private static func literal(_ gap: MigrationGap) -> String { SchemaSQL.literal(gap.property.description) }

    private static func trigger(_ name: String, _ number: Int) -> String { "\"_migration_gap_\(name)_\(number)\"" }
}
