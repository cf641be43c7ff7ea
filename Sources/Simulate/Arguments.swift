import Foundation
import MutantHunting
import SimulationTesting

/// What was asked for.
struct Arguments: Sendable {
    enum Mode: Sendable {
        case seeds, everyStep, mutants, play, record, reduce, help
    }

    var mode = Mode.seeds
    var first: UInt64 = 0
    var count: UInt64 = 300
    /// Processes that work side by side.
    var jobs = 1
    /// Seconds for which things go wrong in each run; nil is the usual time.
    var seconds: Int?
    /// Seconds that all of it may take.
    var limit: Double?
    var showsTrace = false
    /// Whether mirroring is asked to sync in all runs about it, and never works by itself.
    var isByHand = false
    var runsTwice = false
    var stopsAtFailure = false
    /// Whether each seed is named before its run, so that it is known in which one a process ended.
    var namesSeeds = false
    /// Parts that no run has.
    var leftOut: Set<RunPart> = []
    /// What runs must be about; nil for all.
    var only: RunKind?
    /// The server of PostgreSQL on which the service has its store; nil for a file.
    var postgreSQL: String?
    /// Mutants that are looked for; none for all.
    var mutants: [String] = []
    /// The files of scenarios.
    var files: [String] = []

    struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    static let help = """
        Plays devices, service and network through, each run from one number: Documentation/simulation.md.

        --seeds N            so many seeds (300)
        --first N            the first seed (0)
        --seed N             one seed, with its trace
        --only KIND          ideabox or mirroring alone
        --without PART       runs without a part; may be repeated. The parts:
                             \(partNames)
        --by-hand            mirroring never works by itself
        --postgres URL       the service has its store in a PostgreSQL that runs there, in databases that it makes and drops
        --seconds N          seconds of virtual time for which things go wrong
        --jobs N             in so many processes side by side
        --within N           fails if it takes more seconds than that
        --twice              each seed twice: both runs must be the same
        --trace, --quiet     with and without what happens, step by step
        --name-seeds         names each seed before its run
        --until-failure      ends at the first failure
        --every-step         one seed, with an end of the process after each of its steps
        --record FILE        writes the run of a seed into a file
        --scenario FILE …    plays what is written down
        --reduce FILE        removes what a failure does not need
        --mutants            looks for all faults made by hand (a build of Scripts/mutants)
        --mutant NAME        looks for one of them
        """

    private static var partNames: String { NameList.text(RunPart.all.map(\.name), onLine: 5, indentation: 21) }

    init(_ words: [String]) throws {
        var words = words[...]
        while let word = words.popFirst() {
            func number() throws -> UInt64 {
                guard let next = words.popFirst(), let value = UInt64(next), value < 1 << 62 else {
                    throw Unknown(description: "\(word) wants a number")
                }
                return value
            }
            switch word {
            case "--help", "-h":
                mode = .help
                return
            case "--trace": showsTrace = true
            case "--seeds": count = max(1, try number())
            case "--first": first = try number()
            case "--seed": (first, count, showsTrace) = (try number(), 1, true)
            case "--jobs": jobs = Int(max(1, try number()))
            case "--seconds": seconds = Int(try number())
            case "--within": limit = Double(try number())
            case "--quiet": showsTrace = false
            case "--twice": runsTwice = true
            case "--by-hand": isByHand = true
            case "--until-failure": stopsAtFailure = true
            case "--name-seeds": namesSeeds = true
            case "--every-step": mode = .everyStep
            case "--only":
                guard let kind = words.popFirst().flatMap(RunKind.init(rawValue:)) else {
                    throw Unknown(description: "--only wants ideabox or mirroring")
                }
                only = kind
            case "--without":
                guard let part = words.popFirst().flatMap(RunPart.init(named:)) else {
                    throw Unknown(description: "--without wants the name of a part; --help lists them")
                }
                leftOut.insert(part)
            case "--postgres":
                guard let url = words.popFirst(), url.hasPrefix("postgres") else {
                    throw Unknown(description: "--postgres wants a URL, such as the one of Scripts/postgres start")
                }
                postgreSQL = url
            case "--mutants": mode = .mutants
            case "--mutant":
                guard let name = words.popFirst(), Mutation.all.contains(where: { $0.name == name }) else {
                    throw Unknown(description: "--mutant wants the name of one")
                }
                mode = .mutants
                mutants.append(name)
            case "--scenario", "--record", "--reduce":
                guard let file = words.popFirst() else { throw Unknown(description: "\(word) wants a file") }
                mode = word == "--scenario" ? .play : word == "--record" ? .record : .reduce
                files.append(file)
            default:
                guard !files.isEmpty, !word.hasPrefix("-") else {
                    throw Unknown(description: "\(word) is not understood; --help lists what is")
                }
                files.append(word)
            }
        }
    }
}
