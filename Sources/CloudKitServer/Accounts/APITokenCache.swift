import Synchronization

/// The API tokens that were asked for lately, so that not every request has to look its token up.
///
/// A token is never changed, but it may be taken away, by another process too: so what was found is looked up again after
/// a while. What is not there may have been made since, so only what was found is kept.
final class APITokenCache: Sendable {
    /// Tokens that are kept; when there are more, all are forgotten, which costs one look each.
    static let capacity = 1_000
    /// For how long a token that was found is taken for good: within this time servers refuse one that was revoked.
    static let milliseconds: Int64 = 10_000

    private struct Entry {
        let token: APIToken
        let found: Int64
    }

    private let entries = Mutex([[UInt8]: Entry]())

    /// The token of a hash, from here or, if need be, from a store.
    func token(_ hash: [UInt8], in store: any AccountStore, now: Int64) async throws -> APIToken? {
        let known = entries.withLock { $0[hash] }
        // A clock that was put back makes nothing good for longer.
        if let known, 0..<Self.milliseconds ~= now - known.found { return known.token }
        guard let token = try await store.apiToken(hash) else {
            entries.withLock { $0[hash] = nil }
            return nil
        }
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll() }
            entries[hash] = Entry(token: token, found: now)
        }
        return token
    }
}
