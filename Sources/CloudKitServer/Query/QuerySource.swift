import CloudKitWebServices

/// The records of one type in one zone and their index, in one snapshot: what a store must be able to say for queries.
protocol QuerySource {
    /// The names of the fields that stand in the index.
    var indexed: Set<String> { get }
    /// Gives the next records in the order of their names, a bounded number of bytes at a time; says how many there were.
    func records(after name: String, limit: Int, _ body: ([StoredRecord]) throws -> Void) throws -> Int
    /// Gives the records of these names, as far as there are such, in any order, a bounded number of bytes at a time.
    func records(named names: [String], _ body: ([StoredRecord]) throws -> Void) throws
    /// Entries of a field with keys in a range, by key and then by name.
    ///
    /// Keys come from the last if `descending`; names always come from the first. Only in a range of one key are
    /// there names to begin after; it is empty for all others.
    func entries(
        of field: String,
        in range: KeyRange,
        after name: String,
        descending: Bool,
        limit: Int
    ) throws -> [(key: [UInt8], name: String)]
    /// The next names after one under which entries with keys in a range stand, in their order; a name comes once for each
    /// of its entries.
    func names(of field: String, in range: KeyRange, after name: String, limit: Int) throws -> [String]
    /// How many entries have keys in a range, counted no further than the limit.
    func count(of field: String, in range: KeyRange, limit: Int) throws -> Int
    /// The first different keys in a range, in their order.
    func keys(of field: String, in range: KeyRange, limit: Int) throws -> [[UInt8]]
    /// Which of some names stand under one of some keys.
    func names(_ names: [String], under keys: [[UInt8]], of field: String) throws -> Set<String>
    /// Entries of a field of places with keys in a range, that end with a longitude in one of some others; in any order.
    func places(
        of field: String,
        in range: KeyRange,
        longitudes: [KeyRange],
        limit: Int
    ) throws -> [(key: [UInt8], name: String)]
}

/// How much of a zone one page of a query may look at.
///
/// To fetch and judge a record takes some 20 microseconds: five hundred are what a first page can look at in the time
/// that it has.
struct QueryBounds: Sendable {
    /// So few candidates are all fetched and judged.
    var candidates = 500
    /// After so many records that were judged a page ends, though it is not full.
    var examined = 500
    /// Records fetched at once.
    var batch = 250
    /// As many names are sorted; of more the records are read by name until enough of them match.
    var sorted = 10_000
    /// After so many names that an index has given a page ends, though few of them had to be judged.
    var names = 2_500
    /// A band of latitude with more places is not searched for a circle.
    var places = 30_000
    /// More records are not read for one page: an order that no index gives is refused where there are more.
    var read = 10_000

    /// Bytes of records that are read at once; one record always is.
    static let stepBytes: Int64 = 2_000_000
}

/// One zone's part in the answer to a query.
struct ZoneSearch<Source: QuerySource> {
    let query: RecordQuery
    let matcher: RecordMatcher
    let order: QueryOrder
    let zone: ZoneState
    let source: Source
    let bounds: QueryBounds

    /// Adds the zone's records that come first in the order of the query.
    func run(into collector: inout PageCollector) throws {
        var judge = Judge(search: self, collector: collector)
        try run(&judge)
        collector = judge.collector
    }

    private func run(_ judge: inout Judge) throws {
        if let names = matcher.names {
            return try source.records(named: Array(Set(names))) { try judge.add($0) }
        }
        let searches = matcher.searches.filter { source.indexed.contains($0.field) }
        let fixed = searches.compactMap { $0.equality.flatMap(order.walk) }
        let walks = fixed + [order.sortWalk, order.fieldWalk].compactMap { $0 }
        let walk = walks.first { source.indexed.contains($0.index) }
        // What the walk leaves out by itself needs no search.
        let others = searches.filter { walk?.isLimited(by: $0) != true }
        let nearby = try others.first { $0.circle != nil }.flatMap(nearbyNames)
        if try judgeCandidates(others, nearby, &judge) { return }
        if let walk {
            try OrderedWalk(search: self, walk: walk).run(searches, &judge)
            if judge.isShort { try askForIndex(amongEqual: fixed) }
            return
        }
        if order.isByName { return try walkByName(searches, nearby, &judge) }
        if let (field, place, isFarthestFirst, isWhole) = order.nearest, source.indexed.contains(field) {
            return try NearestWalk(
                search: self,
                field: field,
                place: place,
                isFarthestFirst: isFarthestFirst,
                isWhole: isWhole
            ).run(&judge)
        }
        try askForSortIndex()
        try judgeAll(&judge)
    }

    /// Has the index made that this order needs, if there may be one more.
    ///
    /// - Throws: ``MissingSortIndex``.
    func askForSortIndex() throws {
        guard let name = order.sortWalk?.index else { return }
        try ask(for: name)
    }

    /// Has an index made in which the records that have the rarest of some values stand in this order.
    private func askForIndex(amongEqual walks: [IndexWalk]) throws {
        let missing = walks.filter { !source.indexed.contains($0.index) }
        let counts = try missing.map { walk in
            guard let fixed = walk.fixed, let range = IndexKey.equal(to: fixed.value) else { return Int.max }
            return try source.count(of: fixed.field, in: range, limit: bounds.sorted)
        }
        guard let rarest = zip(missing, counts).min(by: { $0.1 < $1.1 })?.0 else { return }
        try ask(for: rarest.index)
    }

    /// Why an order is refused that would have all records of a large zone read.
    fileprivate var refusal: ServiceFault {
        let remedy =
            query.mayMakeOrders
            ? "sort by less, or on the device"
            : "sign in: for whoever has signed in the service makes an index, and it is kept"
        return ServiceFault(
            .badRequest,
            "this order has no index, and the zone has more than \(bounds.read) records to sort; \(remedy)"
        )
    }

