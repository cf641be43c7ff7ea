import Foundation

/// Everything that IdeaBox takes from the outside.
///
/// Tests pass their own; ``live`` is the only place that asks the system.
public struct Surroundings: Sendable {
    /// The time.
    public var now: @Sendable () -> Date
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
        makeID: @escaping @Sendable () -> UUID,
        variables: [String: String],
        homeFolder: String,
        workingFolder: String,
        machineID: @escaping @Sendable () -> String?
    ) {
        self.now = now
        self.makeID = makeID
        self.variables = variables
        self.homeFolder = homeFolder
        self.workingFolder = workingFolder
        self.machineID = machineID
    }
}
