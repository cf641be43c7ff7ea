import CLinux
import Foundation

/// The clocks of the machine at one moment.
public struct ClockReading: Equatable, Sendable {
    /// The wall clock.
    public let wall: Date
    /// Seconds since the start of the machine, suspension included.
    public let sinceBoot: TimeInterval
    /// Seconds since the start of the machine, suspension left out.
    public let awake: TimeInterval

    /// A reading of the given values.
    public init(wall: Date, sinceBoot: TimeInterval, awake: TimeInterval) {
        self.wall = wall
        self.sinceBoot = sinceBoot
        self.awake = awake
    }

    /// The machine's clocks now.
    static func live(_ wall: Date) -> ClockReading {
        ClockReading(
            wall: wall,
            sinceBoot: Double(clinux_time_since_boot()) / 1e9,
            awake: Double(clinux_time_awake()) / 1e9
        )
    }

    /// What happened to the clocks between an earlier reading and this one.
    public struct Change: Equatable, Sendable {
        /// How long the machine was suspended, in seconds.
        public let suspended: TimeInterval
        /// By how much the wall clock was set, in seconds; forward is positive.
        public let set: TimeInterval
    }

    /// Less than this is no change: clocks are read one after the other, and time services turn them gently.
    static let tolerance: TimeInterval = 0.5

    /// What changed since then; nil where the clocks simply went on.
    public func change(since earlier: ClockReading) -> Change? {
        let passed = sinceBoot - earlier.sinceBoot
        let suspended = passed - (awake - earlier.awake)
        let set = wall.timeIntervalSince(earlier.wall) - passed
        guard abs(set) > Self.tolerance || suspended > Self.tolerance else { return nil }
        return Change(
            suspended: suspended > Self.tolerance ? suspended : 0,
            set: abs(set) > Self.tolerance ? set : 0
        )
    }
}
