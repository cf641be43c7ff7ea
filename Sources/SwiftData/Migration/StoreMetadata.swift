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
    }

    /// The schema that the tables follow.
    var schema: SchemaDescription
    /// The store's own identifier.
    var identifier: String
    /// The name of the backup that is still kept.
    var backup: String?

    /// What the store says; nil where the file has no such table or no schema in it.
    ///
    /// - Throws: `DecodingError` for a schema that cannot be read; GRDB's errors.
    static func read(_ database: Database) throws -> StoreMetadata? {
        guard try database.tableExists("_metadata") else { return nil }
        let rows = try Row.fetchAll(database, sql: "SELECT key, value FROM _metadata")
        let values = Dictionary(
            rows.map { ($0[0] as String, $0[1] as String?) },
            uniquingKeysWith: { first, _ in first }
        )
        func value(_ key: Key) -> String? { values[key.rawValue] ?? nil }
        guard let json = value(.schema) else { return nil }
        let schema = try JSONDecoder().decode(SchemaDescription.self, from: Data(json.utf8))
        return StoreMetadata(schema: schema, identifier: value(.identifier) ?? "", backup: value(.backup))
    }

    /// Notes the schema that the tables follow now.
    static func write(_ schema: SchemaDescription, _ database: Database) throws {
        try set(.schema, String(decoding: try schema.json(), as: UTF8.self), database)
        try set(.structure, try schema.structuralHash(), database)
        try set(.version, "\(schema.version)", database)
    }

    /// Notes one value; nil removes it.
    static func set(_ key: Key, _ value: String?, _ database: Database) throws {
        guard let value else {
            try database.execute(sql: "DELETE FROM _metadata WHERE key = ?", arguments: [key.rawValue])
            return
        }
        try database.execute(
            sql: "INSERT OR REPLACE INTO _metadata (key, value) VALUES (?, ?)",
            arguments: [key.rawValue, value]
        )
    }
}
