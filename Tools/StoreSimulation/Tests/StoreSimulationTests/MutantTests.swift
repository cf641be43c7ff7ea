import Foundation
import Testing

/// The faults made by hand: each is a rewrite of one place in a file of the store.
@Suite struct MutantTests {
    private struct Mutant: Decodable {
        let name: String
        let file: String
        let text: String
        let replacement: String
        /// Which part of the simulation is to find it.
        let finder: String
        /// Within how many seeds.
        let seeds: Int
    }

    private static let root = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    private func mutants() throws -> [Mutant] {
        let file = Self.root.appendingPathComponent("Tools/StoreSimulation/Mutants/mutants.json")
        return try JSONDecoder().decode([Mutant].self, from: Data(contentsOf: file))
    }

    @Test func eachStillApplies() throws {
        for mutant in try mutants() {
            let text = try String(contentsOf: Self.root.appendingPathComponent(mutant.file), encoding: .utf8)
            #expect(text.components(separatedBy: mutant.text).count == 2, "\(mutant.name)")
            #expect(mutant.text != mutant.replacement, "\(mutant.name)")
        }
    }

    @Test func eachHasANameAndAFinder() throws {
        let mutants = try mutants()
        #expect(Set(mutants.map(\.name)).count == mutants.count)
        #expect(mutants.allSatisfy { !$0.finder.isEmpty && $0.seeds > 0 })
        #expect(mutants.count >= 20)
    }
}
