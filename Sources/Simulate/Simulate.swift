import Foundation
import SimulationTesting

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs simulations from seeds; Documentation/simulation.md says how.
@main
struct Simulate {
    static func main() {
        // The order of sets and dictionaries is left to chance by the process, unless it is told not to.
        if getenv("SWIFT_DETERMINISTIC_HASHING") == nil { beginAnew() }
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            let start = Date()
            var isGood =
                switch arguments.mode {
                case .help: describe()
                case .seeds where Workers.areNeeded(for: arguments): try Workers(arguments).run()
                case .seeds: try Seeds(arguments).run()
                case .everyStep: try EveryStep(arguments).run()
                case .mutants: try Mutants(arguments).run()
                case .play: try Scenarios(arguments).play()
                case .record: try Scenarios(arguments).record()
                case .reduce: try Scenarios(arguments).reduce()
                }
            let seconds = Date().timeIntervalSince(start)
            if let limit = arguments.limit, seconds > limit {
                say("it took \(Int(seconds.rounded(.up))) s, and must not take more than \(Int(limit)) s")
                isGood = false
            }
            exit(isGood ? 0 : 1)
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("simulate: \(error)\n".utf8))
            exit(2)
        }
    }

    private static func describe() -> Bool {
        say(Arguments.help)
        return true
    }

    private static func beginAnew() {
        setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
        var words = CommandLine.arguments.map { strdup($0) }
        words.append(nil)
        execv(ownPath, &words)
    }

    /// The file of this program.
    static let ownPath = Bundle.main.executablePath ?? CommandLine.arguments[0]
}

/// Says something on standard output, at once.
func say(_ words: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((words + "\n").utf8))
}
