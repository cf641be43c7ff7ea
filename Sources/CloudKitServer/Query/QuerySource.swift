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
    /// The next names after one under which entries with keys in a range stand, in their order.
    func names(of field: String, in range: KeyRange, after name: String, limit: Int) throws -> [String]
    /// How many entries have keys in a range, counted no further than the limit.
    func count(of field: String, in range: KeyRange, limit: Int) throws -> Int
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
        let walk = [order.sortWalk, order.fieldWalk].lazy.compactMap { $0 }.first { source.indexed.contains($0.index) }
        // What the walk leaves out by itself needs no search.
        let others = searches.filter { walk?.isLimited(by: $0) != true }
        if try judgeCandidates(others, &judge) { return }
        if let walk { return try OrderedWalk(search: self, walk: walk).run(searches, &judge) }
        if order.isByName { return try walkByName(searches, &judge) }
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
        guard !source.indexed.isEmpty, SortIndex.count(in: source.indexed) < SortIndex.limit,
            let name = order.sortWalk?.index
        else { return }
        throw MissingSortIndex(name: name)
    }

    /// Where a condition leaves few candidates, all of them are judged.
    private func judgeCandidates(_ searches: [Condition.Search], _ judge: inout Judge) throws -> Bool {
        var best: (search: Condition.Search, count: Int)?
        for search in searches {
            let limit = best?.count ?? bounds.candidates + 1
            let count = try search.ranges.reduce(0) { count, range in
                count > limit ? count : try count + source.count(of: search.field, in: range, limit: limit)
            }
            if count < limit { best = (search, count) }
        }
        guard let best else { return false }
        var names: Set<String> = []
        for range in best.search.ranges {
            names.formUnion(
                try source.names(of: best.search.field, in: range, after: "", limit: bounds.candidates)
            )
        }
        let sorted = names.sorted()
        for start in stride(from: 0, to: sorted.count, by: bounds.batch) {
            let batch = Array(sorted[start..<min(start + bounds.batch, sorted.count)])
            try source.records(named: batch) { try judge.add($0) }
        }
        return true
    }

    /// Goes through the zone by name, or through the names that one condition leaves.
    private func walkByName(_ searches: [Condition.Search], _ judge: inout Judge) throws {
        var after = ""
        if let position = query.position {
            if position.zone > zone.number { return }
            if position.zone == zone.number { after = position.name }
        }
        // Under one key names stand in order already; from a range they must be sorted each time, so more at once.
        let search = try searches.first(where: \.isOfSingleKeys) ?? searches.first(where: isSortable)
        let isSorted = search?.isOfSingleKeys ?? true
        let limit = isSorted ? bounds.batch : bounds.examined
        while true {
            if let search {
                let found = try names(search, after: after, limit: limit)
                try judgeInOrder(found, &judge)
                guard found.count == limit, let last = found.last else { return }
                after = last
            } else {
                var last = after
                let count = try source.records(after: after, limit: limit) { records in
                    last = records.last?.name ?? last
                    try judge.add(records)
                }
                guard count == limit else { return }
                after = last
            }
            if judge.isDone { return stop(&judge) }
        }
    }

    /// Whether the names that a condition leaves are few enough to be sorted for each page.
    private func isSortable(_ search: Condition.Search) throws -> Bool {
        let limit = bounds.sorted + 1
        return try search.ranges.reduce(0) { count, range in
            count >= limit ? count : try count + source.count(of: search.field, in: range, limit: limit)
        } < limit
    }

    private func judgeInOrder(_ names: [String], _ judge: inout Judge) throws {
        for start in stride(from: 0, to: names.count, by: bounds.batch) {
            let batch = Array(names[start..<min(start + bounds.batch, names.count)])
            try source.records(named: batch) { try judge.add($0) }
            if judge.isDone { return stop(&judge) }
        }
    }

    private func stop(_ judge: inout Judge) {
        if let furthest = judge.furthest { judge.collector.stop(at: furthest) }
    }

    private func names(_ search: Condition.Search, after name: String, limit: Int) throws -> [String] {
        var names: Set<String> = []
        for range in search.ranges {
            names.formUnion(try source.names(of: search.field, in: range, after: name, limit: limit))
        }
        return Array(names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(limit))
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

        /// Ends the page behind what was looked at; always true.
        mutating func stop() -> Bool {
            if let furthest { collector.stop(at: furthest) }
            return true
        }

        mutating func add(names: [String], from source: Source) throws {
            try source.records(named: names) { try add($0) }
        }

        mutating func add(_ records: [StoredRecord]) throws {
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
