import CloudKitWebServices
import GRDB

/// The schema of a container in an environment.
struct SchemaRows {
    private let schema: SchemaKey

    init(_ schema: SchemaKey) {
        self.schema = schema
    }

    init(database: DatabaseKey) {
        self.init(database.schema)
    }

    private var key: StatementArguments {
        [schema.owner.rawValue, schema.container, schema.environment.rawValue]
    }

    /// The fields of a record type; nil if there is no such type.
    func fields(of recordType: String, _ db: Database) throws -> [String: SchemaField]? {
        let sql = """
            SELECT field, value_type, marks FROM record_field
            WHERE account_id = ? AND container = ? AND environment = ? AND record_type = ?
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: key + [recordType])
        guard !rows.isEmpty else { return nil }
        var fields: [String: SchemaField] = [:]
        // The row without a field's name stands for the type itself.
        for row in rows where row[0] != "" {
            fields[row[0]] = SchemaField(type: row[1], stored: row[2])
        }
        return fields
    }

    /// How many record types there are: each has a row without a field's name.
    func typeCount(_ db: Database) throws -> Int {
        let sql = """
            SELECT count(*) FROM record_field
            WHERE account_id = ? AND container = ? AND environment = ? AND field = ''
            """
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: key) ?? 0
    }

    /// The grants of record types, by type; those that have none are missing.
    func grants(of recordTypes: Set<String>, _ db: Database) throws -> [String: [SchemaGrant]] {
        let sql = """
            SELECT permissions, role FROM schema_grant
            WHERE account_id = ? AND container = ? AND environment = ? AND record_type = ? ORDER BY place
            """
        var grants: [String: [SchemaGrant]] = [:]
        for type in recordTypes where !type.isEmpty {
            for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: key + [type]) {
                grants[type, default: []].append(SchemaGrant(words: row[0], role: row[1]))
            }
        }
        return grants
    }

    /// Adds a field that grew.
    func write(_ field: SchemaCheck.NewField, _ db: Database) throws {
        let sql = """
            INSERT OR IGNORE INTO record_field
            (account_id, container, environment, record_type, field, value_type, marks) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: key + [field.recordType, field.field ?? "", field.type, SchemaField(grown: field.type).stored]
        )
    }

    /// All of it.
    func all(_ db: Database) throws -> RecordSchema {
        var schema = RecordSchema()
        let condition = "WHERE account_id = ? AND container = ? AND environment = ?"
        let fields = "SELECT record_type, field, value_type, marks FROM record_field \(condition)"
        for row in try Row.fetchAll(db, sql: fields, arguments: key) {
            let (type, field): (String, String) = (row[0], row[1])
            schema.types[type, default: RecordType()].fields[field] = SchemaField(type: row[2], stored: row[3])
        }
        for type in schema.types.keys { schema.types[type]?.fields[""] = nil }
        let grants = "SELECT record_type, permissions, role FROM schema_grant \(condition) ORDER BY record_type, place"
        for row in try Row.fetchAll(db, sql: grants, arguments: key) {
            let (type, permissions, role): (String, String, String) = (row[0], row[1], row[2])
            if type.isEmpty {
                schema.roles.append(role)
            } else {
                schema.types[type]?.grants.append(SchemaGrant(words: permissions, role: role))
            }
        }
        return schema
    }

    /// Puts another in its place.
    func replace(by schema: RecordSchema, _ db: Database) throws {
        for table in ["record_field", "schema_grant"] {
            let sql = "DELETE FROM \(table) WHERE account_id = ? AND container = ? AND environment = ?"
            try db.execute(sql: sql, arguments: key)
        }
        for (place, role) in schema.roles.enumerated() { try insertGrant("", place, [], role, db) }
        for (name, type) in schema.types {
            try insertField(name, "", SchemaField(type: "", marks: []), db)
            for (field, description) in type.fields { try insertField(name, field, description, db) }
            for (place, grant) in type.grants.enumerated() {
                try insertGrant(name, place, grant.permissions, grant.role, db)
            }
        }
    }

    private func insertField(_ type: String, _ field: String, _ description: SchemaField, _ db: Database) throws {
        let sql = """
            INSERT INTO record_field
            (account_id, container, environment, record_type, field, value_type, marks) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: key + [type, field, description.type, description.stored]
        )
    }

    private func insertGrant(
        _ type: String,
        _ place: Int,
        _ permissions: [String],
        _ role: String,
        _ db: Database
    ) throws {
        let sql = """
            INSERT INTO schema_grant
            (account_id, container, environment, record_type, place, permissions, role) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: key + [type, place, permissions.joined(separator: " "), role]
        )
    }
}

extension SQLiteRecordStore {
    /// The schema of a container in an environment.
    public func schema(of key: SchemaKey) async throws -> RecordSchema {
        try await file.read { db in try SchemaRows(key).all(db) }
    }

    /// The grants of record types.
    public func grants(of recordTypes: Set<String>, in key: SchemaKey) async throws -> [String: [SchemaGrant]] {
        try await file.read { db in try SchemaRows(key).grants(of: recordTypes, db) }
    }

    /// Replaces a schema by what a change makes of it.
    public func changeSchema(
        of key: SchemaKey,
        _ change: @escaping @Sendable (RecordSchema) throws -> RecordSchema
    ) async throws {
        try await file.write { db in
            let rows = SchemaRows(key)
            try rows.replace(by: try change(try rows.all(db)), db)
        }
    }
}
