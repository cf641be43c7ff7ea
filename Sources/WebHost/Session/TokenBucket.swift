/// So many a second, some at once; more have to wait.
struct TokenBucket: Sendable {
    private let perSecond: Double
    private let burst: Double
    private var tokens: Double
    private var last: Duration

    init(perSecond: Int, burst: Int, now: Duration) {
        self.perSecond = Double(perSecond)
        self.burst = Double(burst)
        tokens = Double(burst)
        last = now
    }

    /// Takes one.
    ///
    /// - Returns: How long to wait before using it; nil if not at all.
    mutating func take(at now: Duration) -> Duration? {
        tokens = min(burst, tokens + (now - last) / .seconds(1) * perSecond)
        last = now
        tokens -= 1
        return tokens >= 0 ? nil : .seconds(-tokens / perSecond)
    }
}
