import Foundation

/// The time, and a number between 0 and 1 that nobody can foresee.
struct SyncMoment: Sendable {
    let now: Date
    let jitter: Double
}

/// How long an engine waits before it tries again by itself.
struct SyncPause: Sendable {
    /// Seconds that the engine waits at most, unless the service wants more.
    static let longest: TimeInterval = 5 * 60

    /// Seconds by which a clock may be coarse, or be set a little meanwhile.
    private static let coarseness: TimeInterval = 5

    /// Until when the service wants to be left alone.
    private var servicesWord: Date?

    /// Begins a pause after an error.
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
        var seconds = GrowingPause.seconds(after: failures, atMost: longest, chance: moment.jitter)
        servicesWord = nil
        if let wanted = error.retryAfterSeconds, wanted > 0 {
            servicesWord = moment.now + wanted
            // A little later, so that not all come back at once.
            seconds = max(seconds, wanted + GrowingPause.first * moment.jitter)
        }
        return seconds
    }

    /// Ends the pause.
    mutating func end() {
        servicesWord = nil
    }

    /// Whether the pause is the engine's own, and not, or no longer, the service's.
    func isOwn(at now: Date) -> Bool {
        servicesWord.map { $0 + Self.coarseness <= now } ?? true
    }
}
