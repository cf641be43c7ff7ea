/// What is kept of answers for retries must be what is counted of it, account by account.
enum KeptCount {
    /// Finds the accounts where it is not: their number, the bytes that are kept and those that are counted.
    static let sql = """
        SELECT a.account_id, a.bytes, coalesce(u.used_bytes, 0) FROM (
            SELECT account_id, CAST(sum(length(body) + \(AnswerRoom.rowBytes)) AS bigint) AS bytes
            FROM answer GROUP BY account_id
        ) a LEFT JOIN answer_usage u ON u.account_id = a.account_id WHERE coalesce(u.used_bytes, 0) <> a.bytes
        UNION ALL
        SELECT u.account_id, CAST(0 AS bigint), u.used_bytes FROM answer_usage u WHERE u.used_bytes <> 0
        AND NOT EXISTS (SELECT 1 FROM answer a WHERE a.account_id = u.account_id)
        """

    static func judge(account: Int64, kept: Int64, counted: Int64, into report: inout StoreReport) {
        report.add("\(counted) bytes of answers are counted, \(kept) are kept", at: "account \(account)")
    }
}
