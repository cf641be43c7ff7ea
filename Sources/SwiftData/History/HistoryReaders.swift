import Foundation

/// Where those stand who read the history with a token and give no name.
///
/// A fetch tells from where somebody reads on, and not who it is. So the lowest token of each day is kept: whoever
/// comes again within ``HistoryLimits/readerLifetime`` finds all that came after the token of the last time.
extension HistoryLog {
    /// Whether a fetch of what came after a transaction has something to note: the first one of a day, or one from
    /// further back.
    func isReaderNews(after transaction: Int64, now: Date) throws -> Bool {
        guard try isPresent() else { return false }
        let tables = "SELECT count(*) FROM sqlite_master WHERE name = '_history_reader'"
        guard try RawStatement.integer(tables, on: connection) == 1 else { return true }
        let noted = try RawStatement.integer(
            "SELECT token FROM _history_reader WHERE day = ?",
            [.integer(Self.day(of: now))],
            on: connection
        )
        return noted.map { transaction < $0 } ?? true
    }

    /// Notes that somebody reads on after a transaction.
    func recordReader(after transaction: Int64, now: Date) throws {
        try RawStatement.execute(HistorySQL.creation, on: connection)
        try RawStatement.run(
            """
            INSERT INTO _history_reader(day, token) VALUES(?, ?)
            ON CONFLICT(day) DO UPDATE SET token = min(token, excluded.token)
            """,
            [.integer(Self.day(of: now)), .integer(transaction)],
            on: connection
        )
    }

    /// Up to where every reader without a name has read that came lately; nil where there is none.
    func heldByReaders(now: Date) throws -> Int64? {
        let lifetime = HistoryLimits.readerLifetime
        let first = Self.day(of: now.addingTimeInterval(-lifetime))
        let silent = "SELECT count(*) FROM _history_reader WHERE day < ?"
        if try RawStatement.integer(silent, [.integer(first)], on: connection) ?? 0 > 0 {
            let cutoff = (try certainLapse(after: lifetime, now: now) / Self.daySeconds).rounded(.down)
            try RawStatement.run("DELETE FROM _history_reader WHERE day < ?", [.real(cutoff)], on: connection)
        }
        return try RawStatement.integer("SELECT min(token) FROM _history_reader", on: connection)
    }

    private static let daySeconds: TimeInterval = 86_400

    private static func day(of date: Date) -> Int64 {
        Int64((date.timeIntervalSinceReferenceDate / daySeconds).rounded(.down))
    }
}
