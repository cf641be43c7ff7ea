/// Decides when transactions of a store begin, and hears what they have changed.
///
/// A server has none, and each transaction begins as soon as it can. A simulation lets requests interleave: whatever a request
/// does in two transactions, others may come in between.
package protocol TransactionGate: Sendable {
    /// Runs a transaction, which ends when it has been committed or rolled back, now or later.
    ///
    /// - Returns: What the transaction returns.
    /// - Throws: What the transaction throws; `CancellationError` instead of running it.
    func run<Value: Sendable>(
        _ transaction: @escaping @Sendable () async throws -> Value
    ) async throws -> Value

    /// Hears that a transaction which a request asked for is committed, before another one begins; of a retry the outcome is that of
    /// the first time.
    func committed(_ request: RequestKey?, _ outcome: ModifyOutcome)
}
