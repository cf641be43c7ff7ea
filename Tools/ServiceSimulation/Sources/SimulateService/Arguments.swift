import ServiceSimulation

/// What the command line asks for.
struct Arguments {
    var first: UInt64 = 0
    var count: UInt64 = 100
    var jobs = 1
    var runsTwice = false
    var showsTrace = false
    var stopsAtFailure = false
    var showsCounts = false
    var showsHelp = false
    /// Whether each seed is named before its run, so that it is known in which one a process ended.
    var namesSeeds = false

    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    static let help = """
        Sends requests to the service beside a model, each run from one number: Documentation/service-simulation.md.

        --seed N           one seed, with its trace
        --first N          the first seed (0)
        --seeds N          how many (100)
        --jobs N           in so many processes side by side
        --twice            each seed twice: both runs must be the same
        --trace            what happens, request by request
        --stop             end at the first failure
        --counts           how often answers, errors and faults happened
        --name-seeds       names each seed before its run
        """

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
            case "--stop": stopsAtFailure = true
            case "--counts": showsCounts = true
            case "--name-seeds": namesSeeds = true
            default: throw Misuse(description: "\(word) is not known\n\(Self.help)")
            }
        }
    }
}
