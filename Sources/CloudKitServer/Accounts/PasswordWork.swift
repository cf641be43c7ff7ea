import Dispatch
import Synchronization

/// Hashes passwords one after the other on a thread of their own: each takes a tenth of a second and 32 MiB, which must
/// neither hold up other requests nor add up.
final class PasswordWork: Sendable {
    /// Passwords that may wait for their turn; more are turned away.
    static let capacity = 32

    private let queue = DispatchQueue(label: "cloudkit-server.passwords")
    private let waiting = Mutex(0)

    /// Runs some work with a password.
    ///
    /// - Throws: What the work throws; ``AccountError/tooManyAttempts(retryAfter:)`` if too much is waiting.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let hasRoom = waiting.withLock { waiting in
            guard waiting < Self.capacity else { return false }
            waiting += 1
            return true
        }
        guard hasRoom else { throw AccountError.tooManyAttempts(retryAfter: 1) }
        defer { waiting.withLock { $0 -= 1 } }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}
