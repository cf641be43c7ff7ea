import CloudKitWebServices

/// The fields of record types, and the types of their values.
enum PostgreSQLSchema {
    /// Gets the fields of some record types.
    static func fields(of recordTypes: [String], in schema: SchemaKey, _ db: PostgreSQLTransaction) -> PostgreSQLCall {
        let sql = """
            SELECT record_type, field, value_type, marks FROM \(db.tables(of: schema.owner).recordField)
            WHERE account_id = $1 AND container = $2 AND environment = $3 AND record_type = ANY ($4)
            """
        return PostgreSQLCall(sql, owner(of: schema) + [.texts(recordTypes)])
    }

    /// What that statement gave: of each record type that is known, its fields.
    static func fields(_ rows: PostgreSQLRows) -> [String: [String: SchemaField]] {
        var types: [String: [String: SchemaField]] = [:]
        for number in 0..<rows.count {
            let row = rows.row(number)
            // The row without a field's name stands for the type itself.
            let (type, field) = (row.text(0), row.text(1))
            let description = SchemaField(type: row.text(2), stored: Int(row.integer(3)))
            types[type, default: [:]][field] = field.isEmpty ? nil : description
        }
        return types
    }

    /// Counts the record types: each has a row without a field's name.
    static func typeCount(in schema: SchemaKey, _ db: PostgreSQLTransaction) -> PostgreSQLCall {
        let sql = """
            SELECT count(*) FROM \(db.tables(of: schema.owner).recordField)
            WHERE account_id = $1 AND container = $2 AND environment = $3 AND field = ''
            """
        return PostgreSQLCall(sql, owner(of: schema))
    }

    /// Gets the grants of some record types.
    static func grants(of recordTypes: [String], in schema: SchemaKey, _ db: PostgreSQLTransaction) -> PostgreSQLCall {
        let sql = """
            SELECT record_type, permissions, role FROM \(db.tables(of: schema.owner).schemaGrant)
            WHERE account_id = $1 AND container = $2 AND environment = $3 AND record_type = ANY ($4)
            AND record_type <> '' ORDER BY record_type, place
            """
        return PostgreSQLCall(sql, owner(of: schema) + [.texts(recordTypes)])
    }

    /// What that statement gave, by record type.
    static func grants(_ rows: PostgreSQLRows) -> [String: [SchemaGrant]] {
        var grants: [String: [SchemaGrant]] = [:]
        for row in rows.map({ $0 }) {
            grants[row.text(0), default: []].append(SchemaGrant(words: row.text(1), role: row.text(2)))
        }
        return grants
    }

    /// Fixes the types of fields; where somebody else was first, theirs holds.
    ///
    /// Whoever grows a schema at the same time is not counted, so together they may go a little beyond its limits.
    static func grow(
        _ fields: [SchemaCheck.NewField],
        in schema: SchemaKey,
        _ db: PostgreSQLTransaction
    ) {
        let sql = """
            INSERT INTO record_field (account_id, container, environment, record_type, field, value_type, marks)
            SELECT $1, $2, $3, * FROM unnest($4::text[], $5::text[], $6::text[], $7::bigint[]) ON CONFLICT DO NOTHING
            """
        // In one order always, so that two such statements cannot wait for each other.
        let sorted = fields.sorted { ($0.recordType, $0.field ?? "") < ($1.recordType, $1.field ?? "") }
        db.later(
            sql,
            owner(of: schema) + [
                .texts(sorted.map(\.recordType)), .texts(sorted.map { $0.field ?? "" }), .texts(sorted.map(\.type)),
                .integers(sorted.map { Int64(SchemaField(grown: $0.type).stored) }),
            ]
        )
    }

    /// What names a schema in statements: `$1`, `$2` and `$3`.
    static func owner(of schema: SchemaKey) -> [PostgreSQLValue] {
        [.integer(schema.owner.rawValue), .text(schema.container), .text(schema.environment.rawValue)]
    }
}
