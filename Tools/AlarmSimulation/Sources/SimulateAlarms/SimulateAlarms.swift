import AlarmSimulation
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Plays stories of alarms; Documentation/alarm-simulation.md says how.
@main
struct SimulateAlarms {
    static func main() {
        // The order of sets and dictionaries is left to chance by the process, unless it is told not to.
        if getenv("SWIFT_DETERMINISTIC_HASHING") == nil { beginAnew() }
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.showsHelp {
                writeLine(Arguments.help)
                exit(0)
            }
            let isGood = arguments.jobs > 1 ? try Workers(arguments).run() : try Seeds(arguments).run()
            exit(isGood ? 0 : 1)
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("SimulateAlarms: \(error)\n".utf8))
            exit(2)
        }
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
