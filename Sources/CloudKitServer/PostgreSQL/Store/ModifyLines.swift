import CloudKitWebServices
import Synchronization

/// Lets requests that change one zone share a transaction: the lock, the round trips and the wait for the disk.
///
/// The lock of a database's row lets one transaction at a time change the database. So of each one transaction is under way
/// from here, and what comes meanwhile waits without a connection and goes together with the next.
final class ModifyLines: Sendable {
    /// Requests that may wait; more are turned away with an error that says so.
    static let capacity = PostgreSQLPool.capacity
    /// Requests in one transaction.
    static let groupSize = 64
    /// Operations in one transaction, unless one request alone has more.
    static let groupOperations = 400

    /// Does what some commands ask in one transaction, and says what became of each.
    ///
    /// It throws only what the transaction as a whole failed for.
    typealias Work = @Sendable ([ModifyCommand], PostgreSQLTransaction) throws -> [Result<ModifyOutcome, any Error>]

    private struct Member: Sendable {
        let command: ModifyCommand
        let continuation: CheckedContinuation<ModifyOutcome, any Error>
    }

    private struct State {
        /// What waits; a database is here as long as somebody serves it.
        var lines: [DatabaseKey: [Member]] = [:]
        var count = 0
    }

    private let pool: PostgreSQLPool
    private let work: Work
    private let state = Mutex(State())

    init(_ pool: PostgreSQLPool, work: @escaping Work) {
        self.pool = pool
        self.work = work
    }

    /// Requests that wait for a transaction.
    var waitingCount: Int { state.withLock(\.count) }

    /// Does a command, together with others, and returns what it did once that is committed.
    ///
    /// - Throws: What the work says of the command; ``ServiceFault`` if too much is waiting already, and what
    ///   ``PostgreSQLPool/run(_:_:)`` throws.
    func modify(_ command: ModifyCommand) async throws -> ModifyOutcome {
        try await withCheckedThrowingContinuation { continuation in
            let key = command.zone.database
            let isFirst: Bool? = state.withLock { state in
                guard state.count < Self.capacity else { return nil }
                state.count += 1
                let isFirst = state.lines[key] == nil
                state.lines[key, default: []].append(Member(command: command, continuation: continuation))
                return isFirst
            }
            switch isFirst {
            case true?: Task { await self.serve(key) }
            case false?: break
            case nil:
                let busy = WireError(.tryAgainLater, reason: "too many requests are waiting", retryAfter: 1)
                continuation.resume(throwing: ServiceFault(busy))
            }
        }
    }

    /// Does what waits for a database until nothing does.
    private func serve(_ key: DatabaseKey) async {
        repeat { await commit(Group { self.next(of: key) }) } while hasMore(key)
    }

    private func hasMore(_ key: DatabaseKey) -> Bool {
        state.withLock { state in
            guard state.lines[key]?.isEmpty != false else { return true }
            state.lines[key] = nil
            return false
        }
    }

    /// Takes the first that waits, and the others for the same zone; a second try of a request waits for the first.
    private func next(of key: DatabaseKey) -> [Member] {
        state.withLock { state in
            guard let waiting = state.lines[key], let zone = waiting.first?.command.zone else { return [] }
            var (group, rest): ([Member], [Member]) = ([], [])
            var (operations, requests) = (0, Set<String>())
            for member in waiting {
                operations += member.command.operations.count
                let fits = group.isEmpty || operations <= Self.groupOperations && group.count < Self.groupSize
                let isNew = member.command.request.map { requests.insert($0.id).inserted } ?? true
                if fits, isNew, member.command.zone == zone { group.append(member) } else { rest.append(member) }
            }
            state.lines[key] = rest
            state.count -= group.count
            return group
        }
    }

    private func commit(_ group: Group) async {
        do {
            let outcomes = try await pool.run(.write, changes: group.changes) { db in
                try self.work(group.members.map(\.command), db)
            }
            for (member, outcome) in zip(group.members, outcomes) { member.continuation.resume(with: outcome) }
        } catch is PostgreSQLError where group.members.count > 1 {
            // One of them may be what PostgreSQL refuses: the others must not suffer for it.
            for member in group.members { await commit(Group { [member] }) }
        } catch {
            for member in group.members { member.continuation.resume(throwing: error) }
        }
    }

    /// Requests that go together: who they are is settled when a connection is there for them, and stays so.
    private final class Group: Sendable {
        private let take: @Sendable () -> [Member]
        private let taken = Mutex<[Member]?>(nil)

        init(_ take: @escaping @Sendable () -> [Member]) {
            self.take = take
        }

        var members: [Member] {
            taken.withLock { taken in
                let members = taken ?? take()
                taken = members
                return members
            }
        }

        /// What a transaction with these outcomes has changed.
        @Sendable func changes(_ outcomes: [Result<ModifyOutcome, any Error>]) -> [CommittedChange] {
            zip(members, outcomes).compactMap { member, outcome in
                guard case .success(let outcome) = outcome else { return nil }
                return CommittedChange(request: member.command.request, outcome: outcome)
            }
        }
    }
}
