/// A day of the calendar, counted from 1970-01-01.
public struct CivilDay: Hashable, Sendable, Comparable {
    /// Days since 1970-01-01.
    public let number: Int

    /// The day of the number.
    public init(number: Int) { self.number = number }

    /// The day by the calendar of Pope Gregory, also before he had one.
    ///
    /// Days beyond their month are counted on, and the two months after December.
    public init(year: Int, month: Int, day: Int) {
        // Years begin in March here, so that the leap day is the last.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
    }

    /// The day on which a local clock shows so many seconds since 1970-01-01.
    init(localSeconds: Int) {
        number = localSeconds >= 0 ? localSeconds / 86_400 : (localSeconds - 86_399) / 86_400
    }

    /// 1 to 7 for Sunday to Saturday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        let rest = (number + 4) % 7
        return (rest < 0 ? rest + 7 : rest) + 1
    }

    /// Year, month and day.
    public var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let isLate = month >= 10
        return (yearOfEra + era * 400 + (isLate ? 1 : 0), isLate ? month - 9 : month + 3, day)
    }

    /// Whether the year has a 29th of February.
    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The first second of the day on a local clock, since 1970-01-01.
    var localSeconds: Int { number * 86_400 }

    /// So many days later.
    func adding(_ days: Int) -> CivilDay { CivilDay(number: number + days) }

    /// The earlier is the smaller.
    public static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }

    /// `2026-11-22`.
    public var text: String {
        let (year, month, day) = parts
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }
}
