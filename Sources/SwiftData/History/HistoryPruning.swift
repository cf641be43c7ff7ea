import Foundation

/// How much history a store keeps.
///
/// An addition of this package: on Apple's systems the history grows until the app deletes it.
public struct HistoryLimits: Hashable, Sendable {
    /// Transactions older than this are deleted, in seconds.
    ///
    /// Thirty days unless said otherwise. Of the time between two transactions a day counts at most: a clock that jumps ahead
    /// makes nothing old.
    public var maximumAge: TimeInterval
    /// The number of rows of changes that are kept at most, the newest; consecutive inserts share one.
    ///
    /// A million unless said otherwise.
    public var maximumChanges: Int
    /// For how long a registered consumer holds its part of the history after it was last seen, in seconds.
    ///
    /// Ninety days unless said otherwise, counted as for ``maximumAge``: a consumer that was abandoned must not make the history grow for ever.
    public var consumerLifetime: TimeInterval

    /// Limits; what is left out has its usual value.
    public init(
        maximumAge: TimeInterval = HistoryLimits.usualMaximumAge,
        maximumChanges: Int = HistoryLimits.usualMaximumChanges,
        consumerLifetime: TimeInterval = HistoryLimits.usualConsumerLifetime
    ) {
        self.maximumAge = maximumAge
        self.maximumChanges = maximumChanges
        self.consumerLifetime = consumerLifetime
    }

    /// Thirty days.
    public static let usualMaximumAge: TimeInterval = 30 * 24 * 3600
    /// A million rows.
    public static let usualMaximumChanges = 1_000_000
    /// Ninety days.
    public static let usualConsumerLifetime: TimeInterval = 90 * 24 * 3600

    /// For how long, in seconds, a fetch of what came after a token holds that part of the history: a week.
    ///
    /// As for registered consumers, what is older than ``maximumAge`` stays as well.
    public static let readerLifetime: TimeInterval = 7 * 24 * 3600

    /// After how many transactions a save looks for history to delete.
    static let pruneInterval: Int64 = 1024
    /// How many transactions are deleted at once at most, so that no save waits long.
    static let pruneBatch: Int64 = 20_000
}

extension HistoryLog {
    /// Whether a save that ends with this transaction should prune.
    static func isPruneDue(after transaction: Int64) -> Bool {
        transaction % HistoryLimits.pruneInterval == 0
    }

    /// Deletes the oldest transactions beyond the limits, never one that a live consumer has not read.
    ///
    /// - Returns: The number of deleted transactions.
    @discardableResult
    func prune(now: Date, limits: HistoryLimits = HistoryLimits()) throws -> Int64 {
        guard try isPresent(),
            let first = try HistorySQL.firstTransaction(connection)
        else { return 0 }
        let last = try HistorySQL.lastTransaction(connection)
        let wanted = max(
            try lastBeyondAge(now: now, limits),
            try lastBeyondCount(limits)
        )
        let held = min(try heldByConsumers(now: now, limits) ?? last, try heldByReaders(now: now) ?? last)
        let end = min(wanted, held, first + HistoryLimits.pruneBatch - 1)
        guard end >= first else { return 0 }
        try delete(transactions: first...end)
        return end - first + 1
    }

    /// The last transaction that is older than the limit, looking from the oldest on.
    private func lastBeyondAge(now: Date, _ limits: HistoryLimits) throws -> Int64 {
        let cutoff = now.timeIntervalSinceReferenceDate - limits.maximumAge
        let statement = try RawStatement(
            connection,
            """
            SELECT \(HistorySQL.transactionNumber), timestamp FROM _history
            WHERE \(HistorySQL.isFirstOfTransaction) ORDER BY id LIMIT \(HistoryLimits.pruneBatch)
            """
        )
        var last: Int64 = 0
        while try statement.step(), statement.double(1) < cutoff { last = statement.integer(0) }
        guard last > 0 else { return 0 }
        return min(last, try lastTransaction(olderThan: limits.maximumAge, now: now)?.number ?? 0)
    }

    /// The last transaction that has to go so that no more changes are left than the limit.
    private func lastBeyondCount(_ limits: HistoryLimits) throws -> Int64 {
        let count = try RawStatement.integer("SELECT count(*) FROM _history", on: connection) ?? 0
        let excess = count - Int64(limits.maximumChanges)
        guard excess > 0 else { return 0 }
        let change = try RawStatement.integer(
            "SELECT id FROM _history ORDER BY id LIMIT 1 OFFSET ?",
            [.integer(excess - 1)],
            on: connection
        )
        return (change ?? 0) >> HistorySQL.positionBits
    }

    /// Up to where every live consumer has read; nil where there is none.
    private func heldByConsumers(now: Date, _ limits: HistoryLimits) throws -> Int64? {
        var cutoff = now.timeIntervalSinceReferenceDate - limits.consumerLifetime
        let silent = "SELECT count(*) FROM _history_consumer WHERE seen < ?"
        if try RawStatement.integer(silent, [.real(cutoff)], on: connection) ?? 0 > 0 {
            cutoff = try certainLapse(after: limits.consumerLifetime, now: now)
        }
        return try RawStatement.integer(
            "SELECT min(token) FROM _history_consumer WHERE seen >= ?",
            [.real(cutoff)],
            on: connection
        )
    }

    /// Whoever was last heard of before this has lapsed; in seconds since the reference date.
    ///
    /// The clock says so, and a transaction after that is known to be older: the clock alone makes nobody old.
    func certainLapse(after lifetime: TimeInterval, now: Date) throws -> TimeInterval {
        let lapsed = try lastTransaction(olderThan: lifetime, now: now)?.date
        return min(now.timeIntervalSinceReferenceDate - lifetime, lapsed?.nextUp ?? -.greatestFiniteMagnitude)
    }

    // MARK: Consumers

    /// Notes up to where a consumer has read; 0 for one that has read nothing.
    func registerConsumer(_ name: String, at token: DefaultHistoryToken?, now: Date) throws {
        try RawStatement.execute(HistorySQL.creation, on: connection)
        try RawStatement.run(
            "INSERT OR REPLACE INTO _history_consumer(name, token, seen) VALUES(?, ?, ?)",
            [
                .text(Self.row(of: name)), .integer(token?.transaction(in: storeIdentifier) ?? 0),
                .real(now.timeIntervalSinceReferenceDate),
            ],
            on: connection
        )
    }

    /// Forgets a consumer; one that is not registered is no error.
    func unregisterConsumer(_ name: String) throws {
        guard try isPresent() else { return }
        try RawStatement.run(
            "DELETE FROM _history_consumer WHERE name = ?",
            [.text(Self.row(of: name))],
            on: connection
        )
    }

    /// The name of a consumer in its table, where the empty one is taken.
    private static func row(of name: String) -> String { name == HistorySQL.lastDeleted ? "(unnamed)" : name }
}
