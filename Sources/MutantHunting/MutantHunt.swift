/// What a run of seeds that ends at the first failure came to, as it says itself.
package enum SeedsAnswer: Equatable, Sendable {
    /// No seed failed.
    case allWell
    /// A seed failed; the word is what it broke.
    case failed(seed: UInt64, word: String)
    /// The process ended in the middle of a seed, or before the first one.
    case ended(seed: UInt64?)

    /// Reads the lines of `simulate --until-failure --name-seeds`.
    package init(said text: String) {
        var begun: UInt64?
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "begins", words.count == 2 { begun = UInt64(words[1]) }
            if words.first == "seed", words.count > 2, words[2] == "fails", let seed = UInt64(words[1]) {
                let word = line.range(of: "): ").map { line[$0.upperBound...].prefix { $0 != ":" } } ?? ""
                self = .failed(seed: seed, word: String(word))
                return
            }
        }
        self = text.contains(" seeds from ") ? .allWell : .ended(seed: begun)
    }
}

/// Looks for the first seed that finds a fault which was put in on purpose.
///
/// A seed that fails, or ends the process, without the fault as well says nothing of it and is passed over.
package struct MutantHunt {
    /// What finds a fault.
    package struct Find: Equatable, Sendable {
        /// The first seed that does.
        package let seed: UInt64
        /// What it breaks.
        package let word: String
    }

    private let seeds: UInt64
    private let run: (_ isMutated: Bool, _ first: UInt64, _ count: UInt64) throws -> SeedsAnswer

    /// - Parameters:
    ///   - seeds: How many are looked through, from 0.
    ///   - run: Runs so many seeds from one on, up to the first that fails, with the fault or without.
    package init(
        seeds: UInt64,
        run: @escaping (_ isMutated: Bool, _ first: UInt64, _ count: UInt64) throws -> SeedsAnswer
    ) {
        (self.seeds, self.run) = (seeds, run)
    }

    /// Looks; nil where no seed finds it.
    ///
    /// Throws what a run throws.
    package func find() throws -> Find? {
        var first: UInt64 = 0
        while first < seeds {
            let found: Find
            switch try run(true, first, seeds - first) {
            case .allWell, .ended(seed: nil): return nil
            case .failed(let seed, let word): found = Find(seed: seed, word: word)
            case .ended(let seed?): found = Find(seed: seed, word: "the process ended")
            }
            if try run(false, found.seed, 1) == .allWell { return found }
            first = found.seed + 1
        }
        return nil
    }
}
