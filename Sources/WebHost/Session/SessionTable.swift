/// Which sessions there are, and which must go: bounds and times, without clock or scene.
struct SessionTable: Sendable {
    struct Limits: Sendable, Equatable {
        /// Pages at a time.
        var sessions = 32
        /// How long a page is kept that never opened a connection.
        var unconnected: Duration = .seconds(30)
        /// How long a page is kept after its last connection.
        var disconnected: Duration = .seconds(300)
    }

    private struct Entry: Sendable {
        var isConnected = false
        var wasConnected = false
        var lastChange: Duration
    }

    let limits: Limits
    private var entries: [String: Entry] = [:]

    init(limits: Limits) {
        self.limits = limits
    }

    var count: Int { entries.count }

    /// Makes room for a further session.
    ///
    /// - Returns: Whether there is room, and who had to go for it: the one that has been without a page for the longest.
    mutating func add(_ identifier: String, at now: Duration) -> (isAdded: Bool, evicted: [String]) {
        var evicted: [String] = []
        while entries.count >= limits.sessions {
            let idle = entries.filter { !$0.value.isConnected }
            guard let oldest = idle.min(by: { ($0.value.lastChange, $0.key) < ($1.value.lastChange, $1.key) }) else {
                return (false, evicted)
            }
            entries[oldest.key] = nil
            evicted.append(oldest.key)
        }
        entries[identifier] = Entry(lastChange: now)
        return (true, evicted)
    }

    mutating func connected(_ identifier: String, at now: Duration) {
        entries[identifier]?.isConnected = true
        entries[identifier]?.wasConnected = true
        entries[identifier]?.lastChange = now
    }

    mutating func disconnected(_ identifier: String, at now: Duration) {
        entries[identifier]?.isConnected = false
        entries[identifier]?.lastChange = now
    }

    mutating func remove(_ identifier: String) {
        entries[identifier] = nil
    }

    /// Takes out those whose time is over.
    mutating func expire(at now: Duration) -> [String] {
        let over = entries.filter { deadline(of: $0.value).map { $0 <= now } ?? false }.keys.sorted()
        for identifier in over { entries[identifier] = nil }
        return over
    }

    /// When `expire` will next have something to do.
    var nextExpiry: Duration? { entries.values.compactMap(deadline(of:)).min() }

    private func deadline(of entry: Entry) -> Duration? {
        if entry.isConnected { return nil }
        return entry.lastChange + (entry.wasConnected ? limits.disconnected : limits.unconnected)
    }
}
