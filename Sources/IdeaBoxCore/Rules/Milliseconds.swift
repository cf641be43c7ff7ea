import Foundation

extension Date {
    private static let millisecondsFrom1970To2001: Int64 = 978_307_200_000

    /// Whole milliseconds since 1970, cut off and not rounded.
    var millisecondsSince1970: Int64 {
        let exact = timeIntervalSinceReferenceDate * 1_000
        let nearest = exact.rounded()
        // A date that was cut before is a hair off its millisecond in binary: it must not lose another one. The hair is
        // wider in far centuries.
        let hair = max(1e-3, timeIntervalSinceReferenceDate.ulp * 1_000)
        let whole = abs(exact - nearest) <= hair ? nearest : exact.rounded(.down)
        return Int64(min(max(whole, -9e15), 9e15)) + Self.millisecondsFrom1970To2001
    }

    init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSinceReferenceDate: Double(milliseconds - Self.millisecondsFrom1970To2001) / 1_000)
    }

    /// The date without the part below a millisecond, as every date of IdeaBox is stored.
    var cutToMilliseconds: Date {
        Date(millisecondsSince1970: millisecondsSince1970)
    }

    func adding(milliseconds: Int64) -> Date {
        Date(millisecondsSince1970: millisecondsSince1970 + milliseconds)
    }
}
