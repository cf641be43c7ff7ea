import MutantHunting
import SimulationTesting

/// Every fault that is built in on purpose, each with the first seed that finds it.
struct Mutants {
    let arguments: Arguments
    /// Seeds within which each must be found.
    static let mostSeeds: UInt64 = 1_000

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Looks for all; whether all were found, and none of those that a part is for without that part.
    func run() throws -> Bool {
        let wanted = arguments.mutants
        let mutations = Mutation.all.filter { wanted.isEmpty || wanted.contains($0.name) }
        if arguments.postgreSQL == nil, let one = mutations.first(where: { $0.place == .postgreSQL }) {
            throw Arguments.Unknown(description: "\(one.name) is found over PostgreSQL: --postgres names a server")
        }
        let table = MutantTable(
            mutations.map(row),
            headings: ["where", "what it does"],
            program: Simulate.ownPath,
            words: ["--until-failure", "--name-seeds"],
            seeds: Self.mostSeeds,
            say: say
        )
        return try table.run(jobs: arguments.jobs)
    }

    /// A fault among the runs that can find it.
    private func row(_ mutation: Mutation) -> MutantTable.Row {
        var words = mutation.place.kind.map { ["--only", $0.rawValue] } ?? []
        if mutation.place == .postgreSQL, let url = arguments.postgreSQL { words += ["--postgres", url] }
        let columns = [mutation.place.rawValue, mutation.words]
        return .init(mutation.name, columns, arguments: words, part: mutation.part?.name)
    }
}
