import MutantHunting
import StoreSimulation

/// What the command line asks for.
struct Arguments {
    var first: UInt64 = 0
    var count: UInt64 = 100
    var jobs = 1
    var runsTwice = false
    var showsTrace = false
    var shrinks = false
    var stopsAtFailure = false
    var showsCounts = false
    var showsHelp = false
    /// Whether each seed is named before its run, so that it is known in which one a process ended.
    var namesSeeds = false
    /// Parts that no story has.
    var leftOut: Set<StoryPart> = []
    var huntsMutants = false
    /// Mutants that are looked for; none for all.
    var mutants: [String] = []

    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    static let help = """
        Plays stories of a store on a disk that fails, each from one number: Documentation/store-simulation.md.

        --seed N           one seed, with its trace
        --first N          the first seed (0)
        --seeds N          how many (100)
        --jobs N           in so many processes side by side
        --twice            each seed twice: both runs must be the same
        --trace            what happens, step by step
        --shrink           a failing seed's shortest story
        --stop             end at the first failure
        --counts           how often faults, recoveries and interleavings happened
        --name-seeds       names each seed before its run
        --without PART     stories without a part; may be repeated. The parts:
                           \(partNames)
        --mutants          looks for all faults made by hand (a build of Scripts/mutants)
        --mutant NAME      looks for one of them
        """

    private static var partNames: String { NameList.text(StoryPart.all.map(\.name), onLine: 6, indentation: 19) }

    init(_ words: [String]) throws {
        var words = words[...]
        func number() throws -> UInt64 {
            guard let word = words.popFirst(), let number = UInt64(word) else {
                throw Misuse(description: "a number is missing\n\(Self.help)")
            }
            return number
        }
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h": showsHelp = true
            case "--seed": (first, count, showsTrace) = (try number(), 1, true)
            case "--first": first = try number()
            case "--seeds": count = try number()
            case "--jobs": jobs = Int(try number())
            case "--twice": runsTwice = true
            case "--trace": showsTrace = true
            case "--shrink": shrinks = true
            case "--stop": stopsAtFailure = true
            case "--counts": showsCounts = true
            case "--name-seeds": namesSeeds = true
            case "--without":
                guard let part = words.popFirst().flatMap(StoryPart.init(named:)) else {
                    throw Misuse(description: "--without wants the name of a part\n\(Self.help)")
                }
                leftOut.insert(part)
            case "--mutants": huntsMutants = true
            case "--mutant":
                guard let name = words.popFirst(), StoreMutation.all.contains(where: { $0.name == name }) else {
                    throw Misuse(description: "--mutant wants the name of one\n\(Self.help)")
                }
                huntsMutants = true
                mutants.append(name)
            default: throw Misuse(description: "\(word) is not known\n\(Self.help)")
            }
        }
    }
}
