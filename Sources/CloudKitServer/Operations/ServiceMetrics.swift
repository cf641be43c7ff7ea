import Metrics

/// What the service counts.
public struct ServiceMetrics: Sendable {
    /// What each metric says.
    public static let help = [
        "cloudkit_requests_total": "Requests answered, by endpoint and HTTP status.",
        "cloudkit_request_seconds": "Seconds from a request's head to its answer, without those that wait for notices.",
        "cloudkit_commits_total": "Requests whose changes were committed.",
        "cloudkit_conflicts_total": "Changes refused because the record had changed or existed already.",
        "cloudkit_expired_tokens_total": "Tokens that were too old: of the feed, or of a sign-in.",
        "cloudkit_throttled_total": "Requests refused because their sender asks too often.",
        "cloudkit_parked_couriers": "Devices that wait for a notice.",
        "cloudkit_queue_length": "Writes that wait for their turn.",
    ]

    /// Which tokens.
    enum Token: String {
        case sync
        case web
    }

    private let factory: any MetricsFactory
    private let commits: Counter
    private let conflicts: Counter
    private let throttled: Counter
    private let parked: Meter
    private let queue: Meter
    /// What `/metrics` shows; nil where somebody else collects.
    let recorder: PrometheusRecorder?

    /// Counts in a recorder of its own, which `/metrics` shows.
    public init(_ recorder: PrometheusRecorder = PrometheusRecorder()) {
        self.init(factory: recorder, recorder: recorder)
    }

    /// Counts wherever the process collects; `/metrics` has nothing to show then.
    public init(factory: any MetricsFactory) {
        self.init(factory: factory, recorder: nil)
    }

    private init(factory: any MetricsFactory, recorder: PrometheusRecorder?) {
        self.factory = factory
        self.recorder = recorder
        commits = Counter(label: "cloudkit_commits_total", factory: factory)
        conflicts = Counter(label: "cloudkit_conflicts_total", factory: factory)
        throttled = Counter(label: "cloudkit_throttled_total", factory: factory)
        parked = Meter(label: "cloudkit_parked_couriers", factory: factory)
        queue = Meter(label: "cloudkit_queue_length", factory: factory)
    }

    func answered(_ endpoint: String, status: Int, nanoseconds: Int64?) {
        let labels = [("endpoint", endpoint), ("status", String(status))]
        Counter(label: "cloudkit_requests_total", dimensions: labels, factory: factory).increment()
        guard let nanoseconds else { return }
        Timer(label: "cloudkit_request_seconds", dimensions: [("endpoint", endpoint)], factory: factory)
            .recordNanoseconds(nanoseconds)
    }

    func committed(conflicts count: Int = 0) {
        commits.increment()
        if count > 0 { conflicts.increment(by: count) }
    }

    func refused(conflicts count: Int) {
        if count > 0 { conflicts.increment(by: count) }
    }

    func expired(_ token: Token) {
        Counter(label: "cloudkit_expired_tokens_total", dimensions: [("token", token.rawValue)], factory: factory)
            .increment()
    }

    func throttle() {
        throttled.increment()
    }

    /// Notes what is true at the moment.
    func observe(parked count: Int, queue length: Int) {
        parked.set(count)
        queue.set(length)
    }
}
