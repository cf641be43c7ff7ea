import CloudKitWebServices
import GRDB
import Synchronization

/// Lets many requests share one transaction and one wait for the disk.
///
/// While one group is being committed, the next gathers. Each request runs inside its own savepoint, so that one that
/// fails takes nothing along; none is answered before the commit is on the disk.
final class GroupCommit: Sendable {
    /// Requests that may wait; more are turned away with an error that says so.
    static let capacity = 4_096
    /// Requests in one transaction.
    static let groupSize = 256

    private struct Queue {
        var waiting: [any Job] = []
        var isRunning = false
    }

    private let pool: DatabasePool
    private let queue = Mutex(Queue())

    init(_ pool: DatabasePool) {
        self.pool = pool
    }

    /// Runs some work in a transaction and returns what it returned, once that is committed.
    ///
    /// - Throws: What the work throws; ``ServiceFault`` if too much is waiting already.
    func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = Work(work, continuation)
            let (isRefused, mustStart) = queue.withLock { queue in
                guard queue.waiting.count < Self.capacity else { return (true, false) }
                queue.waiting.append(job)
                defer { queue.isRunning = true }
                return (false, !queue.isRunning)
            }
            if isRefused {
                let busy = WireError(.tryAgainLater, reason: "too many requests are waiting", retryAfter: 1)
                continuation.resume(throwing: ServiceFault(busy))
            }
            if mustStart { start() }
        }
    }

    /// Requests that wait for the next transaction.
    var waitingCount: Int { queue.withLock(\.waiting.count) }

    private func start() {
        pool.asyncWriteWithoutTransaction { db in
            while let group = self.nextGroup() { Self.commit(group, in: db) }
        }
    }

    private func nextGroup() -> [any Job]? {
        queue.withLock { queue in
            guard !queue.waiting.isEmpty else {
                queue.isRunning = false
                return nil
            }
            let group = Array(queue.waiting.prefix(Self.groupSize))
            queue.waiting.removeFirst(group.count)
            return group
        }
    }

    private static func commit(_ group: [any Job], in db: Database) {
        do {
            try db.inTransaction(.immediate) {
                for job in group { try job.run(in: db) }
                return .commit
            }
            for job in group { job.finish() }
        } catch {
            for job in group { job.fail(error) }
        }
    }
}

/// One request's part of a group.
private protocol Job: Sendable {
    /// Runs it inside its savepoint.
    ///
    /// - Throws: Only if the transaction as a whole is lost.
    func run(in db: Database) throws
    /// Answers with the outcome of `run`.
    func finish()
    /// Answers with an error of the group.
    func fail(_ error: any Error)
}

private final class Work<Value: Sendable>: Job {
    private let work: @Sendable (Database) throws -> Value
    private let continuation: CheckedContinuation<Value, any Error>
    private let outcome = Mutex<Result<Value, any Error>?>(nil)

    init(
        _ work: @escaping @Sendable (Database) throws -> Value,
        _ continuation: CheckedContinuation<Value, any Error>
    ) {
        self.work = work
        self.continuation = continuation
    }

    func run(in db: Database) throws {
        do {
            var value: Value?
            try db.inSavepoint {
                value = try work(db)
                return .commit
            }
            if let value { outcome.withLock { $0 = .success(value) } }
        } catch {
            // SQLite gives up the whole transaction when the disk is full or fails; then nothing of the group holds.
            guard db.isInsideTransaction else { throw error }
            outcome.withLock { $0 = .failure(error) }
        }
    }

    func finish() {
        guard let outcome = outcome.withLock({ $0 }) else { return fail(CancellationError()) }
        continuation.resume(with: outcome)
    }

    func fail(_ error: any Error) {
        continuation.resume(throwing: error)
    }
}
