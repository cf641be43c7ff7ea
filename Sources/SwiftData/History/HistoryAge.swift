import Foundation

/// How old a store's history is, whatever its clock says.
///
/// The dates of transactions are those of the device's clock, to which everything is old once it has jumped ahead. So the time
/// between two transactions counts for a day at most, and for as much the other way where the clock was set back: a jump makes
/// the history a day older, and one to and fro makes it no older. A store that is written to less than once a day keeps its
/// history for longer than its limit.
extension HistoryLog {
    /// Seconds for which the time between two transactions counts at most.
    private static let longestGap: TimeInterval = 24 * 3_600
    /// How many transactions are looked at, at equal distances: what lies between two of them counts for a day at most, too.
    private static let samples: Int64 = 1_024

    /// A transaction and its date, in seconds since the reference date.
    typealias DatedTransaction = (number: Int64, date: Double)

    /// The last transaction that is known to be older; nil where none is.
    ///
    /// - Parameters:
    ///   - seconds: The age.
    ///   - now: The time by the device's clock.
    /// - Returns: The transaction, and its date.
    /// - Throws: `StoreError`.
    func lastTransaction(olderThan seconds: TimeInterval, now: Date) throws -> DatedTransaction? {
        guard let first = try HistorySQL.firstTransaction(connection) else { return nil }
        let last = try HistorySQL.lastTransaction(connection)
        let step = max(1, (last - first) / Self.samples)
        let statement = try RawStatement(
            connection,
            """
            SELECT \(HistorySQL.transactionNumber), timestamp FROM _history
            WHERE id >= ? AND \(HistorySQL.isFirstOfTransaction) ORDER BY id LIMIT 1
            """
        )
        var (age, later) = (0.0, now.timeIntervalSinceReferenceDate)
        for number in stride(from: last, through: first, by: -Int(step)) {
            statement.reset()
            statement.bind(.integer(number << HistorySQL.positionBits), at: 1)
            guard try statement.step() else { continue }
            let found = (number: statement.integer(0), date: statement.double(1))
            age += min(max(later - found.date, -Self.longestGap), Self.longestGap)
            later = found.date
            if age > seconds { return found }
        }
        return nil
    }
}
