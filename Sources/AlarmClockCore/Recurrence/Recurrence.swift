import Foundation

/// The moments at which a time on a clock comes up.
///
/// Pure: a clock's table and a time in, moments out.
public struct Recurrence: Sendable {
    /// The time on the clock.
    public let time: ClockTime
    /// The days; none means every day, of which an alarm that rings once takes the first.
    public let days: WeekdaySet
    /// The clock.
    public let zone: ZoneTable

    /// The moments at which the zone's clock shows the time on one of the days.
    public init(time: ClockTime, days: WeekdaySet, zone: ZoneTable) {
        self.time = time
        self.days = days
        self.zone = zone
    }

    /// Two weeks and a bit: a day of the week may once be missing altogether.
    private static let daysAhead = 17

    /// The first moment after the one given.
    ///
    /// Once for each day, at the first of two equal times where the clock is set back, and at the first minute after the
    /// gap where it is set forward over the time. nil only where the clock never shows it.
    public func next(after date: Date) -> Date? {
        next(after: date.wholeSecond).map { Date(timeIntervalSince1970: Double($0)) }
    }

    func next(after second: Int) -> Int? {
        // A time in a gap at the end of a day comes up on the next one.
        let first = zone.day(at: second).adding(-1)
        for distance in 0..<Self.daysAhead {
            let day = first.adding(distance)
            guard days.isEmpty || days.contains(day.weekday) else { continue }
            if let moment = zone.moment(of: time, on: day), moment > second { return moment }
        }
        return nil
    }

    /// The last moment that is not after the one given.
    func last(notAfter second: Int) -> Int? {
        let first = zone.day(at: second).adding(1)
        for distance in 0..<Self.daysAhead {
            let day = first.adding(-distance)
            guard days.isEmpty || days.contains(day.weekday) else { continue }
            if let moment = zone.moment(of: time, on: day), moment <= second { return moment }
        }
        return nil
    }
}
