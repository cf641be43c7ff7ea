import Foundation
import ServiceSimulation
import Synchronization

/// Seeds in several processes side by side; what they say is said as it comes.
struct Workers {
    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Seeds for one process: memory of worlds that ended is given back by its end.
    private static let seedsOfAProcess: UInt64 = 200

    /// Runs them; whether all of them went well.
    func run() throws -> Bool {
        let start = Date()
        let queue = Queue(
            Array(stride(from: arguments.first, to: arguments.first + arguments.count, by: Int(Self.seedsOfAProcess)))
        )
        let group = DispatchGroup()
        for _ in 0..<arguments.jobs {
            group.enter()
            Thread.detachNewThread {
                while let first = queue.next() {
                    do { queue.ended(isGood: try run(from: first)) } catch { queue.ended(isGood: false) }
                }
                group.leave()
            }
        }
        group.wait()
        let seconds = Int(Date().timeIntervalSince(start))
        writeLine(
            "\(arguments.count) seeds in \(seconds) s: \(queue.isGood ? "all well" : "see above for what failed")"
        )
        return queue.isGood
    }

    private func run(from first: UInt64) throws -> Bool {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: SimulateService.ownPath)
        let end = min(first + Self.seedsOfAProcess, arguments.first + arguments.count)
        var words = ["--first", "\(first)", "--seeds", "\(end - first)"]
        if arguments.runsTwice { words.append("--twice") }
        if arguments.showsCounts { words.append("--counts") }
        child.arguments = words
        try child.run()
        child.waitUntilExit()
        let isGood = child.terminationReason == .exit && child.terminationStatus == 0
        if child.terminationReason != .exit {
            writeLine("seeds from \(first): the process ended by signal \(child.terminationStatus)")
        }
        return isGood
    }

    /// The seeds that are still to begin.
    private final class Queue: Sendable {
        private let state: Mutex<(starts: ArraySlice<UInt64>, isGood: Bool)>

        init(_ starts: [UInt64]) { state = Mutex((starts[...], true)) }

        var isGood: Bool { state.withLock { $0.isGood } }
        func next() -> UInt64? { state.withLock { $0.starts.popFirst() } }
        func ended(isGood: Bool) { if !isGood { state.withLock { $0.isGood = false } } }
    }
}
