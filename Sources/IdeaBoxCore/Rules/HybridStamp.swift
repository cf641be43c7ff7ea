import Foundation

/// The date that a change is stamped with.
///
/// It follows the clock, but is always later than every version of the idea that this device has seen, so that a clock
/// that was set back cannot make a newer change look older.
enum HybridStamp {
    static func next(now: Date, after seen: Date?...) -> Date {
        let clock = now.cutToMilliseconds
        guard let latest = seen.compactMap({ $0 }).max() else { return clock }
        return max(clock, latest.adding(milliseconds: 1))
    }
}
