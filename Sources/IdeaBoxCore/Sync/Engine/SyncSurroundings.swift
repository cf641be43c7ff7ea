import Foundation

/// What sync takes from the outside beside the clock.
public struct SyncSurroundings: Sendable {
    /// Waits so many seconds; throws when the task is cancelled.
    public var wait: @Sendable (TimeInterval) async throws -> Void
    /// A number from 0 up to 1.
    public var chance: @Sendable () -> Double

    /// Takes each part from the caller.
    public init(
        wait: @escaping @Sendable (TimeInterval) async throws -> Void,
        chance: @escaping @Sendable () -> Double
    ) {
        self.wait = wait
        self.chance = chance
    }
}
