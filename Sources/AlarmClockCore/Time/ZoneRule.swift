/// What a zone's clock does every year from the end of its table on, in the words of POSIX: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Equatable {
    /// When within a year a clock is moved.
    struct Turn: Equatable {
        enum Day: Equatable {
            /// 1 to 365; the 29th of February is never counted.
            case withoutLeapDay(Int)
            /// 0 to 365.
            case ofYear(Int)
            /// A day of the week (0 for Sunday) in a week (5 for the last) of a month.
            case ofMonth(Int, week: Int, weekday: Int)
        }

        let day: Day
        /// Seconds after midnight on the clock as it is before the turn.
        let time: Int

        /// The local second of the turn, on the clock as it is before.
        func localSecond(in year: Int) -> Int { date(in: year).localSeconds + time }

        private func date(in year: Int) -> CivilDay {
            switch day {
            case .withoutLeapDay(let number):
                let isBehind = number >= 60 && CivilDay.isLeap(year)
                return CivilDay(year: year, month: 1, day: number + (isBehind ? 1 : 0))
            case .ofYear(let number):
                return CivilDay(year: year, month: 1, day: number + 1)
            case .ofMonth(let month, let week, let weekday):
                let first = CivilDay(year: year, month: month, day: 1)
                let next = CivilDay(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
                var found = first.adding((weekday + 8 - first.weekday) % 7 + (week - 1) * 7)
                while found >= next { found = found.adding(-7) }
                return found
            }
        }
    }

    struct Summer: Equatable {
        let offset: Int
        let start: Turn
        let end: Turn
    }

    /// Seconds ahead of GMT in winter.
    let offset: Int
    let summer: Summer?

    /// The last year for which turns are computed; after it the clock stays as it is.
    static let lastYear = 2_199
    private static let firstYear = 1_970
    /// No clock was moved for the summer before; a table may end long before that.
    private static let earliestYear = 1_900

    /// The turns after a moment, in order.
    func changes(after last: Int?) -> [ZoneTable.Span] {
        guard let summer else { return [ZoneTable.Span(start: (last ?? -1) + 1, offset: offset)] }
        let firstYear = last.map { max(CivilDay(localSeconds: $0).parts.year, Self.earliestYear) } ?? Self.firstYear
        guard firstYear <= Self.lastYear else { return [] }
        var all: [ZoneTable.Span] = []
        // The year before says on which side of a turn the first moment lies.
        for year in (firstYear - 1)...Self.lastYear {
            let start = summer.start.localSecond(in: year) - offset
            let end = summer.end.localSecond(in: year) - summer.offset
            all.append(ZoneTable.Span(start: start, offset: summer.offset))
            all.append(ZoneTable.Span(start: end, offset: offset))
        }
        // Where summer fills the year, it ends at the moment at which the next one begins.
        let sorted = all.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        return sorted.map(\.element).filter { $0.start > last ?? .min }
    }
}

extension ZoneRule {
    /// Reads the rule; nil where the text is none.
    init?(_ text: String) {
        var reader = ZoneRuleReader(text)
        guard reader.takeName(), let west = reader.takeTime() else { return nil }
        offset = -west
        if reader.isAtEnd {
            summer = nil
            return
        }
        guard reader.takeName() else { return nil }
        let summerOffset = reader.isAtComma ? offset + 3_600 : reader.takeTime().map { -$0 }
        guard let summerOffset, reader.take(","), let start = reader.takeTurn(), reader.take(","),
            let end = reader.takeTurn(), reader.isAtEnd
        else { return nil }
        summer = Summer(offset: summerOffset, start: start, end: end)
    }
}

/// Takes the parts of a rule off the front of its text.
private struct ZoneRuleReader {
    private var rest: Substring

    init(_ text: String) { rest = Substring(text) }

    var isAtEnd: Bool { rest.isEmpty }
    var isAtComma: Bool { rest.hasPrefix(",") }

    mutating func take(_ mark: String) -> Bool {
        guard rest.hasPrefix(mark) else { return false }
        rest = rest.dropFirst(mark.count)
        return true
    }

    mutating func takeName() -> Bool {
        if take("<") {
            guard let end = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let name = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    mutating func takeNumber(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard digits.count <= 3, let number = Int(digits), range.contains(number) else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }

    /// `[+|-]hh[:mm[:ss]]`, in seconds.
    mutating func takeTime() -> Int? {
        let sign = take("-") ? -1 : 1
        if sign == 1 { _ = take("+") }
        guard let hours = takeNumber(0...167) else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] where take(":") {
            guard let number = takeNumber(0...59) else { return nil }
            seconds += number * unit
        }
        return sign * seconds
    }

    mutating func takeTurn() -> ZoneRule.Turn? {
        guard let day = takeDay() else { return nil }
        guard take("/") else { return ZoneRule.Turn(day: day, time: 2 * 3_600) }
        return takeTime().map { ZoneRule.Turn(day: day, time: $0) }
    }

    private mutating func takeDay() -> ZoneRule.Turn.Day? {
        if take("J") { return takeNumber(1...365).map { .withoutLeapDay($0) } }
        guard take("M") else { return takeNumber(0...365).map { .ofYear($0) } }
        guard let month = takeNumber(1...12), take("."), let week = takeNumber(1...5), take("."),
            let weekday = takeNumber(0...6)
        else { return nil }
        return .ofMonth(month, week: week, weekday: weekday)
    }
}
