import CloudKitWebServices

/// Answers kept so that a retry has one effect.
enum KeptRow {
    /// An answer to keep, or a mark in its place.
    struct New {
        let request: RequestKey
        let answer: StoredAnswer
        /// When it was given, in milliseconds since 1970.
        let given: Int64
    }

    /// An answer that is kept.
    struct Found {
        let digest: [UInt8]
        let answer: StoredAnswer
    }

    /// Gets the answers of the first time, once a lock keeps out other tries of the same requests.
    static func find(_ requests: [RequestKey], _ account: AccountID, in own: AccountTables) -> PostgreSQLCall {
        let sql = """
            SELECT request_id, digest, status, body FROM \(own.answer)
            WHERE account_id = $1 AND request_id = ANY ($2)
            """
        return PostgreSQLCall(sql, [.integer(account.rawValue), .texts(requests.map(\.id))])
    }

    /// What that gave, by the requests' UUIDs.
    static func found(in rows: PostgreSQLRows?) -> [String: Found] {
        var found: [String: Found] = [:]
        for row in rows?.map({ $0 }) ?? [] {
            let answer = StoredAnswer(status: Int(row.integer(2)), body: row.bytes(3))
            found[row.text(0)] = Found(digest: row.bytes(1), answer: answer)
        }
        return found
    }

    /// The answer of the first time, once the lock is taken.
    ///
    /// - Throws: `BAD_REQUEST` if the same UUID named another request, `CONFLICT` if only a mark was kept.
    static func find(_ request: RequestKey?, _ account: AccountID, _ db: PostgreSQLTransaction) throws -> StoredAnswer?
    {
        guard let request else { return nil }
        let rows = try db.query([find([request], account, in: db.tables(of: account))]).first
        return try found(in: rows)[request.id].map { try request.answer(from: $0.answer, digest: $0.digest) }
    }

    /// Gets the bytes that an account has kept.
    static func usage(of account: AccountID, in own: AccountTables) -> PostgreSQLCall {
        let sql = "SELECT used_bytes FROM \(own.answerUsage) WHERE account_id = $1"
        return PostgreSQLCall(sql, [.integer(account.rawValue)])
    }

    /// What that gave.
    static func usage(in rows: PostgreSQLRows?) -> Int64 {
        rows?.first?.integer(0) ?? 0
    }

    /// Keeps an answer, or a mark in its place.
    ///
    /// - Throws: `THROTTLED` if there is no room for either.
    static func insert(
        _ answer: StoredAnswer,
        _ request: RequestKey?,
        _ account: AccountID,
        _ now: Int64,
        _ db: PostgreSQLTransaction
    ) throws {
        guard let request else { return }
        let used = usage(in: try db.query([usage(of: account, in: db.tables(of: account))]).first)
        insert([New(request: request, answer: try request.room.kept(of: answer, used: used), given: now)], account, db)
    }

    /// Keeps answers for which there is room.
    static func insert(_ new: [New], _ account: AccountID, _ db: PostgreSQLTransaction) {
        if new.isEmpty { return }
        let own = db.tables(of: account)
        let sql = """
            INSERT INTO \(own.answer) (account_id, request_id, digest, status, body, created_ms)
            SELECT $1, * FROM unnest($2::text[], $3::bytea[], $4::bigint[], $5::bytea[], $6::bigint[])
            """
        db.later(
            sql,
            [
                .integer(account.rawValue), .texts(new.map(\.request.id)), .byteStrings(new.map(\.request.digest)),
                .integers(new.map { Int64($0.answer.status) }), .byteStrings(new.map(\.answer.body)),
                .integers(new.map(\.given)),
            ]
        )
        let count = """
            INSERT INTO \(own.answerUsage) AS u (account_id, used_bytes) VALUES ($1, $2)
            ON CONFLICT (account_id) DO UPDATE SET used_bytes = u.used_bytes + excluded.used_bytes
            """
        db.later(count, [.integer(account.rawValue), .integer(new.reduce(0) { $0 + $1.answer.keptBytes })])
    }
}
