import Foundation

/// Brings the indexes of a store in line with what its configuration asks for.
enum FullTextMaintenance {
    private static let catalogue = """
        CREATE TABLE IF NOT EXISTS _fts_index(
            entity TEXT PRIMARY KEY, signature TEXT NOT NULL, version INTEGER NOT NULL
        ) WITHOUT ROWID
        """

    /// Makes missing indexes, makes changed ones anew and drops the others.
    ///
    /// To be called inside a transaction, after any migration, on a connection with ``FullTextFunctions``.
    ///
    /// - Returns: The names of the entities whose index was made.
    @discardableResult
    static func apply(_ tables: [FullTextTable], to connection: OpaquePointer) throws -> [String] {
        if tables.isEmpty, try !hasCatalogue(connection) { return [] }
        try RawStatement.execute(catalogue, on: connection)
        let present = try entities(connection)
        for entity in present where !tables.contains(where: { $0.entityName == entity }) {
            try drop(entity, from: connection)
        }
        var made: [String] = []
        for table in tables where try !isCurrent(table, connection) {
            try build(table, on: connection)
            made.append(table.entityName)
        }
        return made
    }

    /// Whether the store has these indexes and no others, so that there is nothing to do.
    static func areCurrent(_ tables: [FullTextTable], on connection: OpaquePointer) throws -> Bool {
        guard try hasCatalogue(connection) else { return tables.isEmpty }
        return try Set(entities(connection)) == Set(tables.map(\.entityName))
            && tables.allSatisfy { try isCurrent($0, connection) }
    }

    private static func hasCatalogue(_ connection: OpaquePointer) throws -> Bool {
        try RawStatement.integer(
            "SELECT count(*) FROM sqlite_master WHERE name = '_fts_index'",
            on: connection
        ) != 0
    }

    private static func entities(_ connection: OpaquePointer) throws -> [String] {
        let statement = try RawStatement(connection, "SELECT entity FROM _fts_index")
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0) ?? "") }
        return names
    }

    /// Whether the index is there, complete with its triggers, which go with a table that a migration replaced.
    private static func isCurrent(_ table: FullTextTable, _ connection: OpaquePointer) throws -> Bool {
        let known = try RawStatement.integer(
            "SELECT count(*) FROM _fts_index WHERE entity = ? AND signature = ? AND version = ?",
            [.text(table.entityName), .text(table.signature), .integer(FullTextTokens.version)],
            on: connection
        )
        let parts = try RawStatement.integer(
            "SELECT count(*) FROM sqlite_master WHERE name IN (?, ?, ?, ?)",
            ([table.name] + table.triggerNames).map { .text($0) },
            on: connection
        )
        return known == 1 && parts == 4
    }

    /// Makes an index from the rows that are there.
    static func build(_ table: FullTextTable, on connection: OpaquePointer) throws {
        try drop(table.entityName, from: connection)
        try RawStatement.execute(table.creation, on: connection)
        try RawStatement.execute(table.filling, on: connection)
        for trigger in table.triggers { try RawStatement.execute(trigger, on: connection) }
        try RawStatement.run(
            "INSERT OR REPLACE INTO _fts_index(entity, signature, version) VALUES(?, ?, ?)",
            [.text(table.entityName), .text(table.signature), .integer(FullTextTokens.version)],
            on: connection
        )
    }

    private static func drop(_ entity: String, from connection: OpaquePointer) throws {
        for statement in FullTextTable.removal(entityName: entity) {
            try RawStatement.execute(statement, on: connection)
        }
        try RawStatement.run("DELETE FROM _fts_index WHERE entity = ?", [.text(entity)], on: connection)
    }
}
