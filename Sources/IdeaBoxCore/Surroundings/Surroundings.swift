import AppCommons
import Foundation

/// The machine's uptime, for whoever makes ``Surroundings``.
public typealias Uptime = AppCommons.Uptime

/// Everything that IdeaBox takes from the outside.
///
/// Tests pass their own; ``live`` is the only place that asks the system.
public struct Surroundings: Sendable {
    /// The time.
    public var now: @Sendable () -> Date
    /// How long the machine has run: no setting of the clock changes it.
    public var uptime: @Sendable () -> Uptime
    /// A new random id.
    public var makeID: @Sendable () -> UUID
    /// The environment variables.
    public var variables: [String: String]
    /// The user's home folder.
    public var homeFolder: String
    /// The folder that relative paths start from.
    public var workingFolder: String
    /// What tells this machine from others, or nil when nothing does.
    public var machineID: @Sendable () -> String?

    /// Takes each part from the caller.
    public init(
        now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> Uptime,
        makeID: @escaping @Sendable () -> UUID,
        variables: [String: String],
        homeFolder: String,
        workingFolder: String,
        machineID: @escaping @Sendable () -> String?
    ) {
        self.now = now
        self.uptime = uptime
        self.makeID = makeID
        self.variables = variables
        self.homeFolder = homeFolder
        self.workingFolder = workingFolder
        self.machineID = machineID
    }
}
