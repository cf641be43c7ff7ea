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
