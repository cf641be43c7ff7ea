import Foundation

/// How long the machine has run since it was started: the one clock that nobody sets.
public struct Uptime: Codable, Equatable, Sendable {
    /// What tells this start of the machine from every other one; empty where the system does not say.
    public let bootID: String
    /// Seconds since the start, suspension included.
    public let seconds: TimeInterval

    /// A reading of the given values.
    public init(bootID: String, seconds: TimeInterval) {
        self.bootID = bootID
        self.seconds = seconds
    }

    /// Seconds from an earlier reading to this one; nil where the machine was started in between.
    ///
    /// Without a boot ID a restart shows by a smaller uptime. A restart that it does not show has an uptime of its own that
    /// is longer than the difference, so the difference is never more than the real time.
    public func seconds(since earlier: Uptime) -> TimeInterval? {
        guard bootID == earlier.bootID, seconds >= earlier.seconds else { return nil }
        return seconds - earlier.seconds
    }
}
