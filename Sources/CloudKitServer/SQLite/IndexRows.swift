import CloudKitWebServices
import Foundation
import GRDB

/// The index of a record type in a zone.
struct IndexRows {
    let db: Database
    let account: Int64
    let zone: Int64
    let recordType: String

    private var key: StatementArguments { [account, zone, recordType] }

    /// The names of the fields that stand in it; nil if the zone has no index of this type.
    func names() throws -> Set<String>? {
        let sql = "SELECT fields FROM type_index WHERE account_id = ? AND zone_id = ? AND record_type = ?"
        let text = try String.fetchOne(db.cachedStatement(sql: sql), arguments: key)
        return text.map { Set($0.split(separator: " ").map(String.init)) }
    }

    /// How many records the zone has, of any type.
    func zoneRecords() throws -> Int {
        let sql = "SELECT record_count FROM zone WHERE account_id = ? AND zone_id = ?"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [account, zone]) ?? 0
    }

    /// Makes the index whole, if the zone is to have one.
    ///
    /// - Parameters:
    ///   - index: What it should have.
    ///   - added: What it should have besides.
    ///   - few: Zones with fewer records have none.
    ///   - isAsked: Whether a query needs it; otherwise it is made only where the schema asks for it.
    /// - Returns: The names under which it has something then; nil if there is none.
    /// - Throws: `DatabaseError`.
    func make(
        _ index: TypeIndex,
        adding added: Set<String> = [],
        few: Int,
        isAsked: Bool
    ) throws -> Set<String>? {
        let present = try names()
        if present == nil, !isAsked, !index.isDeclared { return nil }
        if present == nil, try zoneRecords() < few { return nil }
        let missing = index.names.union(added).subtracting(present ?? [])
        let names = missing.union(present ?? [])
        if missing.isEmpty { return names }
        try fill(index, under: missing)
        let sql = "INSERT OR REPLACE INTO type_index (account_id, zone_id, record_type, fields) VALUES (?, ?, ?, ?)"
        try db.execute(sql: sql, arguments: key + [names.sorted().joined(separator: " ")])
        return names
    }

    private func fill(_ index: TypeIndex, under names: Set<String>) throws {
        let sql = """
            SELECT \(StoredRecord.columns) FROM record INDEXED BY record_of_type
            WHERE account_id = ? AND zone_id = ? AND record_type = ? AND is_deleted = 0
            """
        let rows = try Row.fetchCursor(db, sql: sql, arguments: key)
        while let row = try rows.next() {
            let record = StoredRecord(row: row)
            for entry in try index.entries(of: record, under: names) { try insert(entry, record.name) }
        }
    }

    /// Follows a record's change.
    func follow(_ change: RecordChange, _ index: TypeIndex, under names: Set<String>) throws {
        let old = try change.old.map { try index.entries(of: $0, under: names) } ?? []
        let new = change.new.isDeleted ? [] : try index.entries(of: change.new, under: names)
        let delete = """
            DELETE FROM entry WHERE account_id = ? AND zone_id = ? AND record_type = ? AND field = ? AND value = ?
            AND record_name = ?
            """
        for entry in old.subtracting(new) {
            try db.cachedStatement(sql: delete).execute(
                arguments: key + [entry.field, Data(entry.key), change.new.name]
            )
        }
        for entry in new.subtracting(old) { try insert(entry, change.new.name) }
    }

    private func insert(_ entry: IndexEntry, _ name: String) throws {
        let sql = """
            INSERT OR IGNORE INTO entry (account_id, zone_id, record_type, field, value, record_name)
            VALUES (?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: key + [entry.field, Data(entry.key), name])
    }
}

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
            .map { row in
                let value: Data = row[0]
                return (Array(value), row[1])
            }
    }

    func names(of field: String, in range: KeyRange, after name: String, limit: Int) throws -> [String] {
        let (condition, arguments) = Self.condition(range, after: name)
        let sql = """
            SELECT DISTINCT record_name FROM entry WHERE \(Self.isField) \(condition) ORDER BY record_name LIMIT ?
            """
        return try String.fetchAll(rows.db.cachedStatement(sql: sql), arguments: key + [field] + arguments + [limit])
    }

    func count(of field: String, in range: KeyRange, limit: Int) throws -> Int {
        let (condition, arguments) = Self.condition(range, after: "")
        let sql = "SELECT count(*) FROM (SELECT 1 FROM entry WHERE \(Self.isField) \(condition) LIMIT ?)"
        let statement = try rows.db.cachedStatement(sql: sql)
        return try Int.fetchOne(statement, arguments: key + [field] + arguments + [limit]) ?? 0
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
