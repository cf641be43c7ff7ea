import MutantHunting
import SimulationTesting

/// Every fault that is built in on purpose, each with the first seed that finds it.
struct Mutants {
    let arguments: Arguments
    /// Seeds within which each must be found.
    static let mostSeeds: UInt64 = 1_000

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Looks for all; whether all were found.
    func run() throws -> Bool {
        let wanted = arguments.mutants
        let mutations = Mutation.all.filter { wanted.isEmpty || wanted.contains($0.name) }
        let table = MutantTable(
            mutations.map { mutation in
                let kind = mutation.place.kind.map { ["--only", $0.rawValue] } ?? []
                return .init(mutation.name, [mutation.place.rawValue, mutation.words], arguments: kind)
            },
            headings: ["where", "what it does"],
            program: Simulate.ownPath,
            words: ["--until-failure", "--name-seeds"],
            seeds: Self.mostSeeds,
            say: say
        )
        return try table.run(jobs: arguments.jobs)
    }
}
