import AlarmSimulation
import Foundation

/// Runs of seeds, one after the other.
struct Seeds {
    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Runs them; whether all of them went well.
    func run() throws -> Bool {
        let start = Date()
        var failures = 0
        for seed in arguments.first..<(arguments.first + arguments.count) {
            if arguments.namesSeeds { writeLine("begins \(seed)") }
            let report = try AlarmStory.report(seed)
            if arguments.showsTrace { for line in report.trace.lines { writeLine(line) } }
            if let violation = report.violation {
                failures += 1
                writeLine("seed \(seed) fails (alarms): \(violation)")
                if arguments.stopsAtFailure { break }
            }
            if arguments.runsTwice, try AlarmStory.report(seed).trace.digest != report.trace.digest {
                failures += 1
                writeLine("seed \(seed) takes another way the second time")
                if arguments.stopsAtFailure { break }
            }
        }
        let each = Date().timeIntervalSince(start) * 1_000 / Double(max(1, arguments.count))
        writeLine(
            "\(arguments.count) seeds from \(arguments.first), \(failures) failed, \(Int(each.rounded())) ms each"
        )
        return failures == 0
    }
}
