import Foundation
import MigrationSimulation

/// Runs of seeds, one after the other.
struct Seeds {
    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Runs them; whether all of them went well.
    func run() throws -> Bool {
        let start = Date()
        var failures = 0
        var counts: [String: Int] = [:]
        for seed in arguments.first..<(arguments.first + arguments.count) {
            if arguments.namesSeeds { writeLine("begins \(seed)") }
            let report = try ChainRun.report(seed: seed, hasUndecided: arguments.hasUndecided)
            counts.merge(report.counts) { $0 + $1 }
            if arguments.showsTrace { for line in report.trace.lines { writeLine(line) } }
            if let violation = report.violation {
                failures += 1
                writeLine("seed \(seed) fails: \(violation)")
                if arguments.stopsAtFailure { break }
            }
            if arguments.runsTwice,
                try ChainRun.report(seed: seed, hasUndecided: arguments.hasUndecided).trace.digest
                    != report.trace.digest
            {
                failures += 1
                writeLine("seed \(seed) takes another way the second time")
            }
        }
        let each = Date().timeIntervalSince(start) * 1_000 / Double(max(1, arguments.count))
        writeLine(
            "\(arguments.count) seeds from \(arguments.first), \(failures) failed, \(Int(each.rounded())) ms each"
        )
        if arguments.showsCounts {
            for (name, count) in counts.sorted(by: { $0.key < $1.key }) { writeLine("  \(name): \(count)") }
        }
        return failures == 0
    }
}
