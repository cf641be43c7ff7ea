import Foundation
import ServiceSimulation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs of the simulated service; Documentation/service-simulation.md says how.
@main
struct SimulateService {
    static func main() async {
        // The order of sets and dictionaries is left to chance by the process, unless it is told not to.
        if getenv("SWIFT_DETERMINISTIC_HASHING") == nil { beginAnew() }
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.showsHelp {
                writeLine(Arguments.help)
                exit(0)
            }
            let isGood = arguments.jobs > 1 ? try Workers(arguments).run() : try await Seeds(arguments).run()
            exit(isGood ? 0 : 1)
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("SimulateService: \(error)\n".utf8))
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
