import CloudKitWebServices

/// The fields of record types, and the types of their values.
enum PostgreSQLSchema {
    /// Gets the fields of some record types.
    static func types(_ recordTypes: [String], in database: DatabaseKey) -> PostgreSQLCall {
        let sql = """
            SELECT record_type, field, value_type FROM record_field
            WHERE account_id = $1 AND container = $2 AND environment = $3 AND record_type = ANY ($4)
            """
        return PostgreSQLCall(sql, owner(of: database) + [.texts(recordTypes)])
    }

    /// What that statement gave: of each record type that is known, its fields.
    static func types(_ rows: PostgreSQLRows) -> [String: [String: String]] {
        var types: [String: [String: String]] = [:]
        for number in 0..<rows.count {
            let row = rows.row(number)
            // The row without a field's name stands for the type itself.
            let (type, field) = (row.text(0), row.text(1))
            types[type, default: [:]][field] = field.isEmpty ? nil : row.text(2)
        }
        return types
    }

    static func types(in answers: [PostgreSQLRows]) -> [String: [String: String]] {
        answers.first.map(types) ?? [:]
    }

    /// Fixes the types of fields; where somebody else was first, theirs holds.
    static func grow(
        _ fields: [SchemaCheck.NewField],
        in database: DatabaseKey,
        _ db: PostgreSQLTransaction
    ) {
        let sql = """
            INSERT INTO record_field (account_id, container, environment, record_type, field, value_type)
            SELECT $1, $2, $3, * FROM unnest($4::text[], $5::text[], $6::text[]) ON CONFLICT DO NOTHING
            """
        // In one order always, so that two such statements cannot wait for each other.
        let sorted = fields.sorted { ($0.recordType, $0.field ?? "") < ($1.recordType, $1.field ?? "") }
        db.later(
            sql,
            owner(of: database) + [
                .texts(sorted.map(\.recordType)), .texts(sorted.map { $0.field ?? "" }), .texts(sorted.map(\.type)),
            ]
        )
    }

    private static func owner(of database: DatabaseKey) -> [PostgreSQLValue] {
        [
            .integer(database.schemaOwner.rawValue), .text(database.container),
            .text(database.environment.rawValue),
        ]
    }
}
