import Dispatch
import Synchronization

/// Holds the next transaction before its commit while it is closed, and counts all that have passed.
final class CommitGate: Sendable {
    private enum Holding {
        case nothing
        /// A thread that waits for the semaphore.
        case thread
        case task(CheckedContinuation<Void, Never>)
    }

    private struct State {
        var isClosed = false
        var holding = Holding.nothing
        var isHolding = false
        var count = 0
        var observer: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    /// The number of transactions that have come here.
    var count: Int { state.withLock(\.count) }

    /// Lets the next transaction wait. Those that come while it waits pass.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Returns once a transaction is held.
    func reached() async {
        await withCheckedContinuation { continuation in
            let isHolding = state.withLock { state in
                if !state.isHolding { state.observer = continuation }
                return state.isHolding
            }
            if isHolding { continuation.resume() }
        }
    }

    /// Releases the transaction that is held, if there is one, and holds no other.
    func open() {
        let held = state.withLock { state in
            defer { (state.isClosed, state.isHolding, state.holding) = (false, false, .nothing) }
            return state.holding
        }
        switch held {
        case .nothing: break
        case .thread: semaphore.signal()
        case .task(let continuation): continuation.resume()
        }
    }

    /// Called by the thread of a transaction.
    func pass() {
        guard enter(.thread) else { return }
        semaphore.wait()
    }

    /// Called by a transaction that runs in a task, whose thread others need.
    func passInTask() async {
        await withCheckedContinuation { continuation in
            if !enter(.task(continuation)) { continuation.resume() }
        }
    }

    /// Counts a transaction; true if it is to be held.
    private func enter(_ holding: Holding) -> Bool {
        let (isHeld, observer) = state.withLock { state in
            state.count += 1
            guard state.isClosed else { return (false, CheckedContinuation<Void, Never>?.none) }
            (state.isClosed, state.isHolding, state.holding) = (false, true, holding)
            defer { state.observer = nil }
            return (true, state.observer)
        }
        observer?.resume()
        return isHeld
    }
}
