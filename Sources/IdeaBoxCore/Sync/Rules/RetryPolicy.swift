import Foundation

/// When a failed sync is tried again: after 1, 2 and 4 seconds, then not before the next trigger.
///
/// The service's own wish counts where it is longer, and a throttled one without a wish waits for a minute. Chance
/// makes each pause up to a fifth longer, so that devices that failed together do not come back together. Pauses are whole
/// tenths of a second, and from ten seconds on whole seconds: what is said of one is what it takes.
struct RetryPolicy: Equatable, Sendable {
    /// Seconds before each attempt.
    static let pauses: [TimeInterval] = [1, 2, 4]
    /// The part of a pause that chance adds at most.
    static let jitter = 0.2
    /// Seconds to wait where the service says that it is busy and not for how long.
    static let busyPause: TimeInterval = 60
    /// Seconds until uploads are tried again that found no room.
    static let quotaPause: TimeInterval = 60 * 60

    /// Attempts in a row that failed.
    private(set) var failures = 0

    /// Begins anew: something went well, or a trigger came.
    mutating func reset() {
        failures = 0
    }

    /// Seconds until the next attempt.
    ///
    /// - Parameters:
    ///   - problem: What went wrong.
    ///   - chance: From 0 up to 1.
    /// - Returns: The seconds; nil where it is left to the next trigger.
    mutating func pause(after problem: SyncProblem, chance: Double) -> TimeInterval? {
        failures += 1
        guard problem.isPassing, failures <= Self.pauses.count else { return nil }
        return Self.stretched(max(Self.pauses[failures - 1], Self.wish(after: problem)), chance)
    }

    /// Seconds for which the service wants to be left alone, also after the last attempt; 0 where it wants no pause.
    static func silence(after problem: SyncProblem, chance: Double) -> TimeInterval {
        problem.isPassing ? stretched(wish(after: problem), chance) : 0
    }

    private static func wish(after problem: SyncProblem) -> TimeInterval {
        problem.retryAfter ?? (problem.kind == .throttled ? busyPause : 0)
    }

    private static func stretched(_ seconds: TimeInterval, _ chance: Double) -> TimeInterval {
        roundedUpForDisplay(seconds * (1 + jitter * min(max(chance, 0), 1)))
    }

    /// The next whole tenth of a second, or from ten seconds on the next whole second.
    static func roundedUpForDisplay(_ seconds: TimeInterval) -> TimeInterval {
        // Sums of tenths are a hair off.
        let hair = 1e-6
        let least = max(seconds - hair, 0)
        return seconds < 10 ? (least * 10).rounded(.up) / 10 : least.rounded(.up)
    }
}
