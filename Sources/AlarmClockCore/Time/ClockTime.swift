import Foundation

/// A time on a clock, without a day and without a zone: 00:00 to 23:59.
public struct ClockTime: Hashable, Sendable, Comparable {
    /// Minutes since midnight, 0 to 1,439.
    public let minutes: Int

    /// The minutes of a day.
    static let minutesOfDay = 24 * 60
    private static let secondsOfDay = 86_400.0

    /// Answers nil for a time that no clock shows.
    public init?(hour: Int, minute: Int) {
        guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
        minutes = hour * 60 + minute
    }

    /// The time of so many minutes after midnight, counted on over the end of the day.
    init(minutes: Int) {
        let rest = minutes % Self.minutesOfDay
        self.minutes = rest < 0 ? rest + Self.minutesOfDay : rest
    }

    /// The time that ``Alarm/time`` says.
    ///
    /// A date outside of 2001-01-01 is read as the moment that it is, as seen on a clock of the zone: so old apps kept
    /// times, and so a date picker gives them.
    public init(showing date: Date, in zone: TimeZone) {
        if let kept = Self.kept(date) {
            self = kept
            return
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        self.init(minutes: (parts.hour ?? 0) * 60 + (parts.minute ?? 0))
    }

    /// The same, as seen on a clock of the system's zone files.
    init(showing date: Date, on clock: ZoneTable) {
        self = Self.kept(date) ?? clock.clockTime(at: date)
    }

    /// The time that a date of 2001-01-01 stands for; nil for one of another day.
    private static func kept(_ date: Date) -> ClockTime? {
        let seconds = date.timeIntervalSinceReferenceDate
        return seconds >= 0 && seconds < secondsOfDay ? ClockTime(minutes: Int(seconds) / 60) : nil
    }

    /// Reads `7:30`, `07:30`, `0730` or `7.30`; also with `am` or `pm`, and `7pm`.
    public init?(_ text: String) {
        var rest = text.lowercased().filter { $0 != " " }
        let half = [("am", 0), ("a.m.", 0), ("pm", 12), ("p.m.", 12)].first { rest.hasSuffix($0.0) }
        if let half { rest.removeLast(half.0.count) }
        guard let (hour, minute) = Self.numbers(rest, mayBeHourAlone: half != nil) else { return nil }
        guard let half else {
            self.init(hour: hour, minute: minute)
            return
        }
        guard (1...12).contains(hour) else { return nil }
        self.init(hour: hour % 12 + half.1, minute: minute)
    }

    private static func numbers(_ text: String, mayBeHourAlone: Bool) -> (hour: Int, minute: Int)? {
        guard text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }) else {
            return nil
        }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
        switch parts.count {
        case 2 where (1...2).contains(parts[0].count) && parts[1].count == 2:
            guard let hour = Int(parts[0]), let minute = Int(parts[1]) else { return nil }
            return (hour, minute)
        case 1 where text.count == 4:
            guard let hour = Int(text.prefix(2)), let minute = Int(text.suffix(2)) else { return nil }
            return (hour, minute)
        case 1 where mayBeHourAlone && (1...2).contains(text.count):
            return Int(text).map { ($0, 0) }
        default:
            return nil
        }
    }

    /// 0 to 23.
    public var hour: Int { minutes / 60 }
    /// 0 to 59.
    public var minute: Int { minutes % 60 }

    /// The form in which ``Alarm/time`` keeps it.
    public var date: Date { Date(timeIntervalSinceReferenceDate: Double(minutes * 60)) }

    /// `07:30`.
    public var text: String {
        "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// The earlier in the day is the smaller.
    public static func < (left: ClockTime, right: ClockTime) -> Bool { left.minutes < right.minutes }
}

extension UInt8 {
    /// Whether it is one of the characters 0 to 9.
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
