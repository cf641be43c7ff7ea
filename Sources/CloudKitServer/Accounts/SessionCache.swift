/// The sign-ins that were asked for lately.
///
/// What ends a sign-in through this server forgets it here at once; where another process ended it, that shows when it is
/// looked up again.
struct SessionCache: Sendable {
    /// Sign-ins that are kept.
    static let capacity = 10_000
    /// For how long a sign-in that was found is taken for good: within this time other servers refuse one that was ended.
    static let milliseconds: Int64 = 2_000

    private let found = FoundCache<Session>(capacity: capacity, milliseconds: milliseconds)

    /// The sign-in of a hash, from here or, if need be, from a store.
    func session(
        _ hash: [UInt8],
        of account: AccountID,
        in store: any AccountStore,
        now: Int64
    ) async throws -> Session? {
        let session = try await found.value(hash, now: now) { try await store.session(hash, of: account) }
        return session?.account == account ? session : nil
    }

    /// Removes all of them.
    func removeAll() {
        found.removeAll()
    }
}
