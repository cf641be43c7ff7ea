extension PostgreSQLTables {
    /// The index that queries use, marks and grants of the schema, and what pruning needs.
    static let queryIndexes: [String] =
        divided(
            "entry",
            """
            account_id bigint, zone_id bigint, record_type text COLLATE "C", field text COLLATE "C", value bytea,
            record_name text COLLATE "C", PRIMARY KEY (account_id, zone_id, record_type, field, value, record_name)
            """
        )
        + divided(
            "type_index",
            """
            account_id bigint, zone_id bigint, record_type text COLLATE "C", fields text NOT NULL,
            PRIMARY KEY (account_id, zone_id, record_type)
            """
        )
        + divided(
            "schema_grant",
            """
            account_id bigint, container text COLLATE "C", environment text, record_type text COLLATE "C",
            place bigint, permissions text NOT NULL, role text NOT NULL,
            PRIMARY KEY (account_id, container, environment, record_type, place)
            """
        ) + [
            "ALTER TABLE record_field ADD COLUMN marks bigint NOT NULL DEFAULT 7",
            "CREATE INDEX record_tombstone ON record (modified_ms) WHERE is_deleted",
        ]
}
