import Synchronization

/// A bucket of tokens for each key: what is taken grows back with time.
///
/// Keys whose bucket is full are as good as unknown, so the table forgets them when it needs room.
final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var since: Int64
    }

    private let capacity: Double
    private let perSecond: Double
    private let entries: Int
    private let buckets = Mutex([Key: Bucket]())

    /// Buckets, all full.
    ///
    /// - Parameters:
    ///   - capacity: What a bucket holds.
    ///   - perSecond: What grows back in a second.
    ///   - entries: How many keys are remembered at a time.
    init(capacity: Double, perSecond: Double, entries: Int) {
        self.capacity = capacity
        self.perSecond = perSecond
        self.entries = entries
    }

    /// Takes a token, or says in how many seconds there will be one.
    func take(_ key: Key, now: Int64) -> Double? {
        buckets.withLock { buckets in
            var tokens = capacity
            if let bucket = buckets[key] { tokens = level(bucket, now) } else { makeRoom(&buckets, now) }
            let wait = tokens < 1 ? (1 - tokens) / perSecond : nil
            buckets[key] = Bucket(tokens: wait == nil ? tokens - 1 : tokens, since: now)
            return wait
        }
    }

    /// Puts a token back.
    func giveBack(_ key: Key) {
        buckets.withLock { buckets in
            guard let tokens = buckets[key]?.tokens else { return }
            buckets[key]?.tokens = min(capacity, tokens + 1)
        }
    }

    /// How many keys are remembered.
    var count: Int { buckets.withLock(\.count) }

    private func level(_ bucket: Bucket, _ now: Int64) -> Double {
        // A clock that went back must not take anything away.
        min(capacity, bucket.tokens + Double(max(0, now - bucket.since)) / 1_000 * perSecond)
    }

    /// When the table is full, the fuller half goes: those who asked for least lose least.
    private func makeRoom(_ buckets: inout [Key: Bucket], _ now: Int64) {
        guard buckets.count >= entries else { return }
        let levels = buckets.map { (key: $0.key, level: level($0.value, now)) }.sorted { $0.level > $1.level }
        for entry in levels.prefix(max(1, entries / 2)) { buckets[entry.key] = nil }
    }
}
