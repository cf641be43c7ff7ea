/// What the command line asks for.
struct StressArguments {
    var seed = UInt64.random(in: 0..<1_000_000)
    var seconds: Double = 60
    /// Steps of each writer; the seconds count where it is nil.
    var steps: Int?
    var processes = 2
    var threads = 3
    var actors = 2
    var showsHelp = false
    /// The part of the run that this process has; nil for the one that begins the others.
    var part: Part?

    /// One of the processes that write.
    struct Part {
        var number: Int
        var folder: String
    }

    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    static let help = """
        Lets several processes change one store at once, each with threads, model actors and a main context, and compares the
        store in the end with what their saves acknowledged: Documentation/store-simulation.md.

        --seconds N        for so long (60)
        --steps N          instead: so many steps of each writer
        --seed N           what each writer does; who comes first is the machine's affair (a random one)
        --processes N      how many processes (2)
        --threads N        threads in each, with a context of their own (3)
        --actors N         model actors in each (2); the main context writes, too

        Ends with status 1, and leaves the store where it says, if something is not as it was acknowledged.
        """

    init(_ words: [String]) throws {
        var words = words[...]
        func value() throws -> String {
            guard let word = words.popFirst() else { throw Misuse(description: "a value is missing\n\(Self.help)") }
            return word
        }
        func number(atLeast least: Int = 0) throws -> Int {
            let word = try value()
            guard let number = Int(word), number >= least else {
                throw Misuse(description: "\(word) is no number of at least \(least)\n\(Self.help)")
            }
            return number
        }
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h": showsHelp = true
            case "--seconds": seconds = Double(try number(atLeast: 1))
            case "--steps": steps = try number(atLeast: 1)
            case "--seed": seed = UInt64(try number())
            case "--processes": processes = try number(atLeast: 1)
            case "--threads": threads = try number()
            case "--actors": actors = try number()
            // For the processes that this one begins.
            case "--part": part = Part(number: try number(), folder: try value())
            default: throw Misuse(description: "\(word) is not known\n\(Self.help)")
            }
        }
    }

    /// The same for one of the processes.
    func words(forPart number: Int, in folder: String) -> [String] {
        var words = ["--seed", "\(seed)", "--seconds", "\(Int(seconds))", "--processes", "\(processes)"]
        words += ["--threads", "\(threads)", "--actors", "\(actors)", "--part", "\(number)", folder]
        if let steps { words += ["--steps", "\(steps)"] }
        return words
    }
}
