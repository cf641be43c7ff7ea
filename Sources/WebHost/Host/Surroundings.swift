/// Time and randomness, as the host uses them. Tests bring their own.
public struct Surroundings: Sendable {
    /// Time since some fixed moment; never goes back.
    public var now: @Sendable () -> Duration
    /// Waits; throws when cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// So many bytes that nobody can foretell.
    public var randomBytes: @Sendable (Int) -> [UInt8]

    /// What is given.
    public init(
        now: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.now = now
        self.sleep = sleep
        self.randomBytes = randomBytes
    }
}
