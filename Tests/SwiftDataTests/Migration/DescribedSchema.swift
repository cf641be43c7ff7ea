import Foundation
import GRDB

@testable import SwiftData

/// Schemas written as text, for tests that need no model classes.
///
/// One line for each entity, `Name: Superentity` or `Name`, then indented lines for properties:
/// `title String`, `note String?`, `title String was name`, `id UUID unique`, `tags Data json`,
/// `owner -> Person? <-> items` (to-one, with inverse), `items ->> Item <-> owner` (to-many).
func describe(_ text: String, version: Schema.Version = Schema.Version(1, 0, 0)) -> SchemaDescription {
    var entities: [EntityDescription] = []
    for line in text.split(separator: "\n") {
        if line.hasPrefix(" ") {
            let words = line.split(separator: " ").map(String.init)
            if words[0] == "unique" {
                entities[entities.count - 1].uniquenessConstraints.append(Array(words.dropFirst()))
            } else if words[0] == "index" {
                entities[entities.count - 1].indices.append(Array(words.dropFirst()))
            } else {
                entities[entities.count - 1].properties.append(property(words))
            }
        } else {
            let parts = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
            entities.append(
                EntityDescription(name: parts[0], superentity: parts.count > 1 ? parts[1] : nil, properties: [])
            )
        }
    }
    entities.sort { $0.name < $1.name }
    return SchemaDescription(encodingVersion: Schema.schemaEncodingVersion, version: version, entities: entities)
}

private func property(_ words: [String]) -> PropertyDescription {
    let options = words.filter { ["unique", "ephemeral", "fullText"].contains($0) }
    let original = words.firstIndex(of: "was").map { words[$0 + 1] }
    if words[1].hasPrefix("->") {
        let isOptional = words[2].hasSuffix("?")
        let destination = isOptional ? String(words[2].dropLast()) : words[2]
        let inverse = words.firstIndex(of: "<->").map { words[$0 + 1] }
        return PropertyDescription(
            name: words[0],
            originalName: original,
            valueType: destination,
            isOptional: isOptional,
            options: options,
            relationship: RelationshipDescription(
                destination: destination,
                inverse: inverse,
                isToOne: words[1] == "->",
                deleteRule: .nullify,
                minimumCount: 0,
                maximumCount: 0
            )
        )
    }
    let isOptional = words[1].hasSuffix("?")
    let type = isOptional ? String(words[1].dropLast()) : words[1]
    return PropertyDescription(
        name: words[0],
        originalName: original,
        valueType: type,
        isOptional: isOptional,
        options: options,
        storage: storage(type, words)
    )
}

private func storage(_ type: String, _ words: [String]) -> StorageDescription {
    if words.contains("json") { return StorageDescription(form: .json, columnType: "TEXT", scalar: nil) }
    if let raw = words.firstIndex(of: "raw") {
        return StorageDescription(form: .rawValue, columnType: columnType(words[raw + 1]), scalar: words[raw + 1])
    }
    return StorageDescription(form: .scalar, columnType: columnType(type), scalar: type)
}

private func columnType(_ scalar: String) -> String {
    switch scalar {
    case "String", "URL", "Decimal": "TEXT"
    case "Double", "Float", "Date": "REAL"
    case "Data", "UUID": "BLOB"
    default: "INTEGER"
    }
}

/// A store on disk in a folder of its own, removed at the end.
final class TemporaryStore {
    let folder: URL
    var url: URL { folder.appendingPathComponent("test.store") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("migration-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func open() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        return try DatabaseQueue(path: url.path, configuration: configuration)
    }

    /// Makes a store of a schema and fills it with SQL.
    func create(_ schema: SchemaDescription, _ sql: String = "") throws {
        let queue = try open()
        try queue.write { database in
            for statement in SchemaSQL.statements(for: LayoutBuilder.layout(of: schema)) {
                try database.execute(sql: statement)
            }
            try database.execute(sql: "CREATE TABLE _metadata (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
            try StoreMetadata.write(schema, database)
            try StoreMetadata.set(.identifier, "test", database)
            try database.execute(sql: sql)
        }
        try queue.close()
    }

    /// Runs the script between two schemas, as the runner does.
    func migrate(
        from old: SchemaDescription,
        to new: SchemaDescription,
        defaults: [PropertyReference: MigrationDefault] = [:]
    ) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        defer { try? queue.close() }
        let values = MigrationDefaults(values: defaults)
        let script = ScriptBuilder.script(from: old, to: new, defaults: values)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA legacy_alter_table = ON")
            try database.inTransaction(.immediate) {
                try ScriptRunner(database: database).run(script.steps, defaults: values)
                try StoreMetadata.write(new, database)
                return .commit
            }
        }
    }

    /// The rows of a query, each as text.
    func rows(_ sql: String) throws -> [String] {
        let queue = try open()
        defer { try? queue.close() }
        return try queue.read { database in
            try Row.fetchAll(database, sql: sql).map { row in
                row.map { Self.text($0.1) }.joined(separator: "|")
            }
        }
    }

    private static func text(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .null: "nil"
        case .int64(let number): String(number)
        case .double(let number): String(number)
        case .string(let text): text
        case .blob(let data): data.map { String($0, radix: 16) }.joined()
        }
    }

    /// Tables, columns and indexes as SQLite sees them, without regard to order.
    func shape() throws -> [String: Set<String>] {
        let queue = try open()
        defer { try? queue.close() }
        return try queue.read { database in
            var shape: [String: Set<String>] = [:]
            let names = try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_master \
                    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> '_metadata'
                    """
            )
            for name in names {
                let columns = try Row.fetchAll(
                    database,
                    sql: "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?)",
                    arguments: [name]
                )
                shape[name] = Set(
                    columns.map { "\($0[0] as String) \($0[1] as String) \($0[2] as Int) \($0[3] as Int)" }
                )
                let keys = try Row.fetchAll(
                    database,
                    sql: "SELECT \"from\", \"table\", \"to\", on_delete FROM pragma_foreign_key_list(?)",
                    arguments: [name]
                )
                shape[name]?.formUnion(
                    keys.map { "\($0[0] as String) -> \($0[1] as String).\($0[2] as String) \($0[3] as String)" }
                )
            }
            let indexes = try Row.fetchAll(
                database,
                sql: "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
            )
            shape["indexes"] = Set(indexes.map { $0[1] as String })
            return shape
        }
    }
}
