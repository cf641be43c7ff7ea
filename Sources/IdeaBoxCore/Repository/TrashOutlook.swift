import AppCommons
import Foundation

/// When ideas are removed from the trash for good, by the clock that removes them.
///
/// A wall clock that was set changes nothing about it.
public struct TrashOutlook: Equatable, Sendable {
    /// Twice the retention: setting the clock may start the thirty days again.
    ///
    /// Beyond that no number of days is shown.
    static let days = 61

    /// What was deleted up to its first date is removed today, up to the second within a day, and so on.
    private let limits: [Date]

    init(_ clock: ConfirmedClock, at reading: ConfirmedClock.Reading) {
        limits = clock.limits(ofComingDays: Self.days, from: reading, retention: Retention.seconds).map { limit in
            // A few minutes more are no day.
            limit?.addingTimeInterval(ConfirmedClock.tolerance) ?? .distantPast
        }
    }

    /// How many days more the idea is in the trash, a day that has begun counted whole.
    ///
    /// - Returns: nil where it is not in the trash, or nothing says how long it will be.
    public func daysLeft(of idea: IdeaSnapshot) -> Int? {
        guard let deletedAt = idea.deletedAt else { return nil }
        return limits.firstIndex { deletedAt <= $0 }
    }
}
