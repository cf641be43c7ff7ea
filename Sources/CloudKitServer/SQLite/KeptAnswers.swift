import CloudKitWebServices
import Foundation
import GRDB

/// Answers kept so that a retry has one effect.
enum KeptAnswers {
    /// The answer of the first time.
    ///
    /// - Throws: `BAD_REQUEST` if the same UUID named another request, `CONFLICT` if only a mark was kept.
    static func find(_ request: RequestKey?, _ account: AccountID, _ db: Database) throws -> StoredAnswer? {
        guard let request else { return nil }
        let sql = "SELECT digest, status, body FROM answer WHERE account_id = ? AND request_id = ?"
        let arguments: StatementArguments = [account.rawValue, request.id]
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) else { return nil }
        let (digest, body): (Data, Data) = (row[0], row[2])
        return try request.answer(from: StoredAnswer(status: row[1], body: Array(body)), digest: Array(digest))
    }

    /// Keeps an answer, or a mark in its place.
    ///
    /// - Throws: `THROTTLED` if there is no room for either.
    static func insert(
        _ answer: StoredAnswer,
        _ request: RequestKey?,
        _ account: AccountID,
        _ now: Int64,
        _ db: Database
    ) throws {
        guard let request else { return }
        let usage = "SELECT used_bytes FROM answer_usage WHERE account_id = ?"
        let used = try Int64.fetchOne(db.cachedStatement(sql: usage), arguments: [account.rawValue]) ?? 0
        let kept = try request.room.kept(of: answer, used: used)
        let sql = """
            INSERT INTO answer (account_id, request_id, digest, status, body, created_ms) VALUES (?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            account.rawValue, request.id, Data(request.digest), kept.status, Data(kept.body), now,
        ])
        let count = """
            INSERT INTO answer_usage (account_id, used_bytes) VALUES (?, ?)
            ON CONFLICT (account_id) DO UPDATE SET used_bytes = used_bytes + excluded.used_bytes
            """
        try db.cachedStatement(sql: count).execute(arguments: [account.rawValue, kept.keptBytes])
    }
}

extension SQLiteRecordStore {
    /// Removes answers to requests that are older.
    public func removeAnswers(before milliseconds: Int64, limit: Int) async throws -> Int {
        try await file.write { db in
            let sql = """
                DELETE FROM answer WHERE rowid IN (SELECT rowid FROM answer WHERE created_ms < ? LIMIT ?)
                RETURNING account_id, length(body)
                """
            var (count, freed) = (0, [Int64: Int64]())
            for row in try Row.fetchAll(db, sql: sql, arguments: [milliseconds, limit]) {
                let (account, bytes): (Int64, Int64) = (row[0], row[1])
                freed[account, default: 0] += bytes + AnswerRoom.rowBytes
                count += 1
            }
            for (account, bytes) in freed {
                let sql = "UPDATE answer_usage SET used_bytes = max(0, used_bytes - ?) WHERE account_id = ?"
                try db.cachedStatement(sql: sql).execute(arguments: [bytes, account])
            }
            try db.execute(sql: "DELETE FROM answer_usage WHERE used_bytes = 0")
            return count
        }
    }
}
