import Foundation

/// The time, and a number between 0 and 1 that nobody can foresee.
struct SyncMoment: Sendable {
    /// What the wall clock says: for people, and never to measure by.
    let now: Date
    /// Seconds by a clock that nobody sets.
    let uptime: TimeInterval
    let jitter: Double
    /// Seconds for which the service wants no requests, as any request of the container was told; 0 where it wants them.
    var retryAfter: TimeInterval = 0
}

/// How long an engine waits before it tries again by itself.
struct SyncPause: Sendable {
    /// Seconds that the engine waits at most, unless the service wants more.
    static let longest: TimeInterval = 5 * 60

    /// The uptime until which the service wants to be left alone.
    private var deadline: TimeInterval?

    /// Begins a pause after an error.
    ///
    /// The service's last word counts; one that it asked for is not made shorter by what fails without such a word.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - failures: Attempts in a row that came to nothing, this one among them.
    ///   - longest: Seconds that it is at most, unless the service wants more.
    ///   - moment: Now.
    /// - Returns: Its seconds: twice as many as the last time, half of them by chance, and never fewer than the service
    ///   asks for.
    mutating func begin(
        after error: CKError,
        failures: Int,
        atMost longest: TimeInterval = SyncPause.longest,
        at moment: SyncMoment
    ) -> TimeInterval {
        let own = GrowingPause.seconds(after: failures, atMost: longest, chance: moment.jitter)
        let left = deadline.map { $0 - moment.uptime } ?? 0
        let wanted = max(moment.retryAfter, error.retryAfterSeconds ?? left)
        guard wanted > 0 else {
            deadline = nil
            return own
        }
        deadline = moment.uptime + wanted
        // A little later, so that not all come back at once.
        return max(own, wanted + GrowingPause.first * moment.jitter)
    }

    /// Ends the pause.
    mutating func end() {
        deadline = nil
    }

    /// Whether the pause is the engine's own, and not, or no longer, the service's.
    func isOwn(at moment: SyncMoment) -> Bool {
        moment.retryAfter <= 0 && deadline.map { $0 <= moment.uptime } ?? true
    }
}
