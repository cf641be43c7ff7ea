import CloudKitWebServices
import Foundation
import GRDB

extension SQLiteRecordStore {
    /// Takes tombstones of deletions that are older out of the feed.
    public func pruneTombstones(before milliseconds: Int64, limit: Int) async throws -> Int {
        try await file.write { db in
            let sql = """
                SELECT account_id, zone_id, record_name, seq FROM record
                WHERE is_deleted = 1 AND modified_ms < ? ORDER BY modified_ms LIMIT ?
                """
            let rows = try Row.fetchAll(db, sql: sql, arguments: [milliseconds, limit])
            for row in rows {
                let (account, zone, name, sequence): (Int64, Int64, String, Int64) = (row[0], row[1], row[2], row[3])
                try Self.bury(name, sequence, account: account, zone: zone, db)
            }
            return rows.count
        }
    }

    private static func bury(
        _ name: String,
        _ sequence: Int64,
        account: Int64,
        zone: Int64,
        _ db: Database
    ) throws {
        let key: StatementArguments = [account, zone, name]
        // A record that lived again after a deletion may have been deleted again: the last deletion counts.
        let bury = """
            INSERT OR REPLACE INTO graveyard (account_id, zone_id, record_name, deletion)
            SELECT account_id, zone_id, record_name, deletion FROM record
            WHERE account_id = ? AND zone_id = ? AND record_name = ?
            """
        try db.cachedStatement(sql: bury).execute(arguments: key)
        let delete = "DELETE FROM record WHERE account_id = ? AND zone_id = ? AND record_name = ?"
        try db.cachedStatement(sql: delete).execute(arguments: key)
        let raise = "UPDATE zone SET pruned_below = max(pruned_below, ?) WHERE account_id = ? AND zone_id = ?"
        try db.cachedStatement(sql: raise).execute(arguments: [sequence, account, zone])
    }

    /// Begins a new life of every zone and database.
    public func raiseEpochs(now milliseconds: Int64) async throws {
        try await file.write { db in
            for table in ["zone", "database"] {
                try db.execute(sql: "UPDATE \(table) SET epoch = max(epoch + 1, ?)", arguments: [milliseconds])
            }
            let kept = try Int64.fetchOne(db, sql: "SELECT \(ZoneState.firstHead)") ?? 0
            let first = max(DatabaseRow.firstHead(now: milliseconds), kept)
            try db.execute(
                sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('numbers', ?)",
                arguments: [Data(String(first).utf8)]
            )
            try db.execute(
                sql: "UPDATE zone SET head = max(head, ?1), pruned_below = max(head, ?1)",
                arguments: [first]
            )
        }
    }

    /// Looks through everything for what must not be, from one snapshot.
    public func verify() async throws -> StoreReport {
        try await file.read { db in
            var report = StoreReport()
            for problem in try String.fetchAll(db, sql: "PRAGMA quick_check") where problem != "ok" {
                report.add(problem, at: "file")
            }
            let zones = try Row.fetchCursor(db, sql: Self.zonesSQL)
            while let row = try zones.next() {
                try Self.sums(of: row, db).judge(into: &report)
                try Self.judgeIndexes(account: row[0], zone: row[1], place: Self.place(row), into: &report, db)
            }
            for row in try Row.fetchAll(db, sql: Self.databasesSQL) {
                let place = Self.place(row)
                let (head, last): (Int64, Int64) = (row[5], row[6])
                if last > head { report.add("a zone has place \(last), the head is \(head)", at: place) }
                let kept = Usage(bytes: row[1], records: row[7])
                let summed = Usage(bytes: row[8], records: row[9])
                if kept != summed {
                    let said = "\(kept.records) records and \(kept.bytes) bytes"
                    report.add("the row counts \(said), its zones \(summed.records) and \(summed.bytes)", at: place)
                }
            }
            for row in try Row.fetchAll(db, sql: KeptCount.sql) {
                KeptCount.judge(account: row[0], kept: row[1], counted: row[2], into: &report)
            }
            return report
        }
    }

    private static let zonesSQL = """
        SELECT zone.account_id, zone_id, container, environment, name, zone.head, pruned_below, zone.used_bytes,
        zone.record_count, is_deleted FROM zone JOIN database USING (account_id, database_id)
        ORDER BY zone.account_id, zone_id
        """

    private static let databasesSQL = """
        SELECT database.account_id, database.used_bytes, container, environment, '', database.head,
        coalesce(max(database_seq), 0), database.record_count, coalesce(sum(zone.used_bytes), 0),
        coalesce(sum(zone.record_count), 0)
        FROM database LEFT JOIN zone USING (account_id, database_id) GROUP BY database.account_id, database_id
        """

    private static func place(_ row: Row) -> String {
        let (account, container, environment, zone): (Int64, String, String, String) = (row[0], row[2], row[3], row[4])
        return "account \(account), \(container) \(environment)" + (zone.isEmpty ? "" : ", zone \(zone)")
    }

    private static func sums(of row: Row, _ db: Database) throws -> ZoneSums {
        let (account, zone): (Int64, Int64) = (row[0], row[1])
        let sql = """
            SELECT coalesce(max(seq), 0), count(*) - count(DISTINCT seq), sum(is_deleted = 0),
            coalesce(sum(CASE WHEN is_deleted = 0 THEN length(CAST(record_name AS BLOB)) +
            length(CAST(record_type AS BLOB)) + length(fields) + coalesce(length(parent), 0) END), 0)
            FROM record WHERE account_id = ? AND zone_id = ?
            """
        let counted = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [account, zone])
        let bytes: Int64 = counted?[3] ?? 0
        return ZoneSums(
            place: place(row),
            head: row[5],
            prunedBelow: row[6],
            usage: Usage(bytes: row[7], records: row[8]),
            greatest: counted?[0] ?? 0,
            duplicates: counted?[1] ?? 0,
            counted: Usage(bytes: bytes + (try assetBytes(account, zone, db)), records: counted?[2] ?? 0),
            isDeleted: row[9]
        )
    }

    /// The bytes of the files that a zone's records hold.
    private static func assetBytes(_ account: Int64, _ zone: Int64, _ db: Database) throws -> Int64 {
        let sql = """
            SELECT \(StoredRecord.columns) FROM record
            WHERE account_id = ? AND zone_id = ? AND \(SQLiteTables.holdsAssets) AND is_deleted = 0
            """
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [account, zone])
        var bytes: Int64 = 0
        while let row = try rows.next() {
            let record = StoredRecord(row: row)
            bytes += record.size - record.ownSize
        }
        return bytes
    }

    /// The times that every record has stand in every index once for each record.
    private static func judgeIndexes(
        account: Int64,
        zone: Int64,
        place: String,
        into report: inout StoreReport,
        _ db: Database
    ) throws {
        let sql = """
            SELECT record_type,
            (SELECT count(*) FROM record WHERE record.account_id = type_index.account_id
             AND record.zone_id = type_index.zone_id AND record.record_type = type_index.record_type
             AND is_deleted = 0),
            (SELECT count(*) FROM entry WHERE entry.account_id = type_index.account_id
             AND entry.zone_id = type_index.zone_id AND entry.record_type = type_index.record_type
             AND field = ?)
            FROM type_index WHERE account_id = ? AND zone_id = ?
            """
        let field = WireSystemField.modifiedTimestamp.internalName
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [field, account, zone]) {
            let (type, records, entries): (String, Int64, Int64) = (row[0], row[1], row[2])
            if records == entries { continue }
            report.add("the index of \(type) has \(entries) records, there are \(records)", at: place)
        }
    }
}
