import Synchronization

/// The API tokens that were asked for lately, so that not every request has to look its token up.
///
/// A token is never changed and never taken back, so what is here stays true. What is not here may have been made since,
/// by another process, so only what was found is kept.
final class APITokenCache: Sendable {
    /// Tokens that are kept; when there are more, all are forgotten, which costs one look each.
    static let capacity = 1_000

    private let tokens = Mutex([[UInt8]: APIToken]())

    /// The token of a hash, from here or, if need be, from a store.
    func token(_ hash: [UInt8], in store: any AccountStore) async throws -> APIToken? {
        if let known = tokens.withLock({ $0[hash] }) { return known }
        guard let found = try await store.apiToken(hash) else { return nil }
        tokens.withLock { tokens in
            if tokens.count >= Self.capacity { tokens.removeAll() }
            tokens[hash] = found
        }
        return found
    }
}
