/// Decides when transactions of a store begin, and hears what they have changed.
///
/// A server has none, and each transaction begins as soon as it can. A simulation lets requests interleave: whatever a request
/// does in two transactions, others may come in between.
package protocol TransactionGate: Sendable {
    /// Runs a transaction, which ends when it has been committed or rolled back, now or later.
    ///
    /// - Parameters:
    ///   - changes: What a transaction with this result has changed, in the order in which it did.
    ///   - transaction: The transaction.
    /// - Returns: What the transaction returns.
    /// - Throws: What the transaction throws; `CancellationError` instead of running it.
    func run<Value: Sendable>(
        changes: @escaping @Sendable (Value) -> [CommittedChange],
        _ transaction: @escaping @Sendable () async throws -> Value
    ) async throws -> Value
}

/// What a committed transaction has done for a request that changes records.
package struct CommittedChange: Sendable {
    /// The request that asked for it.
    package let request: RequestKey?
    /// What became of it; of a retry that of the first time.
    package let outcome: ModifyOutcome

    /// What a transaction has changed that is for no such request.
    @Sendable static func none<Value>(_ result: Value) -> [CommittedChange] { [] }
}
