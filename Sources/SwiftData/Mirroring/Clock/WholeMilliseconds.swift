#if CloudKitMirroring
import Foundation

/// Moments as whole milliseconds since 1970, whatever a date from outside says.
enum WholeMilliseconds {
    /// Some 285,000 years to both sides: enough for every date that is one, and with room for what is added.
    static let range: ClosedRange<Int64> = -9_000_000_000_000_000...9_000_000_000_000_000

    /// The milliseconds of a date; those beyond the range are its ends.
    static func of(_ date: Date, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> Int64 {
        let value = (date.timeIntervalSince1970 * 1_000).rounded(rule)
        if value.isNaN { return 0 }
        return Int64(min(max(value, Double(range.lowerBound)), Double(range.upperBound)))
    }
}

#endif
