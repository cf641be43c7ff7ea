import CloudKitWebServices
import Foundation
import NIOCore

/// A few connections, each with a thread of its own, and a bounded line of work before them.
///
/// libpq waits in its calls; on threads of ours it holds up nobody else.
final class PostgreSQLPool: Sendable {
    /// Pieces of work that may wait; more are turned away with an error that says so.
    static let capacity = 4_096
    /// How often a transaction is tried, before the error is the caller's.
    static let attempts = 12

    private let line: PostgreSQLLine
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let gate: (any TransactionGate)?

    /// A pool; connections are made when they are first needed.
    ///
    /// - Parameters:
    ///   - address: A URL, or what else libpq takes.
    ///   - connections: How many connections it has at most.
    ///   - parts: Whether statements may name parts of tables.
    ///   - randomBytes: Spreads repeated tries.
    ///   - gate: What decides when transactions begin.
    init(
        _ address: String,
        connections: Int,
        parts: TableParts = TableParts(),
        randomBytes: @escaping @Sendable (Int) -> [UInt8],
        gate: (any TransactionGate)? = nil
    ) {
        (self.randomBytes, self.gate) = (randomBytes, gate)
        let line = PostgreSQLLine(workers: connections)
        self.line = line
        for number in 0..<connections {
            let thread = Thread { PostgreSQLWorker(address, parts).serve(line) }
            thread.name = "postgresql-\(number)"
            thread.start()
        }
    }

    /// Does some work in a transaction, again as a whole where that may help, and returns what it returned once that is
    /// committed.
    ///
    /// - Parameters:
    ///   - mode: What the transaction is for.
    ///   - changes: What of the result a gate hears.
    ///   - work: The work; it may be done several times, and only the last counts.
    /// - Returns: What the work returned.
    /// - Throws: What the work throws; ``ServiceFault`` if too much is waiting already, or if PostgreSQL cannot be
    ///   reached or does not know whether it committed; ``PostgreSQLError``.
    func run<Value: Sendable>(
        _ mode: PostgreSQLTransaction.Mode,
        changes: @escaping @Sendable (Value) -> [CommittedChange] = CommittedChange.none,
        _ work: @escaping @Sendable (PostgreSQLTransaction) throws -> Value
    ) async throws -> Value {
        guard let gate else { return try await runRetrying(mode, work) }
        return try await gate.run(changes: changes) { try await self.runRetrying(mode, work) }
    }

    private func runRetrying<Value: Sendable>(
        _ mode: PostgreSQLTransaction.Mode,
        _ work: @escaping @Sendable (PostgreSQLTransaction) throws -> Value
    ) async throws -> Value {
        for attempt in 1... {
            do {
                return try await once(mode, work)
            } catch let error as PostgreSQLError {
                guard error.isWorthRetrying, attempt < Self.attempts else {
                    throw error.kind == .refused ? error : error.fault as any Error
                }
                try await Task.sleep(for: pause(after: attempt))
            }
        }
        throw CancellationError()
    }

    /// Half to all of 2, 4, 8 … 256 milliseconds.
    private func pause(after attempt: Int) -> Duration {
        let longest = 1_000 << min(attempt, 8)
        let share = randomBytes(2).reduce(0) { $0 << 8 | Int($1) }
        return .microseconds(longest / 2 + longest * share / (2 * 65_536))
    }

    private func once<Value: Sendable>(
        _ mode: PostgreSQLTransaction.Mode,
        _ work: @escaping @Sendable (PostgreSQLTransaction) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = line.add { worker in
                let result = Result { try worker.run(mode, work) }
                return { continuation.resume(with: result) }
            }
            if !isTaken {
                let busy = WireError(.tryAgainLater, reason: "too many requests are waiting", retryAfter: 1)
                continuation.resume(throwing: ServiceFault(busy))
            }
        }
    }

    /// Pieces of work that wait for a connection.
    var waitingCount: Int { line.count }

    /// Lets what waits be finished, and closes the connections; returns when that is done.
    func close() async {
        await withCheckedContinuation { continuation in line.close { continuation.resume() } }
    }
}

/// A thread with a connection, which is made when it is needed and given up when it broke.
private final class PostgreSQLWorker {
    private let address: String
    private let parts: TableParts
    private var connection: PostgreSQLConnection?

    init(_ address: String, _ parts: TableParts) {
        self.address = address
        self.parts = parts
    }

    /// Does what waits in a line until that is closed.
    func serve(_ line: PostgreSQLLine) {
        while let job = line.next() { job(self)() }
        connection = nil
        line.leave()
    }

    func run<Value>(
        _ mode: PostgreSQLTransaction.Mode,
        _ work: (PostgreSQLTransaction) throws -> Value
    ) throws -> Value {
        let connection = try connection ?? PostgreSQLConnection(address)
        self.connection = connection
        defer {
            if connection.isUsable, !connection.isInTransaction {
                connection.prepareForReuse()
            } else {
                self.connection = nil
            }
        }
        return try PostgreSQLTransaction.run(mode, on: connection, parts, work)
    }
}

/// What waits for a worker, first come, first served.
private final class PostgreSQLLine: @unchecked Sendable {
    /// A piece of work; it returns what tells the one who asked.
    typealias Job = @Sendable (PostgreSQLWorker) -> () -> Void

    // All that follows is only touched with the condition locked.
    private let condition = NSCondition()
    private var jobs = CircularBuffer<Job>()
    private var workers: Int
    private var isClosed = false
    private var onEmpty: [@Sendable () -> Void] = []

    init(workers: Int) {
        self.workers = workers
    }

    var count: Int { condition.withLock { jobs.count } }

    /// Whether there was room.
    func add(_ job: @escaping Job) -> Bool {
        condition.withLock {
            guard !isClosed, jobs.count < PostgreSQLPool.capacity else { return false }
            jobs.append(job)
            condition.signal()
            return true
        }
    }

    /// The next piece of work, once there is one; nil at the end.
    func next() -> Job? {
        condition.withLock {
            while jobs.isEmpty, !isClosed { condition.wait() }
            return jobs.popFirst()
        }
    }

    /// A worker has ended.
    func leave() {
        let ended = condition.withLock {
            workers -= 1
            return workers == 0 ? onEmpty : []
        }
        for tell in ended { tell() }
    }

    func close(_ onEmpty: @escaping @Sendable () -> Void) {
        let isEmpty = condition.withLock {
            isClosed = true
            self.onEmpty.append(onEmpty)
            condition.broadcast()
            return workers == 0
        }
        if isEmpty { onEmpty() }
    }
}
