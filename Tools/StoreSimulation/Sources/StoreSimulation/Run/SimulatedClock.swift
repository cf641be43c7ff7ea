import Foundation
import Synchronization

/// The store's clock and the names that it makes: both come from the story.
enum SimulatedClock {
    private static let state = Mutex((seconds: 0.0, names: UInt64(0)))

    static func reset() { state.withLock { $0 = (0, 0) } }
    static func set(_ seconds: Double) { state.withLock { $0.seconds = seconds } }

    @Sendable static func now() -> Date {
        Date(timeIntervalSinceReferenceDate: 800_000_000 + state.withLock { $0.seconds })
    }

    @Sendable static func makeUUID() -> UUID {
        var random = StoryRandom(
            seed: state.withLock { state in
                state.names += 1
                return state.names
            }
        )
        let (high, low) = (random.next(), random.next())
        return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
