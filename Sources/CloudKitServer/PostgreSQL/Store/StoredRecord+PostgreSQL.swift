import CloudKitWebServices

extension StoredRecord {
    /// The columns of a record, of the table `r`.
    static let postgreSQLColumns = """
        r.record_name, r.record_type, r.seq, r.is_deleted, r.fields, r.parent, r.created_ms, r.created_by, \
        r.created_on, r.modified_ms, r.modified_by, r.modified_on, r.deletion
        """

    /// Its ``ownSize``, of a table without a name.
    static let postgreSQLSize = """
        (octet_length(record_name) + octet_length(record_type) + octet_length(fields) + coalesce(octet_length(parent), 0))
        """

    /// How many these are.
    static let postgreSQLColumnCount = 13

    /// A record from a row that has ``postgreSQLColumns`` from a column on.
    init(_ row: PostgreSQLRow, from first: Int = 0) {
        self.init(
            name: row.text(first),
            type: row.text(first + 1),
            sequence: row.integer(first + 2),
            isDeleted: row.boolean(first + 3),
            fields: row.bytes(first + 4),
            parent: row.optionalBytes(first + 5),
            created: Stamp(
                milliseconds: row.integer(first + 6),
                user: row.text(first + 7),
                device: row.text(first + 8)
            ),
            modified: Stamp(
                milliseconds: row.integer(first + 9),
                user: row.text(first + 10),
                device: row.text(first + 11)
            ),
            deletion: row.optionalBytes(first + 12)
        )
    }

    private static func writeSQL(in own: AccountTables) -> String {
        """
        INSERT INTO \(own.record) (account_id, zone_id, record_name, record_type, seq, is_deleted, fields, parent,
        created_ms, created_by, created_on, modified_ms, modified_by, modified_on, deletion)
        SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::bigint[], $6::boolean[], $7::bytea[], $8::bytea[],
        $9::bigint[], $10::text[], $11::text[], $12::bigint[], $13::text[], $14::text[], $15::bytea[])
        ON CONFLICT (account_id, zone_id, record_name) DO UPDATE SET
        seq = excluded.seq, is_deleted = excluded.is_deleted, record_type = excluded.record_type,
        fields = excluded.fields, parent = excluded.parent, created_ms = excluded.created_ms,
        created_by = excluded.created_by, created_on = excluded.created_on, modified_ms = excluded.modified_ms,
        modified_by = excluded.modified_by, modified_on = excluded.modified_on, deletion = excluded.deletion
        """
    }

    /// Writes records over what was there of their names, in one statement.
    static func write(_ records: [StoredRecord], zone: Int64, account: Int64, _ db: PostgreSQLTransaction) {
        guard !records.isEmpty else { return }
        db.later(
            writeSQL(in: db.tables(of: account)),
            [
                .integer(account), .integer(zone), .texts(records.map(\.name)), .texts(records.map(\.type)),
                .integers(records.map(\.sequence)), .booleans(records.map(\.isDeleted)),
                .byteStrings(records.map(\.fields)), .byteStrings(records.map(\.parent)),
                .integers(records.map(\.created.milliseconds)), .texts(records.map(\.created.user)),
                .texts(records.map(\.created.device)), .integers(records.map(\.modified.milliseconds)),
                .texts(records.map(\.modified.user)), .texts(records.map(\.modified.device)),
                .byteStrings(records.map(\.deletion)),
            ]
        )
    }
}
