import Foundation
import Synchronization

/// Until when the service wants no requests of a container, as `Retry-After` in its answers says.
///
/// Whatever request was told so, it is the client that is to wait. The deadline is one of the machine's uptime: nobody who
/// sets the clock makes the wait shorter or longer.
final class RetryAfterDeadline: Sendable {
    private let uptime = Mutex<TimeInterval>(-.infinity)

    /// Takes in an answer that says for how many seconds to wait; the last such answer counts.
    func set(_ seconds: TimeInterval, at now: TimeInterval) {
        uptime.withLock { $0 = now + seconds }
    }

    /// The seconds that are left, 0 where none are.
    func remaining(at now: TimeInterval) -> TimeInterval {
        uptime.withLock { max(0, $0 - now) }
    }
}
