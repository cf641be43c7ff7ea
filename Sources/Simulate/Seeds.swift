import Foundation
import SimulationTesting

/// Runs of seeds, one after the other.
struct Seeds {
    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Runs them; whether all of them went well.
    func run() throws -> Bool {
        JobLine.shared.catchJobs()
        return try WorldTemplate.withTemplate(line: .shared, postgreSQL: arguments.postgreSQL) { try run($0, .shared) }
    }

    private func run(_ template: WorldTemplate, _ line: JobLine) throws -> Bool {
        var (failures, runs) = (0, 0)
        let start = Date()
        var options = Run.Options()
        if let seconds = arguments.seconds { options.seconds = seconds }
        (options.isByHand, options.leftOut) = (arguments.isByHand, arguments.leftOut)
        for seed in arguments.first..<(arguments.first + arguments.count)
        where arguments.only == nil || arguments.only == RunKind(seed: seed) {
            if arguments.namesSeeds { say("begins \(seed)") }
            let report = try Run.report(seed: seed, options, template: template, line: line)
            runs += 1
            if arguments.showsTrace { for line in report.trace.lines { say(line) } }
            if let first = report.violations.first {
                failures += 1
                say("seed \(seed) fails (\(report.faults)): \(first)")
                if arguments.stopsAtFailure { break }
            }
            if arguments.runsTwice {
                let again = try Run.report(seed: seed, options, template: template, line: line)
                if again.trace.digest != report.trace.digest {
                    failures += 1
                    say("seed \(seed) takes another way the second time")
                }
            }
        }
        let each = Int(Date().timeIntervalSince(start) * 1_000 / Double(max(1, runs)))
        say("\(runs) seeds from \(arguments.first), \(failures) failed, \(each) ms each")
        return failures == 0
    }
}

/// One small story, in which the process of a device ends after its first durable step, then after its second, and so on.
struct EveryStep {
    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Tells them; whether all ended well.
    func run() throws -> Bool {
        JobLine.shared.catchJobs()
        return try WorldTemplate.withTemplate(line: .shared, postgreSQL: arguments.postgreSQL) { try run($0, .shared) }
    }

    private func run(_ template: WorldTemplate, _ line: JobLine) throws -> Bool {
        var options = Run.Options()
        options.faults = FaultPlan([])
        options.devices = 2
        options.seconds = arguments.seconds ?? 15
        options.isByHand = arguments.isByHand
        var (steps, failures) = (0, 0)
        while true {
            options.crash = (device: 0, steps: steps + 1)
            let report = try Run.report(seed: arguments.first, options, template: template, line: line)
            if let first = report.violations.first {
                failures += 1
                say("seed \(arguments.first) with an end after step \(steps + 1) fails: \(first)")
            }
            guard report.hasCrashed else { break }
            steps += 1
        }
        say("the process ended after each of \(steps) durable steps, \(failures) failed")
        return failures == 0 && steps > 0
    }
}
