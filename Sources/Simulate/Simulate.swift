import Foundation
import SimulationTesting

/// Runs simulations: `simulate --seeds 300`, `simulate --seed 7 --trace`.
@main
struct Simulate {
    static func main() {
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            Foundation.exit(try Simulation(arguments).run() ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("simulate: \(error)\n".utf8))
            Foundation.exit(2)
        }
    }
}

/// What was asked for.
struct Arguments {
    var first: UInt64 = 0
    var count: UInt64 = 300
    var showsTrace = false
    var runsTwice = false
    var seconds: UInt64?

    struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    init(_ words: [String]) throws {
        var words = words[...]
        while let word = words.popFirst() {
            func number() throws -> UInt64 {
                guard let next = words.popFirst(), let value = UInt64(next) else {
                    throw Unknown(description: "\(word) wants a number")
                }
                return value
            }
            switch word {
            case "--seeds": count = try number()
            case "--first": first = try number()
            case "--seed":
                (first, count) = (try number(), 1)
            case "--trace": showsTrace = true
            case "--twice": runsTwice = true
            case "--seconds": seconds = try number()
            default: throw Unknown(description: "\(word) is not understood")
            }
        }
    }
}

/// The runs that were asked for, one after the other.
struct Simulation {
    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Runs them; whether all of them went well.
    func run() throws -> Bool {
        let line = JobLine.shared
        try line.catchJobs()
        let template = try WorldTemplate(line: line)
        defer { template.end() }
        var failed: [UInt64] = []
        let start = Date()
        for seed in arguments.first..<(arguments.first + arguments.count) {
            var options = Run.Options()
            if let seconds = arguments.seconds { options.seconds = Int(seconds) }
            let report = try Run.report(seed: seed, options, template: template, line: line)
            if arguments.showsTrace { for line in report.trace.lines { say(line) } }
            if !report.violations.isEmpty {
                failed.append(seed)
                say("seed \(seed) fails (\(report.faults)): \(report.violations[0])")
            }
            if arguments.runsTwice {
                let again = try Run.report(seed: seed, options, template: template, line: line)
                if again.trace.digest != report.trace.digest { say("seed \(seed) has another trace the second time") }
            }
        }
        let seconds = Date().timeIntervalSince(start)
        let each = Int(seconds * 1_000 / Double(arguments.count))
        say("\(arguments.count) seeds, \(failed.count) failed, \(each) ms each")
        return failed.isEmpty
    }

    private func say(_ words: String) {
        FileHandle.standardOutput.write(Data((words + "\n").utf8))
    }
}
