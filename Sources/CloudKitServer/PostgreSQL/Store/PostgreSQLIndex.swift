import CloudKitWebServices

/// The index of a record type in a zone.
struct PostgreSQLIndex {
    /// Records read, and entries written, by one statement at most while an index is made.
    private static let batch = 500

    let db: PostgreSQLTransaction
    let account: Int64
    let zone: Int64
    let recordType: String

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
    ///   - present: The names that it has; nil if there is none yet.
    /// - Returns: The names that it has then.
    /// - Throws: ``PostgreSQLError``.
    func make(_ index: TypeIndex, present: Set<String>?) throws -> Set<String> {
        let missing = index.names.subtracting(present ?? [])
        let names = index.names.union(present ?? [])
        if missing.isEmpty { return names }
        var after = ""
        while true {
            let records = try records(after: after, limit: Self.batch)
            insert(try records.map { (try index.entries(of: $0, under: missing), $0.name) })
            guard records.count == Self.batch, let last = records.last else { break }
            after = last.name
        }
        let sql = """
            INSERT INTO type_index (account_id, zone_id, record_type, fields) VALUES ($1, $2, $3, $4)
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
                DELETE FROM entry USING unnest($4::text[], $5::bytea[], $6::text[]) AS gone (field, value, name)
                WHERE entry.account_id = $1 AND entry.zone_id = $2 AND entry.record_type = $3
                AND entry.field = gone.field AND entry.value = gone.value AND entry.record_name = gone.name
                """
            db.later(sql, key + columns)
        }
        insert(new)
    }

    private func insert(_ entries: [(Set<IndexEntry>, String)]) {
        let columns = Self.columns(entries)
        if columns.isEmpty { return }
        let sql = """
            INSERT INTO entry (account_id, zone_id, record_type, field, value, record_name)
            SELECT $1, $2, $3, * FROM unnest($4::text[], $5::bytea[], $6::text[]) ON CONFLICT DO NOTHING
            """
        db.later(sql, key + columns)
    }

    private static func columns(_ entries: [(Set<IndexEntry>, String)]) -> [PostgreSQLValue] {
        let rows = entries.flatMap { entries, name in entries.map { ($0, name) } }
        if rows.isEmpty { return [] }
        return [.texts(rows.map(\.0.field)), .byteStrings(rows.map(\.0.key)), .texts(rows.map(\.1))]
    }

    /// The next records in the order of their names.
    func records(after name: String, limit: Int) throws -> [StoredRecord] {
        let sql = """
            SELECT \(StoredRecord.postgreSQLColumns) FROM record r
            WHERE r.account_id = $1 AND r.zone_id = $2 AND r.record_type = $3 AND NOT r.is_deleted
            AND r.record_name > $4 ORDER BY r.record_name LIMIT $5
            """
        return try db.query(sql, key + [.text(name), .integer(Int64(limit))]).map { StoredRecord($0) }
    }
}

/// The records of a type in a zone, and their index, as queries read them.
struct PostgreSQLIndexSource: QuerySource {
    let index: PostgreSQLIndex
    let indexed: Set<String>

    private static let isField = "account_id = $1 AND zone_id = $2 AND record_type = $3 AND field = $4"

    func records(after name: String, limit: Int) throws -> [StoredRecord] {
        try index.records(after: name, limit: limit)
    }

    func records(named names: [String]) throws -> [StoredRecord] {
        let sql = """
            SELECT \(StoredRecord.postgreSQLColumns) FROM record r
            WHERE r.account_id = $1 AND r.zone_id = $2 AND r.record_type = $3 AND NOT r.is_deleted
            AND r.record_name = ANY ($4)
            """
        return try index.db.query(sql, index.key + [.texts(names)]).map { StoredRecord($0) }
    }

    func entries(
        of field: String,
        in range: KeyRange,
        after name: String,
        descending: Bool,
        limit: Int
    ) throws -> [(key: [UInt8], name: String)] {
        var values = index.key + [.text(field)]
        let condition = Self.condition(range, after: name, &values)
        let order = range.onlyKey == nil ? "value \(descending ? "DESC" : "ASC"), record_name" : "record_name"
        values.append(.integer(Int64(limit)))
        let sql = """
            SELECT value, record_name FROM entry WHERE \(Self.isField) \(condition)
            ORDER BY \(order) LIMIT $\(values.count)
            """
        return try index.db.query(sql, values).map { ($0.bytes(0), $0.text(1)) }
    }

    func names(of field: String, in range: KeyRange, after name: String, limit: Int) throws -> [String] {
        var values = index.key + [.text(field)]
        let condition = Self.condition(range, after: name, &values)
        values.append(.integer(Int64(limit)))
        let sql = """
            SELECT DISTINCT record_name FROM entry WHERE \(Self.isField) \(condition)
            ORDER BY record_name LIMIT $\(values.count)
            """
        return try index.db.query(sql, values).map { $0.text(0) }
    }

    func count(of field: String, in range: KeyRange, limit: Int) throws -> Int {
        var values = index.key + [.text(field)]
        let condition = Self.condition(range, after: "", &values)
        values.append(.integer(Int64(limit)))
        let sql = """
            SELECT count(*) FROM (SELECT 1 FROM entry WHERE \(Self.isField) \(condition) LIMIT $\(values.count)) found
            """
        return Int(try index.db.query(sql, values).first?.integer(0) ?? 0)
    }

    private static func condition(
        _ range: KeyRange,
        after name: String,
        _ values: inout [PostgreSQLValue]
    ) -> String {
        var condition = ""
        func add(_ text: String, _ value: PostgreSQLValue) {
            values.append(value)
            condition += " AND \(text) $\(values.count)"
        }
        if let key = range.onlyKey {
            add("value =", .bytes(key))
        } else {
            add("value >=", .bytes(range.lower))
            if let upper = range.upper { add("value <", .bytes(upper)) }
        }
        if !name.isEmpty { add("record_name >", .text(name)) }
        return condition
    }
}
