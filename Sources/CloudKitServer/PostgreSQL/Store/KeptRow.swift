import CloudKitWebServices

/// Answers kept so that a retry has one effect.
enum KeptRow {
    /// Gets the answer of the first time, once a lock keeps out another try of the same request.
    static func find(_ request: RequestKey, _ account: AccountID) -> PostgreSQLCall {
        let sql = "SELECT digest, status, body FROM answer WHERE account_id = $1 AND request_id = $2"
        return PostgreSQLCall(sql, [.integer(account.rawValue), .text(request.id)])
    }

    /// The answer of the first time, once the lock is taken.
    static func find(_ request: RequestKey?, _ account: AccountID, _ db: PostgreSQLTransaction) throws -> StoredAnswer?
    {
        try request.flatMap { try answer(in: db.query([find($0, account)]).first, $0) }
    }

    /// What that gave.
    ///
    /// - Throws: `BAD_REQUEST` if the same UUID named another request, `CONFLICT` if only a mark was kept.
    static func answer(in rows: PostgreSQLRows?, _ request: RequestKey) throws -> StoredAnswer? {
        guard let row = rows?.first else { return nil }
        let kept = StoredAnswer(status: Int(row.integer(1)), body: row.bytes(2))
        return try request.answer(from: kept, digest: row.bytes(0))
    }

    /// Gets the bytes that an account has kept.
    static func usage(of account: AccountID) -> PostgreSQLCall {
        PostgreSQLCall("SELECT used_bytes FROM answer_usage WHERE account_id = $1", [.integer(account.rawValue)])
    }

    /// What that gave.
    static func usage(in rows: PostgreSQLRows?) -> Int64 {
        rows?.first?.integer(0) ?? 0
    }

    /// Keeps an answer, or a mark in its place.
    ///
    /// - Throws: `THROTTLED` if there is no room for either.
    static func keep(
        _ answer: StoredAnswer,
        _ request: RequestKey?,
        _ account: AccountID,
        _ now: Int64,
        _ db: PostgreSQLTransaction
    ) throws {
        guard request != nil else { return }
        let used = usage(in: try db.query([usage(of: account)]).first)
        try keep(answer, request, account, used: used, now, db)
    }

    /// Keeps an answer, or a mark in its place, where the bytes kept so far are known.
    ///
    /// - Throws: `THROTTLED` if there is no room for either.
    static func keep(
        _ answer: StoredAnswer,
        _ request: RequestKey?,
        _ account: AccountID,
        used: Int64,
        _ now: Int64,
        _ db: PostgreSQLTransaction
    ) throws {
        guard let request else { return }
        let kept = try request.room.kept(of: answer, used: used)
        let sql = """
            INSERT INTO answer (account_id, request_id, digest, status, body, created_ms)
            VALUES ($1, $2, $3, $4, $5, $6)
            """
        db.later(
            sql,
            [
                .integer(account.rawValue), .text(request.id), .bytes(request.digest),
                .integer(Int64(kept.status)), .bytes(kept.body), .integer(now),
            ]
        )
        let count = """
            INSERT INTO answer_usage AS u (account_id, used_bytes) VALUES ($1, $2)
            ON CONFLICT (account_id) DO UPDATE SET used_bytes = u.used_bytes + excluded.used_bytes
            """
        db.later(count, [.integer(account.rawValue), .integer(kept.keptBytes)])
    }
}