    private func ask(for index: String) throws {
        guard query.mayMakeOrders, !source.indexed.isEmpty, SortIndex.count(in: source.indexed) < SortIndex.limit
        else { return }
        throw MissingSortIndex(name: index)
    }

    /// The names of the places in a circle, in their order; nil if this is no such search, or there are too many.
    private func nearbyNames(_ search: Condition.Search) throws -> [String]? {
        guard let circle = search.circle, let range = search.ranges.first, let longitudes = circle.longitudes,
            try source.count(of: search.field, in: range, limit: bounds.places) < bounds.places
        else { return nil }
        let limit = bounds.sorted + 1
        let found = try source.places(of: search.field, in: range, longitudes: longitudes, limit: limit)
        guard found.count < limit else { return nil }
        return found.filter { circle.holds($0.key) }.map(\.name)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Where a condition leaves few candidates, all of them are judged.
    private func judgeCandidates(
        _ searches: [Condition.Search],
        _ nearby: [String]?,
        _ judge: inout Judge
    ) throws -> Bool {
        var best: (search: Condition.Search, count: Int)?
        for search in searches {
            let limit = best?.count ?? bounds.candidates + 1
            let count = try search.ranges.reduce(0) { count, range in
                count > limit ? count : try count + source.count(of: search.field, in: range, limit: limit)
            }
            if count < limit { best = (search, count) }
        }
        if let nearby, nearby.count < best?.count ?? bounds.candidates + 1 {
            try judgeAll(nearby, &judge)
            return true
        }
        guard let best else { return false }
        var names: Set<String> = []
        for range in best.search.ranges {
            names.formUnion(
                try source.names(of: best.search.field, in: range, after: "", limit: bounds.candidates)
            )
        }
        try judgeAll(names.sorted(), &judge)
        return true
    }

    private func judgeAll(_ names: [String], _ judge: inout Judge) throws {
        for start in stride(from: 0, to: names.count, by: bounds.batch) {
            let batch = Array(names[start..<min(start + bounds.batch, names.count)])
            try source.records(named: batch) { try judge.add($0) }
        }
    }

    /// Goes through the zone by name, or through the names that conditions leave.
    private func walkByName(
        _ searches: [Condition.Search],
        _ nearby: [String]?,
        _ judge: inout Judge
    ) throws {
        var after = ""
        if let position = query.position {
            if position.zone > zone.number { return }
            if position.zone == zone.number { after = position.name }
        }
        if let nearby {
            let rest = nearby.filter { after.utf8.lexicographicallyPrecedes($0.utf8) }
            return try judgeInOrder(rest, &judge)
        }
        if let walk = try NameWalk(self, searches) { return try walk.run(after: after, &judge) }
        while true {
            var last = after
            let count = try source.records(after: after, limit: bounds.batch) { records in
                last = records.last?.name ?? last
                try judge.add(records)
            }
            guard count == bounds.batch else { return }
            if judge.isDone { return stop(&judge) }
            after = last
        }
    }

    /// Judges records in the order of their names until there are enough.
    func judgeInOrder(_ names: [String], _ judge: inout Judge) throws {
        for start in stride(from: 0, to: names.count, by: bounds.batch) {
            let batch = Array(names[start..<min(start + bounds.batch, names.count)])
            try source.records(named: batch) { try judge.add($0) }
            if judge.isDone { return stop(&judge) }
        }
    }

    private func stop(_ judge: inout Judge) {
        if let furthest = judge.furthest { judge.collector.stop(at: furthest) }
    }

    private func judgeAll(_ judge: inout Judge) throws {
        var after = ""
        while true {
            var last = after
            let count = try source.records(after: after, limit: bounds.batch) { records in
                last = records.last?.name ?? last
                try judge.add(records)
            }
            guard count == bounds.batch else { return }
            after = last
        }
    }
}

extension ZoneSearch {
    /// Judges records and hands those that match to the page.
    struct Judge {
        let search: ZoneSearch
        var collector: PageCollector
        private var matches = 0
        private var examined = 0
        private var read = 0
        /// The furthest place that was looked at.
        private(set) var furthest: QueryPosition?

        init(search: ZoneSearch, collector: PageCollector) {
            (self.search, self.collector) = (search, collector)
        }

        /// Whether there are enough for a page, or enough were looked at.
        var isDone: Bool {
            isFull || examined >= search.bounds.examined
        }

        var isFull: Bool {
            matches > search.query.limit
        }

        /// Whether enough was looked at, and the page is half empty all the same.
        var isShort: Bool {
            examined >= search.bounds.examined && 2 * matches <= search.query.limit
        }

        /// Ends the page behind what was looked at; always true.
        mutating func stop() -> Bool {
            if let furthest { collector.stop(at: furthest) }
            return true
        }

        mutating func add(names: [String], from source: Source) throws {
            try source.records(named: names) { try add($0) }
        }

        /// - Throws: `BAD_REQUEST` once more was read than one page may cost.
        mutating func add(_ records: [StoredRecord]) throws {
            read += records.count
            guard read <= search.bounds.read else { throw search.refusal }
            let order = search.order
            for record in records {
                let fields = try record.readFields()
                let entry = order.entry(record, fields, zone: search.zone)
                // What a page before has answered does not count: each page must get further than that.
                if let position = search.query.position, !order.precedes(position, entry.position) { continue }
                examined += 1
                if furthest.map({ order.precedes($0, entry.position) }) ?? true { furthest = entry.position }
                guard search.matcher.matches(record, fields) else { continue }
                matches += 1
                collector.add(entry)
            }
        }
    }
}
