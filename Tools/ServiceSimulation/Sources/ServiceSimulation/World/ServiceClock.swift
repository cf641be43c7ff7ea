import Synchronization

/// The service's clock, which only a run moves, and its random numbers.
final class ServiceSurroundings: Sendable {
    private let time: Mutex<Int64>
    private let random: Mutex<SeededRandom>

    init(seed: UInt64, time: Int64) {
        self.time = Mutex(time)
        random = Mutex(SeededRandom(seed: seed))
    }

    /// Milliseconds since 1970.
    var now: Int64 {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    func bytes(_ count: Int) -> [UInt8] {
        random.withLock { random in (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
    }
}
