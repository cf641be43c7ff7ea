import Foundation

/// Dates as text, in UTC with milliseconds.
///
/// `2026-11-21T03:09:00.123Z`. Written by hand because Foundation's formatter costs more at start-up than a whole page
/// of ideas.
enum ISOTimestamp {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// The earliest and the latest date that four digits of a year can say.
    static let representable =
        Date(millisecondsSince1970: -62_135_596_800_000)...Date(millisecondsSince1970: 253_402_300_799_999)

    static func text(_ date: Date) -> String {
        let clamped = min(max(date, representable.lowerBound), representable.upperBound)
        let milliseconds = clamped.millisecondsSince1970
        let (day, time) = milliseconds.floorDivided(by: millisecondsPerDay)
        let civil = CivilDay(daysSince1970: day)
        return "\(civil.text)T\(padded(time / 3_600_000, 2)):\(padded(time / 60_000 % 60, 2)):"
            + "\(padded(time / 1_000 % 60, 2)).\(padded(time % 1_000, 3))Z"
    }

    /// Only the day, in UTC: `2026-11-21`.
    static func dayText(_ date: Date) -> String {
        CivilDay(daysSince1970: date.millisecondsSince1970.floorDivided(by: millisecondsPerDay).quotient).text
    }

    /// Reads a date and time with `Z` or an offset and any number of fractional digits, or a day alone (midnight UTC).
    ///
    /// Answers nil for anything else, also for the 30th of February.
    static func date(_ text: some StringProtocol) -> Date? {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4), scanner.skip("-"), let month = scanner.number(digits: 2),
            scanner.skip("-"), let day = scanner.number(digits: 2),
            let civil = CivilDay(year: year, month: month, day: day)
        else { return nil }
        let midnight = civil.daysSince1970 * millisecondsPerDay
        if scanner.isAtEnd { return Date(millisecondsSince1970: midnight) }
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let time = scanner.timeOfDay(),
            let offset = scanner.offset(), scanner.isAtEnd
        else { return nil }
        let date = Date(millisecondsSince1970: midnight + time - offset)
        return representable.contains(date) ? date : nil
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// A day of the Gregorian calendar.
///
/// The year is counted from March, so that the leap day comes last.
private struct CivilDay {
    private static let daysPerEra: Int64 = 146_097
    private static let daysFromYear0To1970: Int64 = 719_468

    let year: Int64
    let month: Int64
    let day: Int64

    init(daysSince1970 days: Int64) {
        let (era, dayOfEra) = (days + Self.daysFromYear0To1970).floorDivided(by: Self.daysPerEra)
        let leapDaysBefore = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDaysBefore) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    init?(year: Int64, month: Int64, day: Int64) {
        guard year >= 1, (1...12).contains(month), day >= 1 else { return nil }
        self.year = year
        self.month = month
        self.day = day
        let roundTrip = CivilDay(daysSince1970: daysSince1970)
        guard roundTrip.month == month, roundTrip.day == day else { return nil }
    }

    var daysSince1970: Int64 {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).floorDivided(by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysFromYear0To1970
    }

    var text: String {
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

/// Reads numbers of a fixed width and single letters from ASCII text.
private struct DigitScanner {
    private var rest: ArraySlice<UInt8>

    init(_ text: some StringProtocol) {
        rest = Array(text.utf8)[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ letter: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == letter.value else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(digits: Int) -> Int64? {
        guard rest.count >= digits else { return nil }
        var value: Int64 = 0
        for byte in rest.prefix(digits) {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        rest.removeFirst(digits)
        return value
    }

    /// Milliseconds since midnight.
    ///
    /// Digits below a millisecond are read and dropped; a leap second becomes :59.
    mutating func timeOfDay() -> Int64? {
        guard let hour = number(digits: 2), hour < 24, skip(":"), let minute = number(digits: 2), minute < 60,
            skip(":"), let second = number(digits: 2), second <= 60
        else { return nil }
        var milliseconds: Int64 = 0
        if skip(".") || skip(",") {
            var unit: Int64 = 100
            guard let first = number(digits: 1) else { return nil }
            milliseconds = first * unit
            while let digit = number(digits: 1) {
                unit /= 10
                milliseconds += digit * unit
            }
        }
        return (hour * 3_600 + minute * 60 + min(second, 59)) * 1_000 + milliseconds
    }

    /// The offset from UTC in milliseconds.
    mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int64 = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = number(digits: 2), hours < 24 else { return nil }
        _ = skip(":")
        guard let minutes = number(digits: 2), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes) * 60_000
    }
}
