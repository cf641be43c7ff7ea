import CloudKitWebServices

/// The index of a record type in a zone.
struct PostgreSQLIndex {
    /// Records read, and entries written, by one statement at most while an index is made.
    private static let batch = 500

    let db: PostgreSQLTransaction
    let account: Int64
    let zone: Int64
    let recordType: String

    private var tables: AccountTables { db.tables(of: account) }

    /// What names the index in statements: `$1`, `$2` and `$3`.
    var key: [PostgreSQLValue] {
        [.integer(account), .integer(zone), .text(recordType)]
    }

    /// The names of the fields that stand in an index, as its row has them.
    static func names(_ text: String) -> Set<String> {
        Set(text.split(separator: " ").map(String.init))
    }

    /// Makes the index whole.
    ///
    /// - Parameters:
    ///   - index: What it should have.
    ///   - added: What it should have besides.
    ///   - present: The names that it has; nil if there is none yet.
    /// - Returns: The names that it has then.
    /// - Throws: ``PostgreSQLError``.
    func make(
        _ index: TypeIndex,
        adding added: Set<String> = [],
        present: Set<String>?
    ) throws -> Set<String> {
        let missing = index.names.union(added).subtracting(present ?? [])
        let names = missing.union(present ?? [])
        if missing.isEmpty { return names }
        var after = ""
        while true {
            var last = after
            let count = try records(after: after, limit: Self.batch) { records in
                insert(try records.map { (try index.entries(of: $0, under: missing), $0.name) })
                last = records.last?.name ?? last
            }
            guard count == Self.batch else { break }
            after = last
        }
        let sql = """
            INSERT INTO \(tables.typeIndex) (account_id, zone_id, record_type, fields) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account_id, zone_id, record_type) DO UPDATE SET fields = excluded.fields
            """
        db.later(sql, key + [.text(names.sorted().joined(separator: " "))])
        return names
    }

    /// Follows changes of records.
    func follow(_ changes: [RecordChange], _ index: TypeIndex, under names: Set<String>) throws {
        var (gone, new) = ([(Set<IndexEntry>, String)](), [(Set<IndexEntry>, String)]())
        for change in changes {
            let before = try change.old.map { try index.entries(of: $0, under: names) } ?? []
            let after = change.new.isDeleted ? [] : try index.entries(of: change.new, under: names)
            gone.append((before.subtracting(after), change.new.name))
            new.append((after.subtracting(before), change.new.name))
        }
        let columns = Self.columns(gone)
        if !columns.isEmpty {
            let sql = """
                DELETE FROM \(tables.entry) e USING unnest($4::text[], $5::bytea[], $6::text[]) AS gone (field, value, name)
                WHERE e.account_id = $1 AND e.zone_id = $2 AND e.record_type = $3
                AND e.field = gone.field AND e.value = gone.value AND e.record_name = gone.name
                """
            db.later(sql, key + columns)
        }
        insert(new)
    }

    private func insert(_ entries: [(Set<IndexEntry>, String)]) {
        let columns = Self.columns(entries)
        if columns.isEmpty { return }
        let sql = """
            INSERT INTO \(tables.entry) (account_id, zone_id, record_type, field, value, record_name)
            SELECT $1, $2, $3, * FROM unnest($4::text[], $5::bytea[], $6::text[]) ON CONFLICT DO NOTHING
            """
        db.later(sql, key + columns)
    }

    private static func columns(_ entries: [(Set<IndexEntry>, String)]) -> [PostgreSQLValue] {
        let rows = entries.flatMap { entries, name in entries.map { ($0, name) } }
        if rows.isEmpty { return [] }
        return [.texts(rows.map(\.0.field)), .byteStrings(rows.map(\.0.key)), .texts(rows.map(\.1))]
    }

    /// The names of what stands in it; nil if the zone has no index of this type.
    func names() throws -> Set<String>? {
        let sql = """
            SELECT fields FROM \(tables.typeIndex) WHERE account_id = $1 AND zone_id = $2 AND record_type = $3
            """
        return try db.query(sql, key).first.map { Self.names($0.text(0)) }
    }

    /// Gives the next records in the order of their names, a bounded number of bytes at a time; says how many there were.
    func records(after name: String, limit: Int, _ body: ([StoredRecord]) throws -> Void) throws -> Int {
        let sql = Self.steps(
            """
            SELECT * FROM \(tables.record)
            WHERE account_id = $1 AND zone_id = $2 AND record_type = $3 AND NOT is_deleted
            AND record_name > $4 ORDER BY record_name LIMIT $5
            """
        )
        var (name, count) = (name, 0)
        while count < limit {
            let values: [PostgreSQLValue] = [.text(name), .integer(Int64(limit - count))]
            guard let last = try give(sql, values, &count, body) else { break }
            name = last
        }
        return count
    }

    /// Gives the records of these names, as far as there are such, a bounded number of bytes at a time.
    func records(named names: [String], _ body: ([StoredRecord]) throws -> Void) throws {
        let sql = Self.steps(
            """
            SELECT * FROM \(tables.record)
            WHERE account_id = $1 AND zone_id = $2 AND record_type = $3 AND NOT is_deleted
            AND record_name = ANY ($4) AND record_name > $5 ORDER BY record_name
            """
        )
        var (name, count) = ("", 0)
        while let last = try give(sql, [.texts(names), .text(name)], &count, body) { name = last }
    }

    /// Of some rows those up to a number of bytes, and whether there are more.
    private static func steps(_ rows: String) -> String {
        """
        SELECT \(StoredRecord.postgreSQLColumns), r.rows > row_number() OVER (ORDER BY r.record_name) FROM (
            SELECT *, count(*) OVER () AS rows, sum(octet_length(fields)) OVER (ORDER BY record_name) AS bytes
            FROM (\(rows)) found
        ) r WHERE r.bytes - octet_length(r.fields) <= \(QueryBounds.stepBytes) ORDER BY r.record_name
        """
    }

    /// Gives the records of one step; the last name if more are to come.
    private func give(
        _ sql: String,
        _ values: [PostgreSQLValue],
        _ count: inout Int,
        _ body: ([StoredRecord]) throws -> Void
    ) throws -> String? {
        let rows = try db.query(sql, key + values)
        guard rows.count > 0 else { return nil }
        count += rows.count
        try body(rows.map { StoredRecord($0) })
        let last = rows.row(rows.count - 1)
        return last.boolean(StoredRecord.postgreSQLColumnCount) ? last.text(0) : nil
    }
}
