import CloudKitWebServices
import Foundation
import GRDB

/// The records of a type in a zone, and their index, as queries read them.
struct IndexSource: QuerySource {
    let rows: IndexRows
    let indexed: Set<String>

    private var key: StatementArguments { [rows.account, rows.zone, rows.recordType] }
    private static let isField = "account_id = ? AND zone_id = ? AND record_type = ? AND field = ?"

    func records(after name: String, limit: Int, _ body: ([StoredRecord]) throws -> Void) throws -> Int {
        let sql = """
            SELECT \(StoredRecord.columns) FROM record INDEXED BY record_of_type
            WHERE account_id = ? AND zone_id = ? AND record_type = ? AND is_deleted = 0 AND record_name > ?
            ORDER BY record_name LIMIT ?
            """
        let found = try Row.fetchCursor(rows.db.cachedStatement(sql: sql), arguments: key + [name, limit])
        return try StoredRecord.steps({ try found.next().map(StoredRecord.init(row:)) }, body)
    }

    func records(named names: [String], _ body: ([StoredRecord]) throws -> Void) throws {
        let sql = """
            SELECT \(StoredRecord.columns) FROM record WHERE account_id = ? AND zone_id = ? AND record_name = ?
            """
        let statement = try rows.db.cachedStatement(sql: sql)
        var names = names[...]
        let next = { () throws -> StoredRecord? in
            while let name = names.popFirst() {
                let row = try Row.fetchOne(statement, arguments: [rows.account, rows.zone, name])
                guard let record = row.map(StoredRecord.init(row:)), !record.isDeleted else { continue }
                if record.type == rows.recordType { return record }
            }
            return nil
        }
        _ = try StoredRecord.steps(next, body)
    }

    func entries(
        of field: String,
        in range: KeyRange,
        after name: String,
        descending: Bool,
        limit: Int
    ) throws -> [(key: [UInt8], name: String)] {
        let (condition, arguments) = Self.condition(range, after: name)
        let order = range.onlyKey == nil ? "value \(descending ? "DESC" : "ASC"), record_name" : "record_name"
        let sql = """
            SELECT value, record_name FROM entry WHERE \(Self.isField) \(condition) ORDER BY \(order) LIMIT ?
            """
        return try Row.fetchAll(rows.db.cachedStatement(sql: sql), arguments: key + [field] + arguments + [limit])
            .map(Self.entry)
    }

    func names(of field: String, in range: KeyRange, after name: String, limit: Int) throws -> [String] {
        let (condition, arguments) = Self.condition(range, after: name)
        let sql = """
            SELECT record_name FROM entry WHERE \(Self.isField) \(condition) ORDER BY record_name LIMIT ?
            """
        return try String.fetchAll(rows.db.cachedStatement(sql: sql), arguments: key + [field] + arguments + [limit])
    }

    func count(of field: String, in range: KeyRange, limit: Int) throws -> Int {
        let (condition, arguments) = Self.condition(range, after: "")
        let sql = "SELECT count(*) FROM (SELECT 1 FROM entry WHERE \(Self.isField) \(condition) LIMIT ?)"
        let statement = try rows.db.cachedStatement(sql: sql)
        return try Int.fetchOne(statement, arguments: key + [field] + arguments + [limit]) ?? 0
    }

    func keys(of field: String, in range: KeyRange, limit: Int) throws -> [[UInt8]] {
        let end = range.upper == nil ? "" : "AND e.value < ?7"
        let next = """
            SELECT e.value FROM entry e WHERE e.account_id = ?1 AND e.zone_id = ?2 AND e.record_type = ?3
            AND e.field = ?4 \(end)
            """
        // Each key is looked up behind the one before, however many records stand under it.
        let sql = """
            WITH RECURSIVE found (value) AS (
                SELECT * FROM (\(next) AND e.value >= ?5 ORDER BY e.value LIMIT 1)
                UNION ALL
                SELECT (\(next) AND e.value > found.value ORDER BY e.value LIMIT 1)
                FROM found WHERE found.value IS NOT NULL LIMIT ?6
            ) SELECT value FROM found WHERE value IS NOT NULL
            """
        var arguments = key + [field, Data(range.lower), limit]
        if let upper = range.upper { arguments += [Data(upper)] }
        return try Data.fetchAll(rows.db.cachedStatement(sql: sql), arguments: arguments).map { Array($0) }
    }

    func names(_ names: [String], under keys: [[UInt8]], of field: String) throws -> Set<String> {
        let sql = """
            SELECT record_name FROM entry WHERE \(Self.isField) AND value = ?
            AND record_name IN (SELECT value FROM json_each(?))
            """
        let list = String(decoding: try JSONEncoder().encode(names), as: UTF8.self)
        return try keys.reduce(into: []) { standing, key in
            let arguments = self.key + [field, Data(key), list]
            standing.formUnion(try String.fetchAll(rows.db.cachedStatement(sql: sql), arguments: arguments))
        }
    }

    func places(
        of field: String,
        in range: KeyRange,
        longitudes: [KeyRange],
        limit: Int
    ) throws -> [(key: [UInt8], name: String)] {
        var (condition, arguments) = Self.condition(range, after: "")
        let longitude = "substr(value, \(IndexKey.latitudeLength + 1))"
        let spans = longitudes.map { span in
            arguments += [Data(span.lower)]
            guard let upper = span.upper else { return "\(longitude) >= ?" }
            arguments += [Data(upper)]
            return "(\(longitude) >= ? AND \(longitude) < ?)"
        }
        condition += " AND (\(spans.joined(separator: " OR ")))"
        let sql = "SELECT value, record_name FROM entry WHERE \(Self.isField) \(condition) LIMIT ?"
        let statement = try rows.db.cachedStatement(sql: sql)
        return try Row.fetchAll(statement, arguments: key + [field] + arguments + [limit]).map(Self.entry)
    }

    private static func entry(_ row: Row) -> (key: [UInt8], name: String) {
        let value: Data = row[0]
        return (Array(value), row[1])
    }

    private static func condition(_ range: KeyRange, after name: String) -> (String, StatementArguments) {
        var (condition, arguments) = ("", StatementArguments())
        if let key = range.onlyKey {
            (condition, arguments) = ("AND value = ?", [Data(key)])
        } else {
            (condition, arguments) = ("AND value >= ?", [Data(range.lower)])
            if let upper = range.upper {
                condition += " AND value < ?"
                arguments += [Data(upper)]
            }
        }
        guard !name.isEmpty else { return (condition, arguments) }
        return (condition + " AND record_name > ?", arguments + [name])
    }
}

extension StoredRecord {
    /// Hands records on, a bounded number of bytes at a time; says how many there were.
    fileprivate static func steps(
        _ next: () throws -> StoredRecord?,
        _ body: ([StoredRecord]) throws -> Void
    ) throws -> Int {
        var (count, records, bytes) = (0, [StoredRecord](), Int64(0))
        while let record = try next() {
            count += 1
            bytes += record.ownSize
            records.append(record)
            guard bytes >= QueryBounds.stepBytes else { continue }
            try body(records)
            (records, bytes) = ([], 0)
        }
        if !records.isEmpty { try body(records) }
        return count
    }
}
