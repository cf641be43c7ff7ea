import CloudKitWebServices

/// Goes through a zone's records in the order of their names, but only through those that conditions leave.
///
/// The names under one key of an index stand in order. So do those under a few keys together; and whether a name stands
/// under other keys too is told without its record.
struct NameWalk<Source: QuerySource> {
    /// How many conditions are looked up; records are judged by the others.
    private static var searchLimit: Int { 8 }
    /// Names that are read at least under each of several keys.
    private static var leastShare: Int { 32 }

    private let search: ZoneSearch<Source>
    /// Whose names are read.
    private let driver: Condition.Search
    /// Under which these must stand too.
    private let others: [Condition.Search]
    /// Whether the names of the driver must be sorted for each page, since they stand under too many keys.
    private let isSorted: Bool

    /// Nil if no condition leaves few enough names, or gives them in order.
    init?(_ search: ZoneSearch<Source>, _ conditions: [Condition.Search]) throws {
        self.search = search
        let (source, bounds) = (search.source, search.bounds)
        var counted: [(search: Condition.Search, count: Int)] = []
        for condition in conditions.prefix(Self.searchLimit) {
            guard let single = try Self.single(condition, source) else { continue }
            let count = try single.ranges.reduce(0) { count, range in
                count > bounds.sorted
                    ? count : try count + source.count(of: single.field, in: range, limit: bounds.sorted)
            }
            counted.append((single, count))
        }
        counted.sort { $0.count < $1.count }
        if let rarest = counted.first {
            (driver, others, isSorted) = (rarest.search, counted.dropFirst().map(\.search), false)
        } else if let range = try conditions.first(where: { try Self.isSortable($0, source, bounds) }) {
            (driver, others, isSorted) = (range, [], true)
        } else {
            return nil
        }
    }

    /// The condition as one of single keys: a range may have only a few of them.
    private static func single(_ condition: Condition.Search, _ source: Source) throws -> Condition.Search? {
        if condition.isOfSingleKeys { return condition }
        guard condition.circle == nil else { return nil }
        var keys: [[UInt8]] = []
        for range in condition.ranges where keys.count <= Condition.keyLimit {
            keys += try source.keys(of: condition.field, in: range, limit: Condition.keyLimit + 1)
        }
        guard keys.count <= Condition.keyLimit else { return nil }
        return Condition.Search(field: condition.field, ranges: Set(keys).map(KeyRange.init(only:)))
    }

    /// Whether the names that a condition leaves are few enough to be sorted for each page.
    private static func isSortable(
        _ condition: Condition.Search,
        _ source: Source,
        _ bounds: QueryBounds
    ) throws -> Bool {
        let limit = bounds.sorted + 1
        return try condition.ranges.reduce(0) { count, range in
            count >= limit ? count : try count + source.count(of: condition.field, in: range, limit: limit)
        } < limit
    }

    /// Goes on until the page is full, enough was looked at, or nothing is left.
    func run(after name: String, _ judge: inout ZoneSearch<Source>.Judge) throws {
        var (after, read) = (name, 0)
        while true {
            let (found, isLast) = try names(after: after)
            read += found.count
            try search.judgeInOrder(try rest(of: found), &judge)
            guard !isLast, let last = found.last, !judge.isDone else { return }
            after = last
            guard read < search.bounds.names else {
                return judge.collector.stop(at: QueryPosition(keys: [], zone: search.zone.number, name: after))
            }
        }
    }

    /// Those that stand under the keys of the other conditions too, in their order.
    private func rest(of names: [String]) throws -> [String] {
        var names = names
        for other in others where !names.isEmpty {
            let standing = try search.source.names(names, under: other.keys, of: other.field)
            names.removeAll { !standing.contains($0) }
        }
        return names
    }

    /// The next names of the driver, and whether these are the last.
    private func names(after name: String) throws -> (names: [String], isLast: Bool) {
        let ranges = driver.ranges
        // From a range names must be sorted each time, so more at once; and where most of them fall out again.
        let limit =
            isSorted ? search.bounds.examined : others.isEmpty ? search.bounds.batch : (search.bounds.names + 1) / 2
        let share = ranges.count < 2 ? limit : max(Self.leastShare, 2 * limit / ranges.count)
        var names: Set<String> = []
        // Beyond the least of the last names, one of the keys may have others.
        var horizon: String?
        for range in ranges {
            let found = try search.source.names(of: driver.field, in: range, after: name, limit: share)
            names.formUnion(found)
            guard found.count == share, let last = found.last else { continue }
            horizon = horizon.map { last.utf8.lexicographicallyPrecedes($0.utf8) ? last : $0 } ?? last
        }
        let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        guard let horizon else { return (sorted, true) }
        return (sorted.filter { !horizon.utf8.lexicographicallyPrecedes($0.utf8) }, false)
    }
}
