/// Draws mutants: the same ones for the same source, seed and count.
///
/// Every area gives the same share. Within an area the rules take turns by chance, so that a rule with many sites does
/// not crowd out one with few. A mutant that is taken out is followed by the next of its area, and all others stay.
package struct Sampler {
    private let seed: String
    /// By the names of areas.
    private let sites: [String: [MutationSite]]
    private let areas: [Area]

    package init(seed: String, areas: [Area], sites: [String: [MutationSite]]) {
        (self.seed, self.areas, self.sites) = (seed, areas, sites)
    }

    /// So many mutants, by file and place: none of those that were removed, by identifier, and none that holds an
    /// occupied offset.
    package func draw(_ count: Int, removed: Set<String>, occupied: [String: [Int]]) throws -> [Mutant] {
        var lines = areas.map { area in
            Line(area: area, rest: order(of: area).filter { !removed.contains($0.id) }[...])
        }
        var ranges = OccupiedRanges(occupied)
        var drawn = [(area: Area, site: MutationSite)]()
        var progress = true
        while drawn.count < count, progress {
            progress = false
            for index in lines.indices where drawn.count < count {
                guard let site = lines[index].next(outside: &ranges) else { continue }
                drawn.append((lines[index].area, site))
                progress = true
            }
        }
        guard drawn.count == count else {
            throw MutationToolError(
                "only \(drawn.count) of \(count) mutants could be drawn; draw fewer, or from more areas"
            )
        }
        let sorted = drawn.sorted { ($0.site.file, $0.site.start) < ($1.site.file, $1.site.start) }
        return sorted.enumerated().map { index, drawn in
            Mutant(number: index + 1, area: drawn.area.name, module: drawn.area.module, site: drawn.site)
        }
    }

    /// All sites of an area in the order in which they are drawn.
    func order(of area: Area) -> [MutationSite] {
        var random = SplitMix64(seed, area.name)
        var byRule = [[MutationSite]]()
        for rule in Rules.names {
            var own = (sites[area.name] ?? []).filter { $0.rule == rule }
            random.shuffle(&own)
            if !own.isEmpty { byRule.append(own) }
        }
        var order = [MutationSite]()
        while !byRule.isEmpty {
            let index = random.below(byRule.count)
            order.append(byRule[index].removeLast())
            if byRule[index].isEmpty { byRule.remove(at: index) }
        }
        return order
    }

    private struct Line {
        let area: Area
        var rest: ArraySlice<MutationSite>

        mutating func next(outside occupied: inout OccupiedRanges) -> MutationSite? {
            while let site = rest.popFirst() {
                if occupied.insert(site) { return site }
            }
            return nil
        }
    }

    /// The ranges of files that are held already.
    private struct OccupiedRanges {
        private var ranges: [String: [Range<Int>]]

        init(_ occupied: [String: [Int]]) {
            ranges = occupied.mapValues { $0.map { $0..<($0 + 1) } }
        }

        /// - Returns: False where the range overlaps one that is held.
        mutating func insert(_ site: MutationSite) -> Bool {
            let range = site.start..<max(site.end, site.start + 1)
            if ranges[site.file, default: []].contains(where: range.overlaps) { return false }
            ranges[site.file, default: []].append(range)
            return true
        }
    }
}
