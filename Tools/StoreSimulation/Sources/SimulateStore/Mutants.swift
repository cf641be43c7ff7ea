import MutantHunting
import StoreSimulation

/// Every fault of the store that is built in on purpose, each with the first seed that finds it.
struct Mutants {
    let arguments: Arguments
    /// Seeds within which each must be found.
    private static let mostSeeds: UInt64 = 2_000

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Looks for all; whether all were found.
    func run() throws -> Bool {
        let wanted = arguments.mutants
        let mutations = StoreMutation.all.filter { wanted.isEmpty ? $0.story == nil : wanted.contains($0.name) }
        for mutation in StoreMutation.all where wanted.isEmpty {
            if let story = mutation.story { writeLine("\(mutation.name) is left to \(story)") }
        }
        let areFound = try table(mutations.map { .init($0.name, [$0.finder]) }, "what is to find it")
            .run(jobs: arguments.jobs)
        let ofParts = mutations.compactMap { mutation in
            mutation.part.map { MutantTable.Row(mutation.name, [$0.name], arguments: ["--without", $0.name]) }
        }
        guard !ofParts.isEmpty else { return areFound }
        writeLine("Without the part that is to find it, none may be found:")
        let areMissed = try table(ofParts, "left out").run(jobs: arguments.jobs, expectingNone: true)
        return areFound && areMissed
    }

    private func table(_ rows: [MutantTable.Row], _ heading: String) -> MutantTable {
        MutantTable(
            rows,
            headings: [heading],
            program: SimulateStore.ownPath,
            words: ["--stop", "--name-seeds"],
            seeds: Self.mostSeeds,
            say: writeLine
        )
    }
}
