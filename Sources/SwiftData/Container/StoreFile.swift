import Foundation
import GRDB
import GRDBSQLite

/// One store's file at the moment of opening: is it ours, is it new, is it old?
struct StoreFile {
    let url: URL?
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let configuration: ModelConfiguration
    let environment: StoreEnvironment

    /// The version of the file format that this library writes; a file of a newer one is refused.
    static let format = 1

    /// The open connection and the store's identifier.
    func open() throws -> (StoreConnection, String) {
        let connection = try StoreConnection(
            url: url, durability: configuration.durability, readOnly: !configuration.allowsSave && url != nil
        )
        if let known = try readMetadata(connection) {
            try refuseNewerFormat(known)
            if known.structure == (try structure()) { return (connection, known.identifier) }
            return try migrate(connection, known)
        }
        let identifier = environment.makeUUID().uuidString
        try create(connection, identifier)
        return (connection, identifier)
    }

    // MARK: Metadata

    struct Metadata {
        var format: Int
        var identifier: String
        var structure: String
        var version: String
        var schema: String
    }

    private func readMetadata(_ connection: StoreConnection) throws -> Metadata? {
        try connection.access { db in
            var exists = false
            let look = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_metadata'"
            try PreparedStatement(look, connection: db.sqliteConnection, url: url).run { _ in exists = true }
            guard exists else { return nil }
            var values: [String: String] = [:]
            let read = "SELECT key, value FROM _metadata"
            try PreparedStatement(read, connection: db.sqliteConnection, url: url).run { row in
                values[String._read(row, 0)] = String._read(row, 1)
            }
            return Metadata(
                format: values["format"].flatMap(Int.init) ?? 0, identifier: values["identifier"] ?? "",
                structure: values["structure"] ?? "", version: values["version"] ?? "", schema: values["schema"] ?? ""
            )
        }
    }

    private func refuseNewerFormat(_ metadata: Metadata) throws {
        guard metadata.format > StoreFile.format else { return }
        throw StoreError.newerVersion(required: String(metadata.format), found: String(StoreFile.format))
    }

    /// The text by which schemas are compared: the statements that make the tables.
    private func structure() throws -> String {
        try SchemaDescription(schema).structuralHash()
    }

    // MARK: New files

    private func create(_ connection: StoreConnection, _ identifier: String) throws {
        try connection.write { db in
            for statement in SchemaSQL.statements(for: schema) { try db.execute(sql: statement) }
            try db.execute(sql: "CREATE TABLE _metadata (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
            try writeMetadata(identifier, on: db)
        }
    }

    private func writeMetadata(_ identifier: String, on db: Database) throws {
        let values = [
            "format": String(StoreFile.format), "identifier": identifier, "structure": try structure(),
            "version": "\(schema.version)",
            "schema": String(decoding: try SchemaDescription(schema).json(), as: UTF8.self),
        ]
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            try db.execute(sql: "INSERT OR REPLACE INTO _metadata (key, value) VALUES (?, ?)", arguments: [key, value])
        }
    }

    // MARK: Old files

    private func migrate(_ connection: StoreConnection, _ known: Metadata) throws -> (StoreConnection, String) {
        throw SwiftDataError.unknownSchema.explained("The store's schema differs, and migration is not wired in yet.")
    }
}
