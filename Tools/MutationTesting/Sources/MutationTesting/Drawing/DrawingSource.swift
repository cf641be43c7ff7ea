/// A repository with all the sites of some areas: what is drawn from, once or again.
package struct DrawingSource: Sendable {
    let repository: Repository
    let rewrites: [Rewrite]
    private let areas: [Area]
    private let sites: [String: [MutationSite]]
    private let occupied: [String: [Int]]

    /// Reads and parses all files of the areas.
    package init(_ repository: Repository, areas: [Area], rewrites: [Rewrite]) throws {
        (self.repository, self.areas, self.rewrites) = (repository, areas, rewrites)
        sites = try repository.sites(in: areas)
        occupied = try Rewrite.offsets(of: rewrites, in: repository)
    }

    /// Draws mutants; those that were removed are followed by others.
    package func draw(_ count: Int, seed: String, removals: [MutantList.Removal] = []) throws -> MutantList {
        let sampler = Sampler(seed: seed, areas: areas, sites: sites)
        let mutants = try sampler.draw(count, removed: Set(removals.map(\.id)), occupied: occupied)
        var digests = [String: String]()
        for path in Set(mutants.map(\.site.file)) {
            digests[path] = ContentHash([try repository.plainText(of: path)]).text
        }
        return MutantList(
            seed: seed,
            count: count,
            areas: areas.map(\.name),
            mutants: mutants,
            removals: removals,
            sites: sites.mapValues(\.count),
            digests: digests
        )
    }

    /// How many sites each area has by rule, a line for each.
    package var tally: [String] {
        areas.map { area in
            let own = sites[area.name] ?? []
            let rules = Rules.names.map { name in "\(name) \(own.count { $0.rule == name })" }
            return "\(area.name): \(own.count) sites: \(rules.joined(separator: ", "))"
        }
    }
}
