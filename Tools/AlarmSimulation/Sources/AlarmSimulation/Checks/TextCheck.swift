import AlarmClockCore
import Foundation

/// Times and days as they are typed, kept and shown.
struct TextCheck {
    let context: StoryContext

    func run() throws {
        var random = context.generator("texts")
        try times(&random)
        try storedTimes(&random)
        try days(&random)
        try stored(&random)
    }

    private func times(_ random: inout StoryRandom) throws {
        var typed = TypedTime(StoryRandom(seed: random.next()))
        for _ in 0..<8 {
            let minute = Self.minute(&random)
            let text = typed.text(minute: minute)
            let found = ClockTime(text)
            try equal(found?.minutes, minute + context.error(in: .typedText), "“\(text)”")
            try equal(found?.text, TypedTime.shown(minute), "“\(text)” shown")
            try equal([found?.hour, found?.minute], [minute / 60, minute % 60], "“\(text)”, its parts")
            let wrong = typed.wrong()
            try equal(ClockTime(wrong)?.text, nil, "“\(wrong)”")
            let other = Self.minute(&random)
            let (first, second) = (ClockTime(hour: minute / 60, minute: minute % 60), ClockTime(TypedTime.shown(other)))
            guard let first, let second else {
                throw Violation(invariant: .typedText, words: "minute \(minute) or \(other) is refused")
            }
            try equal(first < second, minute < other, "order of \(minute) and \(other)")
        }
        let (hour, minute) = (random.pick([-1, 24, 0, 23, 25]), random.pick([-1, 60, 0, 59, 61]))
        let isTime = (hour == 0 || hour == 23) && (minute == 0 || minute == 59)
        try equal(
            ClockTime(hour: hour, minute: minute)?.minutes,
            isTime ? hour * 60 + minute : nil,
            "\(hour) \(minute)"
        )
    }

    private static func minute(_ random: inout StoryRandom) -> Int {
        random.once(in: 3)
            ? random.pick([0, 1, 59, 60, 719, 720, 721, 779, 780, 1_380, 1_439]) : random.number(0...1_439)
    }

    /// A time is kept as one of 2001-01-01 in GMT; another date is read as the moment that it is.
    private func storedTimes(_ random: inout StoryRandom) throws {
        let (kept, dayLength) = (978_307_200, 86_400)
        for _ in 0..<3 {
            let minute = Self.minute(&random)
            try equal(ClockTime(TypedTime.shown(minute))?.date, Date(second: kept + minute * 60), "date of \(minute)")
            let offset = random.number(-12...14) * 3_600 + random.pick([0, 1_800, 900])
            guard let zone = TimeZone(secondsFromGMT: offset) else { continue }
            let inside = Date(timeIntervalSince1970: Double(kept + minute * 60) + random.pick([0, 59.75, 30]))
            try equal(ClockTime(showing: inside, in: zone).minutes, minute, "kept time \(minute)")
            let edge = random.pick([kept - 1, kept + dayLength, kept - dayLength, random.number(0...2_000_000_000)])
            guard !(kept..<kept + dayLength).contains(edge) else { continue }
            let expected = NaiveCalendar.quotientAndRest(edge + offset, by: dayLength).rest / 60
            try equal(
                ClockTime(showing: Date(second: edge), in: zone).minutes,
                expected,
                "moment \(edge), \(offset) ahead"
            )
        }
    }

    private func days(_ random: inout StoryRandom) throws {
        var typed = TypedDays(StoryRandom(seed: random.next()))
        for _ in 0..<6 {
            let (text, days) = typed.text()
            let found = WeekdaySet(text)
            try equal(found?.days, days.sorted(), "“\(text)”")
            try equal(found?.text, TypedDays.shown(days), "“\(text)” shown")
            try equal(WeekdaySet(TypedDays.shown(days)), found, "“\(text)” shown and read")
            try equal(found?.isEmpty, days.isEmpty, "“\(text)”, whether it has a day")
            let day = random.number(-2...10)
            try equal(found?.contains(day), days.contains(day), "“\(text)” and \(day)")
            let wrong = typed.wrong()
            try equal(WeekdaySet(wrong)?.text, nil, "“\(wrong)”")
        }
        let numbers = (0..<random.number(0...6)).map { _ in random.number(-1...9) }
        var grown = WeekdaySet()
        for number in numbers { grown.insert(number) }
        let expected = Set(numbers.filter { $0 > 0 && $0 < 8 }).sorted()
        try equal([grown.days, WeekdaySet(numbers).days], [expected, expected], "days \(numbers)")
    }

    /// What the store keeps of an alarm is the rule by which it rings.
    private func stored(_ random: inout StoryRandom) throws {
        guard let time = ClockTime(TypedTime.shown(Self.minute(&random))) else { return }
        let days = (0..<random.number(0...3)).map { _ in random.number(1...7) }
        let set = Date(second: random.number(0...2_000_000_000))
        let alarm = Alarm(id: SetAlarm.id(of: random.number(0...99)), time: time.date, isEnabled: random.flip())
        alarm.repeatDays = days.map { AlarmRepeat(id: SetAlarm.id(of: $0), weekday: $0) }
        alarm.skipNextUntil = random.flip() ? set + 1_000 : nil
        alarm.timeZoneIdentifier = random.flip() ? "Land/Town" : nil
        alarm.updatedAt = set
        let expected = AlarmRule(
            id: alarm.id,
            time: time,
            days: WeekdaySet(days),
            isEnabled: alarm.isEnabled,
            skipUntil: alarm.skipNextUntil,
            zoneName: alarm.timeZoneIdentifier,
            setAt: set
        )
        try equal(AlarmRule(alarm), expected, "the rule of an alarm")
        try equal(expected.isOneTime, days.isEmpty, "whether an alarm rings once")
    }

    private func equal<Value: Equatable>(_ found: Value, _ expected: Value, _ words: String) throws {
        try context.requireEqual(found, expected, .typedText, words)
    }
}
