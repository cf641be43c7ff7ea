/// What a clock does every year, in the terms of POSIX's variable `TZ`.
struct YearRule: Sendable, Equatable {
    enum Day: Sendable, Equatable {
        /// 1 to 365; the 29th of February is not counted.
        case julian(Int)
        /// 0 to 365; the 29th of February is counted.
        case zeroBased(Int)
        /// A day of the week (0 for Sunday) in a week (5 for the last one) of a month.
        case month(Int, week: Int, weekday: Int)
    }

    struct Turn: Sendable, Equatable {
        var day: Day
        /// Seconds after midnight, on the clock as it is before the turn.
        var time: Int
    }

    struct Summer: Sendable, Equatable {
        /// Seconds ahead of GMT.
        var offset: Int
        var start: Turn
        var end: Turn
    }

    /// Seconds ahead of GMT outside of summer.
    var offset: Int
    var summer: Summer?

    /// The moments at which summer begins and ends, of the days that a year names.
    func turns(in year: Int) -> (start: Int, end: Int)? {
        guard let summer else { return nil }
        let start = Self.day(summer.start.day, in: year) * 86_400 + summer.start.time - offset
        let end = Self.day(summer.end.day, in: year) * 86_400 + summer.end.time - summer.offset
        return (start, end)
    }

    /// Walks the days of the year up to the one that is meant.
    private static func day(_ wanted: Day, in year: Int) -> Int {
        let first = NaiveCalendar.start(of: year)
        switch wanted {
        case .zeroBased(let count):
            var day = first
            for _ in 0..<count { day += 1 }
            return day
        case .julian(let count):
            let leapDay = NaiveCalendar.isLeap(year) ? first + 31 + 28 : nil
            var (day, counted) = (first, 1)
            while counted < count {
                day += 1
                if day != leapDay { counted += 1 }
            }
            return day
        case .month(let month, let week, let weekday):
            var day = first
            for earlier in 1..<month { day += NaiveCalendar.length(ofMonth: earlier, in: year) }
            let found = (day..<day + NaiveCalendar.length(ofMonth: month, in: year))
                .filter { NaiveCalendar.weekday(of: $0) == weekday + 1 }
            return week == 5 ? found[found.count - 1] : found[week - 1]
        }
    }
}
