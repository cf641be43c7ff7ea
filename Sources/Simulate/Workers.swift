import Foundation
import SimulationTesting
import Synchronization

/// Seeds in several processes side by side; what they say is said as it comes.
struct Workers {
    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Seeds for one process: what its worlds leave open when they end, it closes with its own end.
    private static let seedsOfAProcess: UInt64 = 250

    /// Whether one process is not enough; only a process that works alone shows traces and ends at the first failure.
    static func areNeeded(for arguments: Arguments) -> Bool {
        let isAlone = arguments.showsTrace || arguments.stopsAtFailure
        return arguments.jobs > 1 || arguments.count > seedsOfAProcess && !isAlone
    }

    /// Runs them; whether all of them went well.
    func run() throws -> Bool {
        let start = Date()
        let jobs = UInt64(arguments.jobs)
        let share = min((arguments.count + jobs - 1) / jobs, Self.seedsOfAProcess)
        let line = Line(starts: Array(stride(from: 0, to: arguments.count, by: Int(share))))
        let group = DispatchGroup()
        for _ in 0..<jobs {
            group.enter()
            Thread.detachNewThread {
                while let process = line.begin({ try child(from: $0, share) }) { line.ended(process) }
                group.leave()
            }
        }
        group.wait()
        if let error = line.error { throw error }
        let seconds = Int(Date().timeIntervalSince(start))
        say("\(arguments.count) seeds in \(seconds) s: \(line.isGood ? "all well" : "see above for what failed")")
        return line.isGood
    }

    private func child(from first: UInt64, _ share: UInt64) throws -> Process {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: Simulate.ownPath)
        var words = ["--first", "\(arguments.first + first)", "--seeds", "\(min(share, arguments.count - first))"]
        if let seconds = arguments.seconds { words += ["--seconds", "\(seconds)"] }
        if let only = arguments.only { words += ["--only", only.rawValue] }
        for part in arguments.leftOut { words += ["--without", part.name] }
        if let url = arguments.postgreSQL { words += ["--postgres", url] }
        if arguments.isByHand { words.append("--by-hand") }
        if arguments.runsTwice { words.append("--twice") }
        child.arguments = words
        try child.run()
        return child
    }

    /// The processes that are still to begin, and how those ended that have.
    private final class Line: Sendable {
        private struct State: Sendable {
            var starts: ArraySlice<UInt64>
            var isGood = true
            var error: (any Error)?
        }

        private let state: Mutex<State>

        init(starts: [UInt64]) { state = Mutex(State(starts: starts[...])) }

        var isGood: Bool { state.withLock { $0.isGood } }
        var error: (any Error)? { state.withLock { $0.error } }

        /// Begins the next one: one at a time, so that none inherits what tells of the end of another.
        func begin(_ start: (UInt64) throws -> Process) -> Process? {
            state.withLock { state in
                guard state.error == nil, let first = state.starts.popFirst() else { return nil }
                do {
                    return try start(first)
                } catch {
                    state.error = error
                    return nil
                }
            }
        }

        func ended(_ process: Process) {
            process.waitUntilExit()
            let isGood = process.terminationReason == .exit && process.terminationStatus == 0
            if !isGood { state.withLock { $0.isGood = false } }
        }
    }
}
