import Foundation

/// How long to wait before the next attempt at what failed: twice as long each time, half of it by chance, so that not all
/// who failed together come back together.
enum GrowingPause {
    /// Seconds after the first failure, before chance has its part.
    static let first: TimeInterval = 1

    /// - Parameters:
    ///   - failures: Attempts in a row that came to nothing, from one.
    ///   - longest: Seconds that it is at most.
    ///   - chance: From 0 up to 1.
    /// - Returns: Seconds.
    static func seconds(after failures: Int, atMost longest: TimeInterval, chance: Double) -> TimeInterval {
        let whole = min(first * pow(2, Double(min(max(failures, 1) - 1, 30))), longest)
        return whole * (0.5 + 0.5 * chance)
    }
}
