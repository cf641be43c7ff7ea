import Foundation

/// Everything that AlarmClock takes from the outside.
///
/// Tests pass their own; ``live`` is the only place that asks the system.
public struct Surroundings: Sendable {
    /// The time.
    public var now: @Sendable () -> Date
    /// The clocks of the machine.
    public var clocks: @Sendable () -> ClockReading
    /// A new random id.
    public var makeID: @Sendable () -> UUID
    /// The environment variables.
    public var variables: [String: String]
    /// The user's home folder.
    public var homeFolder: String
    /// The folder that relative paths start from.
    public var workingFolder: String
    /// The program of this process, as another process can start it.
    public var programPath: String
    /// The folder that the system gives to what the user runs, where the environment does not name it; nil where there is
    /// none.
    public var runtimeFolder: String?

    /// Takes each part from the caller.
    public init(
        now: @escaping @Sendable () -> Date,
        clocks: @escaping @Sendable () -> ClockReading,
        makeID: @escaping @Sendable () -> UUID,
        variables: [String: String],
        homeFolder: String,
        workingFolder: String,
        programPath: String,
        runtimeFolder: String? = nil
    ) {
        self.now = now
        self.clocks = clocks
        self.makeID = makeID
        self.variables = variables
        self.homeFolder = homeFolder
        self.workingFolder = workingFolder
        self.programPath = programPath
        self.runtimeFolder = runtimeFolder
    }
}
