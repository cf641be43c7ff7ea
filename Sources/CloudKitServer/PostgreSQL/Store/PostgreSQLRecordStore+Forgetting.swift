import CloudKitWebServices

extension PostgreSQLRecordStore {
    /// Accounts that one round of forgetting looks at; the next round goes on behind them.
    static let accountsPerRound = 1_000

    /// Removes answers to requests that are older, account by account.
    public func removeAnswers(before milliseconds: Int64, limit: Int) async throws -> Int {
        let accounts = try await nextAccounts(of: .answers)
        let old = """
            SELECT own.account FROM unnest($1::bigint[]) AS own (account) WHERE EXISTS
            (SELECT 1 FROM answer a WHERE a.account_id = own.account AND a.created_ms < $2)
            """
        let owners = try await database.reader.run(.single) { db in
            try db.query(old, [.integers(accounts), .integer(milliseconds)]).map { $0.integer(0) }
        }
        var forgotten = 0
        for owner in owners where forgotten < limit {
            let sql = """
                WITH gone AS (
                    DELETE FROM answer USING (
                        SELECT request_id FROM answer WHERE account_id = $1 AND created_ms < $2
                        ORDER BY created_ms LIMIT $3 FOR UPDATE SKIP LOCKED
                    ) old WHERE answer.account_id = $1 AND answer.request_id = old.request_id
                    RETURNING octet_length(answer.body) + $4 AS bytes
                ), counted AS (
                    UPDATE answer_usage SET used_bytes =
                    greatest(0, used_bytes - (SELECT coalesce(sum(bytes), 0)::bigint FROM gone)) WHERE account_id = $1
                )
                SELECT count(*) FROM gone
                """
            let values: [PostgreSQLValue] = [
                .integer(owner), .integer(milliseconds), .integer(Int64(limit - forgotten)),
                .integer(AnswerRoom.rowBytes),
            ]
            forgotten += try await database.writer.run(.write) { db in
                Int(try db.query(sql, values).first?.integer(0) ?? 0)
            }
        }
        if forgotten >= limit { rounds.again(.answers) }
        return forgotten
    }

    /// Takes tombstones of deletions that are older out of the feed, zone by zone.
    public func pruneTombstones(before milliseconds: Int64, limit: Int) async throws -> Int {
        let accounts = try await nextAccounts(of: .tombstones)
        let sql = """
            SELECT r.account_id, r.zone_id, r.record_name, r.seq FROM unnest($1::bigint[]) AS own (account)
            CROSS JOIN LATERAL (
                SELECT account_id, zone_id, record_name, seq FROM record
                WHERE account_id = own.account AND is_deleted AND modified_ms < $2 ORDER BY modified_ms LIMIT $3
            ) r LIMIT $3
            """
        struct Tombstone {
            let account: Int64
            let zone: Int64
            let name: String
            let sequence: Int64
        }
        let values: [PostgreSQLValue] = [.integers(accounts), .integer(milliseconds), .integer(Int64(limit))]
        let found = try await database.reader.run(.single) { db in
            try db.query(sql, values).map { row in
                Tombstone(
                    account: row.integer(0),
                    zone: row.integer(1),
                    name: row.text(2),
                    sequence: row.integer(3)
                )
            }
        }
        for (place, tombstones) in Dictionary(grouping: found, by: { [$0.account, $0.zone] }) {
            let names = tombstones.map { ($0.name, $0.sequence) }
            try await database.writer.run(.write) { db in
                try Self.bury(names, account: place[0], zone: place[1], db)
            }
        }
        if found.count >= limit { rounds.again(.tombstones) }
        return found.count
    }

    /// The accounts that a round looks at; where there are few, these are all of them.
    private func nextAccounts(of task: ForgettingRounds.Task) async throws -> [Int64] {
        let after = rounds.place(of: task)
        let sql = """
            SELECT DISTINCT account_id FROM database WHERE account_id > $1 ORDER BY account_id LIMIT $2
            """
        let values: [PostgreSQLValue] = [.integer(after), .integer(Int64(Self.accountsPerRound))]
        let accounts = try await database.reader.run(.single) { db in try db.query(sql, values).map { $0.integer(0) } }
        rounds.went(to: accounts.count == Self.accountsPerRound ? accounts.last : nil, from: after, task)
        return accounts
    }

    private static func bury(
        _ tombstones: [(name: String, sequence: Int64)],
        account: Int64,
        zone: Int64,
        _ db: PostgreSQLTransaction
    ) throws {
        let lock = """
            SELECT 1 FROM database d WHERE d.account_id = $1 AND d.database_id =
            (SELECT database_id FROM zone WHERE account_id = $1 AND zone_id = $2) FOR UPDATE
            """
        _ = try db.query(lock, [.integer(account), .integer(zone)])
        // One that was brought back to life before the lock has another number now, and stays. Of a record that was deleted
        // more than once the last deletion counts.
        let bury = """
            WITH gone AS (
                DELETE FROM record WHERE account_id = $1 AND zone_id = $2 AND is_deleted
                AND (record_name, seq) IN (SELECT * FROM unnest($3::text[], $4::bigint[])) RETURNING record_name, deletion
            )
            INSERT INTO graveyard (account_id, zone_id, record_name, deletion)
            SELECT $1, $2, record_name, deletion FROM gone
            ON CONFLICT (account_id, zone_id, record_name) DO UPDATE SET deletion = excluded.deletion
            """
        db.later(
            bury,
            [
                .integer(account), .integer(zone), .texts(tombstones.map(\.name)),
                .integers(tombstones.map(\.sequence)),
            ]
        )
        let raise = """
            UPDATE zone SET pruned_below = greatest(pruned_below, $3) WHERE account_id = $1 AND zone_id = $2
            """
        let last = tombstones.map(\.sequence).max() ?? 0
        db.later(raise, [.integer(account), .integer(zone), .integer(last)])
    }
}
