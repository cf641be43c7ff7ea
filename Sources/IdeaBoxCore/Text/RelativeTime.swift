import Foundation

/// How long ago something was, in words.
enum RelativeTime {
    static func text(_ date: Date, now: Date, _ messages: Messages) -> String {
        // In milliseconds, which are bounded: a date from a damaged file may be infinite.
        let seconds = Int((now.millisecondsSince1970 - date.millisecondsSince1970) / 1_000)
        switch seconds {
        case ..<(-60): return messages.text(.inTheFuture, ISOTimestamp.dayText(date))
        case ..<60: return messages.text(.justNow)
        case ..<3_600: return messages.text(.minutesAgo, count: seconds / 60)
        case ..<86_400: return messages.text(.hoursAgo, count: seconds / 3_600)
        case ..<(30 * 86_400): return messages.text(.daysAgo, count: seconds / 86_400)
        default: return ISOTimestamp.dayText(date)
        }
    }
}
