import Foundation

/// Moments as text, in GMT: `2026-11-22T06:30:00Z`.
enum ISODate {
    /// The second of the moment.
    static func text(_ date: Date) -> String {
        let second = date.wholeSecond
        let day = CivilDay(localSeconds: second)
        let rest = second - day.localSeconds
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(day.text)T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }

    /// Reads a date and time with `Z` or an offset; nil for anything else.
    static func date(_ text: String) -> Date? {
        if let date = try? Date(text, strategy: .iso8601) { return date }
        return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
