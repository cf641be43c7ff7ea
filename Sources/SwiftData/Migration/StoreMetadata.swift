import Foundation
import GRDB

/// What a store says of itself, in its table `_metadata`.
struct StoreMetadata: Hashable, Sendable {
    /// The keys of the table.
    enum Key: String {
        case format
        case identifier
        case structure
        case version
        case schema
        /// The name of the file that was made before the last migration, until the store has been opened once more.
        case backup
        /// A sum over the other rows.
        case check
    }

    /// The schema that the tables follow.
    var schema: SchemaDescription
    /// The store's own identifier.
    var identifier: String
    /// The name of the backup that is still kept.
    var backup: String?

    /// What the store says; nil where the file has no such table.
    ///
    /// - Throws: ``StoreError/damaged(_:reason:)`` where it contradicts itself; SQLite's errors.
    static func read(_ database: Database) throws -> StoreMetadata? {
        guard let connection = database.sqliteConnection, let rows = try rows(on: connection) else { return nil }
        func value(_ key: Key) -> String? { rows[key.rawValue] }
        guard let schema = try? JSONDecoder().decode(SchemaDescription.self, from: Data((value(.schema) ?? "").utf8))
        else { throw damaged(connection, "its description of the schema cannot be read") }
        return StoreMetadata(schema: schema, identifier: value(.identifier) ?? "", backup: value(.backup))
    }

    /// The rows of the table by their keys; nil where there is no such table.
    ///
    /// - Throws: ``StoreError/damaged(_:reason:)`` where they are not what was written; SQLite's errors.
    static func rows(on connection: OpaquePointer) throws -> [String: String]? {
        let look = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_metadata'"
        guard try RawStatement.integer(look, on: connection) != nil else { return nil }
        let statement = try RawStatement(connection, "SELECT key, value FROM _metadata")
        var rows: [String: String] = [:]
        while try statement.step() { rows[statement.text(0) ?? ""] = statement.text(1) ?? "" }
        guard rows[Key.structure.rawValue] != nil, rows[Key.schema.rawValue] != nil else {
            throw damaged(connection, "it does not say any more which schema it has")
        }
        // Stores that were made before there was a check have none.
        if let check = rows[Key.check.rawValue], check != Self.check(over: rows) {
            throw damaged(connection, "what it says of itself does not match its check")
        }
        return rows
    }

    private static func damaged(_ connection: OpaquePointer, _ reason: String) -> StoreError {
        .damaged(StoreError.file(of: connection) ?? StoreError.memoryURL, reason: reason)
    }

    /// A sum over keys and values (FNV-1a, 64 bits).
    ///
    /// Never to be changed: an older library must not take a newer store for a damaged one.
    private static func check(over rows: [String: String]) -> String {
        var sum = FNV1a.start64
        for (key, value) in rows.sorted(by: { $0.key < $1.key }) where key != Key.check.rawValue {
            for text in [key, value] {
                sum = FNV1a.hash64(CollectionOfOne(0), from: FNV1a.hash64(text.utf8, from: sum))
            }
        }
        return String(sum, radix: 16)
    }

    /// Notes the schema that the tables follow now.
    static func write(_ schema: SchemaDescription, _ database: Database) throws {
        try set(.schema, String(decoding: try schema.json(), as: UTF8.self), database)
        try set(.structure, schema.structuralHash(), database)
        try set(.version, "\(schema.version)", database)
    }

    /// Notes one value; nil removes it.
    static func set(_ key: Key, _ value: String?, _ database: Database) throws {
        if let value {
            try database.execute(
                sql: "INSERT OR REPLACE INTO _metadata (key, value) VALUES (?, ?)",
                arguments: [key.rawValue, value]
            )
        } else {
            try database.execute(sql: "DELETE FROM _metadata WHERE key = ?", arguments: [key.rawValue])
        }
        try renewCheck(database)
    }

    private static func renewCheck(_ database: Database) throws {
        guard let connection = database.sqliteConnection else { throw StoreError.interrupted }
        var rows: [String: String] = [:]
        let statement = try RawStatement(connection, "SELECT key, value FROM _metadata")
        while try statement.step() { rows[statement.text(0) ?? ""] = statement.text(1) ?? "" }
        try database.execute(
            sql: "INSERT OR REPLACE INTO _metadata (key, value) VALUES (?, ?)",
            arguments: [Key.check.rawValue, check(over: rows)]
        )
    }
}
