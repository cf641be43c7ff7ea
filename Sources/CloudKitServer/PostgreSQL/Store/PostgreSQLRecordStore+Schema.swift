import CloudKitWebServices

extension PostgreSQLRecordStore {
    /// The schema of a container in an environment.
    public func schema(of key: SchemaKey) async throws -> RecordSchema {
        try await database.reader.run(.snapshot) { db in try Self.schema(of: key, db) }
    }

    /// The grants of record types.
    public func grants(of recordTypes: Set<String>, in key: SchemaKey) async throws -> [String: [SchemaGrant]] {
        try await database.reader.run(.single) { db in
            let call = PostgreSQLSchema.grants(of: recordTypes.sorted(), in: key, db)
            return try db.query([call]).first.map(PostgreSQLSchema.grants) ?? [:]
        }
    }

    /// Replaces a schema by what a change makes of it.
    ///
    /// Fields that grow at the same time stay; should one of them have another type than the change wants, the change
    /// is refused.
    public func changeSchema(
        of key: SchemaKey,
        _ change: @escaping @Sendable (RecordSchema) throws -> RecordSchema
    ) async throws {
        try await database.writer.run(.write) { db in
            let old = try Self.schema(of: key, db)
            let new = try change(old)
            try Self.write(new, over: old, key, db)
            let stored = try Self.schema(of: key, db)
            let isRight = new.types.allSatisfy { name, type in
                type.fields.allSatisfy { stored.types[name]?.fields[$0.key] == $0.value }
            }
            guard isRight else {
                let busy = WireError(.tryAgainLater, reason: "the schema was changed at the same time", retryAfter: 1)
                throw ServiceFault(busy)
            }
        }
    }

    private static func schema(of key: SchemaKey, _ db: PostgreSQLTransaction) throws -> RecordSchema {
        var schema = RecordSchema()
        let owner = PostgreSQLSchema.owner(of: key)
        let condition = "WHERE account_id = $1 AND container = $2 AND environment = $3"
        let answers = try db.query([
            PostgreSQLCall("SELECT record_type, field, value_type, marks FROM record_field \(condition)", owner),
            PostgreSQLCall(
                "SELECT record_type, permissions, role FROM schema_grant \(condition) ORDER BY record_type, place",
                owner
            ),
        ])
        for (type, fields) in answers.first.map(PostgreSQLSchema.fields) ?? [:] {
            schema.types[type] = RecordType(fields: fields)
        }
        for row in answers.last?.map({ $0 }) ?? [] {
            if row.text(0).isEmpty {
                schema.roles.append(row.text(2))
            } else {
                schema.types[row.text(0)]?.grants.append(SchemaGrant(words: row.text(1), role: row.text(2)))
            }
        }
        return schema
    }

    private static func write(
        _ new: RecordSchema,
        over old: RecordSchema,
        _ key: SchemaKey,
        _ db: PostgreSQLTransaction
    ) throws {
        let owner = PostgreSQLSchema.owner(of: key)
        let rows = { (schema: RecordSchema) in
            schema.types.flatMap { name, type in
                [(name, "", SchemaField(type: "", marks: []))] + type.fields.map { (name, $0.key, $0.value) }
            }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        }
        let gone = rows(old).filter { type, field, _ in
            field.isEmpty ? new.types[type] == nil : new.types[type]?.fields[field] == nil
        }
        let delete = """
            DELETE FROM record_field WHERE account_id = $1 AND container = $2 AND environment = $3
            AND (record_type, field) IN (SELECT * FROM unnest($4::text[], $5::text[]))
            """
        if !gone.isEmpty { db.later(delete, owner + [.texts(gone.map(\.0)), .texts(gone.map(\.1))]) }
        let kept = rows(new)
        let insert = """
            INSERT INTO record_field (account_id, container, environment, record_type, field, value_type, marks)
            SELECT $1, $2, $3, * FROM unnest($4::text[], $5::text[], $6::text[], $7::bigint[])
            ON CONFLICT (account_id, container, environment, record_type, field)
            DO UPDATE SET marks = excluded.marks WHERE record_field.value_type = excluded.value_type
            """
        db.later(
            insert,
            owner + [
                .texts(kept.map(\.0)), .texts(kept.map(\.1)), .texts(kept.map(\.2.type)),
                .integers(kept.map { Int64($0.2.stored) }),
            ]
        )
        writeGrants(of: new, owner, db)
    }

    private static func writeGrants(
        of schema: RecordSchema,
        _ owner: [PostgreSQLValue],
        _ db: PostgreSQLTransaction
    ) {
        var rows = schema.roles.enumerated().map { ("", Int64($0.offset), "", $0.element) }
        for (name, type) in schema.types {
            rows += type.grants.enumerated().map { place, grant in
                (name, Int64(place), grant.permissions.joined(separator: " "), grant.role)
            }
        }
        let condition = "WHERE account_id = $1 AND container = $2 AND environment = $3"
        db.later("DELETE FROM schema_grant \(condition)", owner)
        let insert = """
            INSERT INTO schema_grant (account_id, container, environment, record_type, place, permissions, role)
            SELECT $1, $2, $3, * FROM unnest($4::text[], $5::bigint[], $6::text[], $7::text[])
            """
        db.later(
            insert,
            owner + [
                .texts(rows.map(\.0)), .integers(rows.map(\.1)), .texts(rows.map(\.2)), .texts(rows.map(\.3)),
            ]
        )
    }
}
