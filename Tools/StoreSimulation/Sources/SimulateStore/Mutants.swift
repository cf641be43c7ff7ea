import MutantHunting
import StoreSimulation

/// Every fault of the store that is built in on purpose, each with the first seed that finds it.
struct Mutants {
    let arguments: Arguments
    /// Seeds within which each must be found.
    private static let mostSeeds: UInt64 = 2_000

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Looks for all; whether all were found, and none of those that a part is for without that part.
    func run() throws -> Bool {
        let wanted = arguments.mutants
        let mutations = StoreMutation.all.filter { wanted.isEmpty ? $0.story == nil : wanted.contains($0.name) }
        for mutation in StoreMutation.all where wanted.isEmpty {
            if let story = mutation.story { writeLine("\(mutation.name) is left to \(story)") }
        }
        let table = MutantTable(
            mutations.map { .init($0.name, [$0.finder], part: $0.part?.name) },
            headings: ["what is to find it"],
            program: SimulateStore.ownPath,
            words: ["--stop", "--name-seeds"],
            seeds: Self.mostSeeds,
            say: writeLine
        )
        return try table.run(jobs: arguments.jobs)
    }
}
