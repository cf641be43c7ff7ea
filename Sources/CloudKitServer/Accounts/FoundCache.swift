import Synchronization

/// What was looked up by a hash lately, so that not every request has to look again.
///
/// What was found may be taken away, by another process too: so it is looked up again after a while. What is not there may
/// have been made since, so only what was found is kept.
final class FoundCache<Value: Sendable>: Sendable {
    private struct State {
        var entries: [[UInt8]: (value: Value, found: Int64)] = [:]
        /// Counts what was forgotten: a look that began before may have seen what has ended since.
        var endings = 0
    }

    private let capacity: Int
    private let milliseconds: Int64
    private let state = Mutex(State())

    /// An empty one.
    ///
    /// - Parameters:
    ///   - capacity: What it keeps; when there is more, all is forgotten, which costs one look each.
    ///   - milliseconds: For how long what was found is taken for good.
    init(capacity: Int, milliseconds: Int64) {
        self.capacity = capacity
        self.milliseconds = milliseconds
    }

    /// The value of a hash, from here or, if need be, by looking.
    func value(_ hash: [UInt8], now: Int64, look: () async throws -> Value?) async throws -> Value? {
        let (known, endings) = state.withLock { ($0.entries[hash], $0.endings) }
        // A clock that was put back makes nothing good for longer.
        if let known, 0..<milliseconds ~= now - known.found { return known.value }
        let value = try await look()
        state.withLock { state in
            if value != nil, state.entries.count >= capacity { state.entries.removeAll() }
            state.entries[hash] = state.endings == endings ? value.map { ($0, now) } : nil
        }
        return value
    }

    /// Removes everything: some of it has ended, and that happens seldom.
    func removeAll() {
        state.withLock { state in
            state.entries.removeAll()
            state.endings += 1
        }
    }
}
