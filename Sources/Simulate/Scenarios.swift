import Foundation
import SimulationTesting

/// Runs that are written down in files, one after the other.
struct Scenarios {
    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Plays the files; whether all of them went well.
    func play() throws -> Bool {
        try withRunner { runner in
            var failures = 0
            for file in arguments.files {
                let report = try runner.report(try Self.read(file))
                if arguments.showsTrace { for line in report.trace.lines { say(line) } }
                guard let first = report.violations.first else { continue }
                failures += 1
                say("\(file) fails: \(first)")
            }
            say("\(arguments.files.count) scenarios, \(failures) failed")
            return failures == 0
        }
    }

    /// Writes the run of a seed down.
    func record() throws -> Bool {
        guard let file = arguments.files.first else { return false }
        return try withRunner { runner in
            var options = Run.Options()
            (options.isByHand, options.leftOut) = (arguments.isByHand, arguments.leftOut)
            let report = try runner.report(seed: arguments.first, options)
            var scenario = report.recorded
            scenario.comment = ["Recorded from seed \(arguments.first)."]
            if let first = report.violations.first { scenario.comment.append("\(first)") }
            try ScenarioText.text(of: scenario).write(toFile: file, atomically: true, encoding: .utf8)
            return true
        }
    }

    /// Makes the scenarios of files smaller for as long as the same property fails, and writes them back.
    func reduce() throws -> Bool {
        try withRunner { runner in
            var isGood = true
            for file in arguments.files {
                var scenario = try Self.read(file)
                guard let wanted = try runner.violation(of: scenario, file) else {
                    isGood = false
                    continue
                }
                var runs = 0
                let reducer = ScenarioReducer { candidate in
                    runs += 1
                    return try runner.report(candidate).violations.first?.property == wanted
                }
                guard let reduced = try reducer.reduce(scenario) else {
                    isGood = false
                    continue
                }
                scenario = reduced
                try ScenarioText.text(of: scenario).write(toFile: file, atomically: true, encoding: .utf8)
                say("\(file): \(scenario.events.count) events, \(scenario.deliveries.count) messages, \(runs) runs")
            }
            return isGood
        }
    }

    private static func read(_ file: String) throws -> Scenario {
        try ScenarioText.parse(try String(contentsOfFile: file, encoding: .utf8))
    }

    private func withRunner(_ body: (Runner) throws -> Bool) throws -> Bool {
        let line = JobLine.shared
        line.catchJobs()
        return try WorldTemplate.withTemplate(line: line, postgreSQL: arguments.postgreSQL) { template in
            try body(Runner(line: line, template: template))
        }
    }

    private struct Runner {
        let line: JobLine
        let template: WorldTemplate

        func report(_ scenario: Scenario) throws -> Run.Report {
            var options = Run.Options()
            options.scenario = scenario
            return try report(seed: 1, options)
        }

        func report(seed: UInt64, _ options: Run.Options) throws -> Run.Report {
            try Run.report(seed: seed, options, template: template, line: line)
        }

        /// The property that fails in a scenario, in whatever order of tasks.
        func violation(of scenario: Scenario, _ file: String) throws -> Violation.Property? {
            var candidate = scenario
            for order in [scenario.order, nil] + (1...40).map(Optional.some) {
                candidate.order = order
                if let first = try report(candidate).violations.first {
                    say("\(file): \(first)")
                    return first.property
                }
            }
            say("\(file) does not fail")
            return nil
        }
    }
}
