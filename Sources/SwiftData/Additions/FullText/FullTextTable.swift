import Foundation

/// The index of one entity in one store: its table, and the triggers that keep it current.
///
/// The table holds the index only, not the text. Triggers rather than statements of the save keep it, because rows
/// change in more ways than a save knows: batch deletes, cascades of foreign keys, merges, other processes.
struct FullTextTable {
    let entityName: String
    /// The table with the text.
    let table: String
    let columns: [String]
    /// The values of the `entity` column whose rows are indexed; empty for all rows.
    let discriminators: [Int64]

    /// - Throws: ``SwiftDataError/unsupportedKeyPath`` where the entity lacks a property of the index.
    init(_ index: FullTextIndex, plan: EntityPlan) throws {
        try index.validate()
        entityName = plan.name
        table = plan.table
        discriminators = plan.superplan == nil ? [] : plan.discriminators
        columns = try index.propertyNames.map { name in
            guard let property = plan.property(named: name), property.columnIndex != nil else {
                throw SwiftDataError.unsupportedKeyPath.explained(
                    entity: plan.name,
                    property: name,
                    "has no column that a full-text index could read."
                )
            }
            return property.column
        }
    }

    init(entityName: String, table: String, columns: [String], discriminators: [Int64] = []) {
        self.entityName = entityName
        self.table = table
        self.columns = columns
        self.discriminators = discriminators
    }

    /// The name of the index's table.
    var name: String { "fts_\(entityName)" }
    var quotedName: String { name.quoted }
    var triggerNames: [String] { ["insert", "update", "delete"].map { "\(name)_\($0)" } }

    /// What the index was made of; another one means that it must be made anew.
    var signature: String {
        ([table] + columns + discriminators.map(String.init)).joined(separator: "\u{1F}")
    }

    // MARK: Statements

    private var indexedColumns: [String] {
        // FTS5 keeps these two names for itself.
        columns.map { (["rank", "rowid"].contains($0.lowercased()) ? "\($0)_" : $0).quoted }
    }

    private var columnList: String { indexedColumns.joined(separator: ", ") }

    private func forms(of row: String) -> String {
        columns.map { "fts_text(\(row).\($0.quoted))" }.joined(separator: ", ")
    }

    private func condition(on row: String) -> String? {
        guard !discriminators.isEmpty else { return nil }
        return "\(row).\"entity\" IN (\(discriminators.map(String.init).joined(separator: ", ")))"
    }

    var creation: String {
        """
        CREATE VIRTUAL TABLE \(quotedName) USING fts5(
            \(columnList), content='', columnsize=0, tokenize='unicode61 remove_diacritics 2'
        )
        """
    }

    var triggers: [String] {
        let target = table.quoted
        let names = triggerNames.map(\.quoted)
        let removal =
            "INSERT INTO \(quotedName)(\(quotedName), rowid, \(columnList))"
            + " VALUES('delete', old.\"pk\", \(forms(of: "old")));"
        let addition = "INSERT INTO \(quotedName)(rowid, \(columnList)) VALUES(new.\"pk\", \(forms(of: "new")));"
        let changed = columns.map { "old.\($0.quoted) IS NOT new.\($0.quoted)" }
        let changeCondition = "(" + changed.joined(separator: " OR ") + ")"
        let updates = [condition(on: "new"), changeCondition].compactMap { $0 }.joined(separator: " AND ")
        let watched = columns.map(\.quoted).joined(separator: ", ")
        return [
            "CREATE TRIGGER \(names[0]) AFTER INSERT ON \(target)\(when(condition(on: "new"))) BEGIN \(addition) END",
            "CREATE TRIGGER \(names[1]) AFTER UPDATE OF \(watched) ON \(target) WHEN \(updates)"
                + " BEGIN \(removal) \(addition) END",
            "CREATE TRIGGER \(names[2]) AFTER DELETE ON \(target)\(when(condition(on: "old"))) BEGIN \(removal) END",
        ]
    }

    private func when(_ condition: String?) -> String {
        condition.map { " WHEN \($0)" } ?? ""
    }

    /// Fills an empty index from the rows that are there.
    var filling: String {
        let row = table.quoted
        let condition = condition(on: row).map { " WHERE \($0)" } ?? ""
        return
            "INSERT INTO \(quotedName)(rowid, \(columnList)) SELECT \"pk\", \(forms(of: row)) FROM \(row)\(condition)"
    }

    static func removal(entityName: String) -> [String] {
        let gone = FullTextTable(entityName: entityName, table: "", columns: [])
        return gone.triggerNames.map { "DROP TRIGGER IF EXISTS \($0.quoted)" }
            + ["DROP TABLE IF EXISTS \(gone.quotedName)"]
    }
}
