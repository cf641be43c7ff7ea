import CloudKitWebServices

/// How often one account, one server's key or, where nobody is signed in, one address may ask.
public struct RateLimit: Hashable, Sendable {
    /// Requests in a second, in the long run.
    public var requestsPerSecond: Double
    /// Requests at once, after a rest.
    public var burst: Int

    /// A limit.
    public init(requestsPerSecond: Double, burst: Int) {
        self.requestsPerSecond = requestsPerSecond
        self.burst = burst
    }
}

/// Counts requests against the limit.
///
/// Waiting for notices is not counted: it costs nothing.
struct RateLimits: Sendable {
    /// Callers that are remembered.
    static let entries = 50_000

    /// Whom requests are counted for.
    enum Payer: Hashable, Sendable {
        case account(AccountID)
        case key(String)
        case address(String)
    }

    private let buckets: TokenBuckets<Payer>?

    init(_ limit: RateLimit?) {
        buckets = limit.map {
            TokenBuckets(
                capacity: Double(max(1, $0.burst)),
                perSecond: max(0.001, $0.requestsPerSecond),
                entries: Self.entries
            )
        }
    }

    /// Counts a request.
    ///
    /// - Throws: `THROTTLED`, with the seconds after which it is worth trying again.
    func count(_ payer: Payer, now: Int64) throws(ServiceFault) {
        guard let wait = buckets?.take(payer, now: now) else { return }
        let error = WireError(.throttled, reason: "too many requests", retryAfter: (wait * 1_000).rounded(.up) / 1_000)
        throw ServiceFault(error)
    }
}
