import Synchronization

/// The sign-ins that were asked for lately, so that not every request has to look its own up.
///
/// What ends a sign-in through this server forgets it here at once; where another process ended it, that shows when it is
/// looked up again. What is not there may come, so only what was found is kept.
final class SessionCache: Sendable {
    /// Sign-ins that are kept; when there are more, all are forgotten, which costs one look each.
    static let capacity = 10_000
    /// For how long a sign-in that was found is taken for good: within this time other servers refuse one that was ended.
    static let milliseconds: Int64 = 2_000

    private struct State {
        var entries: [[UInt8]: (session: Session, found: Int64)] = [:]
        /// Counts what was forgotten: a look that began before may have seen what has ended since.
        var endings = 0
    }

    private let state = Mutex(State())

    /// The sign-in of a hash, from here or, if need be, from a store.
    func session(
        _ hash: [UInt8],
        of account: AccountID,
        in store: any AccountStore,
        now: Int64
    ) async throws -> Session? {
        let (known, endings) = state.withLock { ($0.entries[hash], $0.endings) }
        // A clock that was put back makes nothing good for longer.
        if let known, known.session.account == account, 0..<Self.milliseconds ~= now - known.found {
            return known.session
        }
        let session = try await store.session(hash, of: account)
        state.withLock { state in
            if state.entries.count >= Self.capacity { state.entries.removeAll() }
            state.entries[hash] = session.flatMap { state.endings == endings ? ($0, now) : nil }
        }
        return session
    }

    /// Forgets all of them: some have ended, and that happens seldom.
    func forget() {
        state.withLock { state in
            state.entries.removeAll()
            state.endings += 1
        }
    }
}
