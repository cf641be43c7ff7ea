import Foundation
import Synchronization

/// Gives an answer up that has begun and goes on no more.
///
/// The HTTP library's own limit ends with the head of an answer: a service that says no more after it would be waited for
/// without end.
final class AnswerWatch: Sendable {
    private let clock = ContinuousClock()
    /// Between any two pieces.
    private let pause: Duration
    /// For all of it; nil where only pauses count.
    private let end: ContinuousClock.Instant?
    private let last: Mutex<ContinuousClock.Instant>

    /// - Parameters:
    ///   - pause: Seconds that may pass between two pieces.
    ///   - whole: Seconds for all of it.
    init(pause: TimeInterval, whole: TimeInterval?) {
        let now = clock.now
        self.pause = .seconds(pause)
        end = whole.map { now + .seconds($0) }
        last = Mutex(now)
    }

    /// Reads an answer; the body says of each piece that it came.
    ///
    /// - Throws: ``CloudKitTransportError/timedOut``, and what the body throws.
    func reading<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask(operation: body)
            group.addTask {
                try await self.expire()
                throw CloudKitTransportError.timedOut
            }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    /// A piece came.
    func heard() {
        last.withLock { $0 = clock.now }
    }

    /// Returns once it has taken too long.
    private func expire() async throws {
        while true {
            let silent = last.withLock { $0 } + pause
            let limit = end.map { min($0, silent) } ?? silent
            if limit <= clock.now { return }
            try await clock.sleep(until: limit)
        }
    }
}
