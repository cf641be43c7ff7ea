import CloudKitWebServices

extension PostgreSQLRecordStore {
    /// Begins a new life of every zone and database, account by account.
    public func raiseEpochs(now milliseconds: Int64) async throws {
        let accounts = try await database.reader.run(.single) { db in
            try db.query("SELECT DISTINCT account_id FROM database").map { $0.integer(0) }
        }
        // First, so that no zone is made meanwhile that does not know of it.
        let first = try await database.writer.run(.write) { db in
            let kept = try db.query("SELECT \(ZoneState.postgreSQLFirstHead)").first?.integer(0) ?? 0
            let first = max(DatabaseRow.firstHead(now: milliseconds), kept)
            let sql = """
                INSERT INTO setting (name, value) VALUES ('numbers', $1) ON CONFLICT (name) DO UPDATE SET value = $1
                """
            _ = try db.query(sql, [.bytes(Array(String(first).utf8))])
            return first
        }
        for account in accounts {
            try await database.writer.run(.write) { db in
                for table in ["database", "zone"] {
                    let sql = "UPDATE \(table) SET epoch = greatest(epoch + 1, $2) WHERE account_id = $1"
                    db.later(sql, [.integer(account), .integer(milliseconds)])
                }
                let raise = """
                    UPDATE zone SET head = greatest(head, $2), pruned_below = greatest(head, $2) WHERE account_id = $1
                    """
                db.later(raise, [.integer(account), .integer(first)])
                try db.flush()
            }
        }
    }

    /// Looks through everything for what must not be, from one snapshot.
    public func verify() async throws -> StoreReport {
        try await database.reader.run(.snapshot) { db in
            var report = StoreReport()
            for row in try db.query(Self.zonesSQL).map({ $0 }) {
                try Self.sums(of: row, db).judge(into: &report)
                try Self.judgeIndexes(row, into: &report, db)
            }
            for row in try db.query(Self.databasesSQL).map({ $0 }) {
                let place = Self.place(row)
                let (head, last) = (row.integer(5), row.integer(6))
                if last > head { report.add("a zone has place \(last), the head is \(head)", at: place) }
                let kept = Usage(bytes: row.integer(1), records: row.integer(7))
                let summed = Usage(bytes: row.integer(8), records: row.integer(9))
                if kept != summed {
                    let said = "\(kept.records) records and \(kept.bytes) bytes"
                    report.add("the row counts \(said), its zones \(summed.records) and \(summed.bytes)", at: place)
                }
            }
            for row in try db.query(KeptCount.sql).map({ $0 }) {
                KeptCount.judge(account: row.integer(0), kept: row.integer(1), counted: row.integer(2), into: &report)
            }
            return report
        }
    }

    private static let zonesSQL = """
        SELECT z.account_id, z.zone_id, d.container, d.environment, z.name, z.head, z.pruned_below, z.used_bytes,
        z.record_count, z.is_deleted FROM zone z
        JOIN database d ON d.account_id = z.account_id AND d.database_id = z.database_id
        ORDER BY z.account_id, z.zone_id
        """

    private static let databasesSQL = """
        SELECT d.account_id, d.used_bytes, d.container, d.environment, '', d.head, coalesce(max(z.database_seq), 0),
        d.record_count, coalesce(sum(z.used_bytes), 0)::bigint, coalesce(sum(z.record_count), 0)::bigint
        FROM database d LEFT JOIN zone z ON z.account_id = d.account_id AND z.database_id = d.database_id
        GROUP BY d.account_id, d.database_id
        """

    private static func place(_ row: PostgreSQLRow) -> String {
        let zone = row.text(4)
        let database = "account \(row.integer(0)), \(row.text(2)) \(row.text(3))"
        return database + (zone.isEmpty ? "" : ", zone \(zone)")
    }

    private static func sums(of row: PostgreSQLRow, _ db: PostgreSQLTransaction) throws -> ZoneSums {
        let key: [PostgreSQLValue] = [.integer(row.integer(0)), .integer(row.integer(1))]
        let sql = """
            SELECT coalesce(max(seq), 0), count(*) - count(DISTINCT seq), count(*) FILTER (WHERE NOT is_deleted),
            coalesce(sum(octet_length(record_name) + octet_length(record_type) + octet_length(fields)
            + coalesce(octet_length(parent), 0)) FILTER (WHERE NOT is_deleted), 0)::bigint
            FROM record WHERE account_id = $1 AND zone_id = $2
            """
        let files = """
            SELECT \(StoredRecord.postgreSQLColumns) FROM record r
            WHERE r.account_id = $1 AND r.zone_id = $2 AND \(PostgreSQLTables.holdsAssets) AND NOT r.is_deleted
            """
        let answers = try db.query([PostgreSQLCall(sql, key), PostgreSQLCall(files, key)])
        let counted = answers.first?.first
        let assets = (answers.last?.map { StoredRecord($0) } ?? []).reduce(0) { $0 + $1.size - $1.ownSize }
        return ZoneSums(
            place: place(row),
            head: row.integer(5),
            prunedBelow: row.integer(6),
            usage: Usage(bytes: row.integer(7), records: row.integer(8)),
            greatest: counted?.integer(0) ?? 0,
            duplicates: counted?.integer(1) ?? 0,
            counted: Usage(bytes: (counted?.integer(3) ?? 0) + assets, records: counted?.integer(2) ?? 0),
            isDeleted: row.boolean(9)
        )
    }

    /// The times that every record has stand in every index once for each record.
    private static func judgeIndexes(
        _ zone: PostgreSQLRow,
        into report: inout StoreReport,
        _ db: PostgreSQLTransaction
    ) throws {
        let sql = """
            SELECT t.record_type,
            (SELECT count(*) FROM record r WHERE r.account_id = $1 AND r.zone_id = $2
             AND r.record_type = t.record_type AND NOT r.is_deleted),
            (SELECT count(*) FROM entry e WHERE e.account_id = $1 AND e.zone_id = $2
             AND e.record_type = t.record_type AND e.field = $3)
            FROM type_index t WHERE t.account_id = $1 AND t.zone_id = $2
            """
        let field = WireSystemField.modifiedTimestamp.internalName
        let values: [PostgreSQLValue] = [.integer(zone.integer(0)), .integer(zone.integer(1)), .text(field)]
        for row in try db.query(sql, values).map({ $0 }) where row.integer(1) != row.integer(2) {
            let problem = "the index of \(row.text(0)) has \(row.integer(2)) records, there are \(row.integer(1))"
            report.add(problem, at: place(zone))
        }
    }
}
