/// The API tokens that were asked for lately.
///
/// A token is never changed, but it may be taken away.
struct APITokenCache: Sendable {
    /// Tokens that are kept.
    static let capacity = 1_000
    /// For how long a token that was found is taken for good: within this time servers refuse one that was revoked.
    static let milliseconds: Int64 = 10_000

    private let found = FoundCache<APIToken>(capacity: capacity, milliseconds: milliseconds)

    /// The token of a hash, from here or, if need be, from a store.
    func token(_ hash: [UInt8], in store: any AccountStore, now: Int64) async throws -> APIToken? {
        try await found.value(hash, now: now) { try await store.apiToken(hash) }
    }
}
