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
        let all = mutations.map { row($0, [$0.place.rawValue, $0.words]) }
        let areFound = try table(all, ["where", "what it does"]).run(jobs: arguments.jobs)
        let ofParts = mutations.compactMap { mutation in
            mutation.part.map { row(mutation, [$0.name], ["--without", $0.name]) }
        }
        guard !ofParts.isEmpty else { return areFound }
        say("Without the part that is to find it, none may be found:")
        let areMissed = try table(ofParts, ["left out"]).run(jobs: arguments.jobs, expectingNone: true)
        return areFound && areMissed
    }

    /// A fault among the runs that can find it.
    private func row(_ mutation: Mutation, _ columns: [String], _ words: [String] = []) -> MutantTable.Row {
        var words = words
        if let kind = mutation.place.kind { words += ["--only", kind.rawValue] }
        if mutation.place == .postgreSQL, let url = arguments.postgreSQL { words += ["--postgres", url] }
        return .init(mutation.name, columns, arguments: words)
    }

    private func table(_ rows: [MutantTable.Row], _ headings: [String]) -> MutantTable {
        MutantTable(
            rows,
            headings: headings,
            program: Simulate.ownPath,
            words: ["--until-failure", "--name-seeds"],
            seeds: Self.mostSeeds,
            say: say
        )
    }
}
