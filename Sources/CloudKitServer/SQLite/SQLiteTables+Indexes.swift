extension SQLiteTables {
    /// The index that queries use, marks and grants of the schema, and what pruning needs.
    static let indexes = """
        CREATE TABLE entry (
            account_id INTEGER NOT NULL,
            zone_id INTEGER NOT NULL,
            record_type TEXT NOT NULL,
            field TEXT NOT NULL,
            value BLOB NOT NULL,
            record_name TEXT NOT NULL,
            PRIMARY KEY (account_id, zone_id, record_type, field, value, record_name)
        ) WITHOUT ROWID;
        CREATE TABLE type_index (
            account_id INTEGER NOT NULL,
            zone_id INTEGER NOT NULL,
            record_type TEXT NOT NULL,
            fields TEXT NOT NULL,
            PRIMARY KEY (account_id, zone_id, record_type)
        ) WITHOUT ROWID;

        ALTER TABLE record_field ADD COLUMN marks INTEGER NOT NULL DEFAULT 7;
        CREATE TABLE schema_grant (
            account_id INTEGER NOT NULL, container TEXT NOT NULL, environment TEXT NOT NULL,
            record_type TEXT NOT NULL, place INTEGER NOT NULL, permissions TEXT NOT NULL, role TEXT NOT NULL,
            PRIMARY KEY (account_id, container, environment, record_type, place)
        ) WITHOUT ROWID;

        CREATE INDEX record_tombstone ON record (modified_ms) WHERE is_deleted = 1;
        """
}
