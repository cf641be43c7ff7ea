import Foundation
import Testing

@testable import MutantHunting
@testable import SimulationTesting

/// What counts as the find of a fault that was put in on purpose.
@Suite("The hunt for mutants")
struct MutantHuntTests {
    /// A program in which some seeds fail with the fault, some without it, and some end the process.
    private static func hunt(_ seeds: UInt64, mutated: [UInt64: SeedsAnswer], bare: Set<UInt64> = []) -> MutantHunt {
        MutantHunt(seeds: seeds) { isMutated, first, count in
            let range = first..<(first + count)
            let failing = isMutated ? mutated.keys.filter(range.contains).min() : bare.filter(range.contains).min()
            guard let seed = failing else { return .allWell }
            return isMutated ? mutated[seed] ?? .allWell : .failed(seed: seed, word: "liveness")
        }
    }

    @Test("The first seed that fails with the fault and not without it is the one that finds it")
    func first() throws {
        let mutated: [UInt64: SeedsAnswer] = [
            2: .failed(seed: 2, word: "storm"), 5: .ended(seed: 5), 7: .failed(seed: 7, word: "feed"),
        ]
        #expect(try Self.hunt(10, mutated: mutated).find() == .init(seed: 2, word: "storm"))
        #expect(try Self.hunt(10, mutated: mutated, bare: [2]).find() == .init(seed: 5, word: "the process ended"))
        #expect(try Self.hunt(10, mutated: mutated, bare: [2, 5]).find() == .init(seed: 7, word: "feed"))
        #expect(try Self.hunt(10, mutated: mutated, bare: [2, 5, 7]).find() == nil)
        #expect(try Self.hunt(2, mutated: mutated).find() == nil)
        #expect(try Self.hunt(10, mutated: [0: .ended(seed: nil)]).find() == nil)
    }

    @Test("What a program says is understood")
    func answers() {
        let well = "begins 3\nbegins 4\n2 seeds from 3, 0 failed, 9 ms each\n"
        #expect(SeedsAnswer(said: well) == .allWell)
        let failed =
            "begins 3\nseed 3 fails (clientCrash (all)): feed: who followed\n1 seeds from 3, 1 failed, 9 ms each\n"
        #expect(SeedsAnswer(said: failed) == .failed(seed: 3, word: "feed"))
        #expect(SeedsAnswer(said: "begins 3\nbegins 4\n") == .ended(seed: 4))
        #expect(SeedsAnswer(said: "") == .ended(seed: nil))
    }

    @Test("The page about simulations has a row for each fault, in the words and the order of the code")
    func rows() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "Documentation/simulation.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
            $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let mutants = rows.filter { $0.count == 5 && UInt64($0[3]) != nil }
        #expect(mutants.map { Array($0[..<3]) } == Mutation.all.map { ["`\($0.name)`", $0.place.rawValue, $0.words] })
        #expect(mutants.allSatisfy { (UInt64($0[3]) ?? .max) < 1_000 })
    }
}
