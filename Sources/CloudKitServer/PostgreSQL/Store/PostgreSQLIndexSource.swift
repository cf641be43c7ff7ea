import CloudKitWebServices

/// The records of a type in a zone, and their index, as queries read them.
struct PostgreSQLIndexSource: QuerySource {
    let index: PostgreSQLIndex
    let indexed: Set<String>

    private var entry: String { index.db.tables(of: index.account).entry }

    private static let isField = "account_id = $1 AND zone_id = $2 AND record_type = $3 AND field = $4"

    func records(after name: String, limit: Int, _ body: ([StoredRecord]) throws -> Void) throws -> Int {
        try index.records(after: name, limit: limit, body)
    }

    func records(named names: [String], _ body: ([StoredRecord]) throws -> Void) throws {
        try index.records(named: names, body)
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
        values.append(.integer(Int64(limit)))
        let found = "SELECT value, record_name FROM \(entry) WHERE \(Self.isField) \(condition)"
        let sql =
            range.onlyKey != nil
            ? "\(found) ORDER BY record_name LIMIT $\(values.count)"
            : descending
                ? falling(found, limit: "$\(values.count)")
                : "\(found) ORDER BY value, record_name LIMIT $\(values.count)"
        return try index.db.query(sql, values).map { ($0.bytes(0), $0.text(1)) }
    }

    /// The last entries, their keys falling and the names under each key rising.
    ///
    /// They are read as the index has them, and the few under the last key once more: were they asked for in this order,
    /// PostgreSQL would sort all, unless it knew how many there are, which it does not while an index is new.
    private func falling(_ found: String, limit: String) -> String {
        """
        WITH found AS MATERIALIZED (\(found) ORDER BY value DESC, record_name DESC LIMIT \(limit)),
        last AS MATERIALIZED (SELECT value FROM found ORDER BY value LIMIT 1)
        (SELECT value, record_name FROM found WHERE value > (SELECT value FROM last))
        UNION ALL
        (SELECT value, record_name FROM \(entry) WHERE \(Self.isField) AND value = (SELECT value FROM last)
        ORDER BY record_name LIMIT \(limit))
        ORDER BY 1 DESC, 2 LIMIT \(limit)
        """
    }

    func names(of field: String, in range: KeyRange, after name: String, limit: Int) throws -> [String] {
        var values = index.key + [.text(field)]
        let condition = Self.condition(range, after: name, &values)
        values.append(.integer(Int64(limit)))
        let sql = """
            SELECT record_name FROM \(entry) WHERE \(Self.isField) \(condition)
            ORDER BY record_name LIMIT $\(values.count)
            """
        return try index.db.query(sql, values).map { $0.text(0) }
    }

    func count(of field: String, in range: KeyRange, limit: Int) throws -> Int {
        var values = index.key + [.text(field)]
        let condition = Self.condition(range, after: "", &values)
        values.append(.integer(Int64(limit)))
        let sql = """
            SELECT count(*) FROM (SELECT 1 FROM \(entry) WHERE \(Self.isField) \(condition) LIMIT $\(values.count)) found
            """
        return Int(try index.db.query(sql, values).first?.integer(0) ?? 0)
    }

    func keys(of field: String, in range: KeyRange, limit: Int) throws -> [[UInt8]] {
        var values = index.key + [.text(field), .bytes(range.lower), .integer(Int64(limit))]
        var end = ""
        if let upper = range.upper {
            values.append(.bytes(upper))
            end = "AND e.value < $7"
        }
        // Each key is looked up behind the one before, however many records stand under it.
        let next = "SELECT e.value FROM \(entry) e WHERE \(Self.isField) \(end)"
        let sql = """
            WITH RECURSIVE found (value) AS (
                (\(next) AND e.value >= $5 ORDER BY e.value LIMIT 1)
                UNION ALL
                SELECT (\(next) AND e.value > found.value ORDER BY e.value LIMIT 1)
                FROM found WHERE found.value IS NOT NULL
            ) SELECT value FROM found WHERE value IS NOT NULL LIMIT $6
            """
        return try index.db.query(sql, values).map { $0.bytes(0) }
    }

    func names(_ names: [String], under keys: [[UInt8]], of field: String) throws -> Set<String> {
        let sql = """
            SELECT record_name FROM \(entry) WHERE \(Self.isField) AND value = ANY ($5) AND record_name = ANY ($6)
            """
        let values = index.key + [.text(field), .byteStrings(keys), .texts(names)]
        return Set(try index.db.query(sql, values).map { $0.text(0) })
    }

    func places(
        of field: String,
        in range: KeyRange,
        longitudes: [KeyRange],
        limit: Int
    ) throws -> [(key: [UInt8], name: String)] {
        var values = index.key + [.text(field)]
        let condition = Self.condition(range, after: "", &values)
        let longitude = "substring(value FROM \(IndexKey.latitudeLength + 1))"
        let spans = longitudes.map { span in
            values.append(.bytes(span.lower))
            guard let upper = span.upper else { return "\(longitude) >= $\(values.count)" }
            values.append(.bytes(upper))
            return "(\(longitude) >= $\(values.count - 1) AND \(longitude) < $\(values.count))"
        }
        values.append(.integer(Int64(limit)))
        let sql = """
            SELECT value, record_name FROM \(entry) WHERE \(Self.isField) \(condition)
            AND (\(spans.joined(separator: " OR "))) LIMIT $\(values.count)
            """
        return try index.db.query(sql, values).map { ($0.bytes(0), $0.text(1)) }
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
