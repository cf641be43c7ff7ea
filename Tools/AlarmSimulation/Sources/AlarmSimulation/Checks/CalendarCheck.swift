import AlarmClockCore

/// Days and dates, beside a calendar that counts.
struct CalendarCheck {
    let context: StoryContext

    func run() throws {
        var random = context.generator("calendar")
        for _ in 0..<16 {
            let number = day(&random)
            let found = CivilDay(number: number)
            let (year, month, day) = NaiveCalendar.date(of: number)
            let place = "day \(number)"
            try equal([found.parts.year, found.parts.month, found.parts.day], [year, month, day], place)
            try equal([found.weekday], [NaiveCalendar.weekday(of: number)], place)
            if year >= 1_000 { try equal([found.text], [NaiveCalendar.text(of: number)], place) }
            try equal([CivilDay(year: year, month: month, day: day).number], [number], place)
            let more = random.number(-400...800)
            try equal(
                [CivilDay(year: year, month: month, day: day + more).number],
                [number + more],
                "\(place) and \(more)"
            )
            let other = CivilDay(number: number + random.number(-2...2))
            try equal([found < other], [number < other.number], "\(place) beside \(other.number)")
        }
    }

    private func equal<Value: Equatable>(_ found: [Value], _ expected: [Value], _ place: String) throws {
        let expected = context.tampered == .calendar ? [] : expected
        try context.requireEqual(found, expected, .calendar, place)
    }

    /// Any day, or one at the edge of a month, a year or a century.
    private func day(_ random: inout StoryRandom) -> Int {
        let year =
            switch random.number(1...4) {
            case 1:
                random.pick([1_600, 1_700, 1_900, 1_970, 2_000, 2_100, 2_400, 1_583, 2_199, 1_969, 400, 0, -400, -1])
            case 2: random.number(-2_000...6_000)
            default: random.number(1_850...2_250)
            }
        let first = NaiveCalendar.start(of: year)
        switch random.number(1...4) {
        case 1: return first + random.number(-2...1)
        case 2: return first + 58 + random.number(-1...3)
        case 3:
            return first + (1..<random.number(2...13)).reduce(0) { $0 + NaiveCalendar.length(ofMonth: $1, in: year) }
                - 1
        default: return first + random.number(0...365)
        }
    }
}
