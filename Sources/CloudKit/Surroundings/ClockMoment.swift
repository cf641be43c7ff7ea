import Foundation

/// One moment by both clocks of a device: the one that people set, and the one that nobody sets.
package struct ClockMoment: Sendable {
    package let date: Date
    /// Seconds from any moment.
    package let uptime: TimeInterval

    package init(date: Date, uptime: TimeInterval) {
        self.date = date
        self.uptime = uptime
    }

    /// Seconds by which the clock was set since an earlier moment.
    package func clockChange(since earlier: ClockMoment) -> TimeInterval {
        abs(date.timeIntervalSince(earlier.date) - (uptime - earlier.uptime))
    }
}

extension CloudKitSurroundings {
    /// Now, by both clocks.
    var moment: ClockMoment { ClockMoment(date: now(), uptime: uptime()) }
}
