import CloudKitWebServices
import Foundation
import GRDB

extension StoredRecord {
    static let columns = """
        record_name, record_type, seq, is_deleted, fields, parent, created_ms, created_by, created_on, modified_ms, \
        modified_by, modified_on, deletion
        """

    /// A record from a row of ``columns``.
    init(row: Row) {
        self.init(
            name: row[0],
            type: row[1],
            sequence: row[2],
            isDeleted: row[3],
            fields: Self.bytes(row, 4) ?? [],
            parent: Self.bytes(row, 5),
            created: Stamp(milliseconds: row[6], user: row[7], device: row[8]),
            modified: Stamp(milliseconds: row[9], user: row[10], device: row[11]),
            deletion: Self.bytes(row, 12)
        )
    }

    static func bytes(_ row: Row, _ column: Int) -> [UInt8]? {
        let data: Data? = row[column]
        return data.map(Array.init)
    }
}

/// The rows of one zone.
struct ZoneRows: ZoneContents {
    let db: Database
    let account: Int64
    let zone: Int64
    let schema: SchemaRows
    private let known = KnownFields()

    /// The fields of record types that were read for this request.
    private final class KnownFields {
        var types: [String: [String: SchemaField]?] = [:]
    }

    init(db: Database, account: Int64, zone: Int64, schema: SchemaRows) {
        (self.db, self.account, self.zone, self.schema) = (db, account, zone, schema)
    }

    func record(named name: String) throws -> StoredRecord? {
        let sql = """
            SELECT \(StoredRecord.columns) FROM record WHERE account_id = ? AND zone_id = ? AND record_name = ?
            """
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [account, zone, name])
            .map(StoredRecord.init(row:))
    }

    func prunedDeletion(of name: String) throws -> StoredDeletion? {
        let sql = "SELECT deletion FROM graveyard WHERE account_id = ? AND zone_id = ? AND record_name = ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [account, zone, name])
            .map { StoredDeletion(stamp: StoredRecord.bytes($0, 0)) }
    }

    func referrers(to name: String) throws -> [String] {
        let sql = "SELECT source FROM reference WHERE account_id = ? AND zone_id = ? AND target = ?"
        return try String.fetchAll(db.cachedStatement(sql: sql), arguments: [account, zone, name])
    }

    func fieldTypes(of recordType: String) throws -> [String: String]? {
        try fields(of: recordType)?.mapValues(\.wireType)
    }

    func typeCount() throws -> Int {
        try schema.typeCount(db)
    }

    /// The fields of a record type; nil if there is no such type.
    func fields(of recordType: String) throws -> [String: SchemaField]? {
        if let known = known.types[recordType] { return known }
        let found = try schema.fields(of: recordType, db)
        known.types[recordType] = .some(found)
        return found
    }

    /// Reads fields again, of which some have come.
    func clearFields() {
        known.types = [:]
    }

    func grants(of recordType: String) throws -> [SchemaGrant] {
        try schema.grants(of: [recordType], db)[recordType] ?? []
    }

    /// Writes a record over what was there of that name.
    func write(_ change: RecordChange, in zoneName: String) throws {
        let record = change.new
        let sql = """
            INSERT INTO record (account_id, zone_id, \(StoredRecord.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account_id, zone_id, record_name) DO UPDATE SET
            seq = excluded.seq, is_deleted = excluded.is_deleted, record_type = excluded.record_type,
            fields = excluded.fields, parent = excluded.parent, created_ms = excluded.created_ms,
            created_by = excluded.created_by, created_on = excluded.created_on, modified_ms = excluded.modified_ms,
            modified_by = excluded.modified_by, modified_on = excluded.modified_on, deletion = excluded.deletion
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            account, zone, record.name, record.type, record.sequence, record.isDeleted, Data(record.fields),
            record.parent.map { Data($0) }, record.created.milliseconds, record.created.user, record.created.device,
            record.modified.milliseconds, record.modified.user, record.modified.device,
            record.deletion.map { Data($0) },
        ])
        try writeReferences(change, in: zoneName)
    }

    private func writeReferences(_ change: RecordChange, in zoneName: String) throws {
        let (gone, new) = try change.references(in: zoneName)
        let (account, zone, name) = (account, zone, change.new.name)
        for target in gone {
            let sql = "DELETE FROM reference WHERE account_id = ? AND zone_id = ? AND target = ? AND source = ?"
            try db.cachedStatement(sql: sql).execute(arguments: [account, zone, target, name])
        }
        for target in new {
            let sql = "INSERT OR IGNORE INTO reference (account_id, zone_id, target, source) VALUES (?, ?, ?, ?)"
            try db.cachedStatement(sql: sql).execute(arguments: [account, zone, target, name])
        }
    }
}
