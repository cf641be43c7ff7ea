import Foundation
import Synchronization

/// Waits that end when a test says so, and never by themselves.
package final class VirtualWaits: Sendable {
    private struct State {
        var last = 0
        var begun: [TimeInterval] = []
        var open: [Int: CheckedContinuation<Void, any Error>] = [:]
        var uptime: TimeInterval = 0
        /// When those that are open are over.
        var deadlines: [Int: TimeInterval] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The seconds of all waits that were begun.
    package var begun: [TimeInterval] { state.withLock { $0.begun } }
    /// How many wait now.
    package var openCount: Int { state.withLock { $0.open.count } }

    /// The time by which waits are measured: after a wait its seconds have passed.
    package var uptime: TimeInterval { state.withLock { $0.uptime } }

    /// Lets time pass in which no wait ends.
    package func pass(seconds: TimeInterval) {
        state.withLock { $0.uptime += seconds }
    }

    package func wait(_ seconds: TimeInterval) async throws {
        let number = state.withLock { state in
            state.last += 1
            state.begun.append(seconds)
            state.deadlines[state.last] = state.uptime + seconds
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(number) == nil { state.open[number] = continuation }
                    return state.open[number] == nil
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                if state.open[number] == nil { state.cancelled.insert(number) }
                state.deadlines[number] = nil
                return state.open.removeValue(forKey: number)
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Lets all that wait go on.
    package func end() {
        let open = state.withLock { state in
            defer { (state.open, state.deadlines) = ([:], state.deadlines.filter { state.open[$0.key] == nil }) }
            state.uptime = state.open.keys.compactMap { state.deadlines[$0] }.reduce(state.uptime, max)
            return state.open
        }
        for continuation in open.values { continuation.resume() }
    }

    /// Ends every wait as soon as it begins, until the task is cancelled.
    package func endContinuously() -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                end()
                await Task.yield()
            }
        }
    }
}
