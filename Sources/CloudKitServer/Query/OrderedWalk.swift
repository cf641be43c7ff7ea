import CloudKitWebServices

/// An index whose order is that of a query, at least by its first criterion.
struct IndexWalk {
    /// The first field, as an index names it.
    let field: String
    let isDescending: Bool
    /// Whether the index alone makes the order; if not, records with the same key are judged together.
    let isWhole: Bool
    /// The index, if it is not the field's own.
    var sort: SortIndex?
    /// Whether the values of the first field are numbers or moments, whose keys are equally long.
    var isNumber = false
    /// The one value of another field that all records of the walk have.
    var fixed: Fixed?

    /// A field with its value, and what the keys of the index begin with therefore.
    struct Fixed {
        let field: String
        let value: WireValue
        let prefix: [UInt8]
    }

    /// The name of the index.
    var index: String { sort?.name ?? field }

    /// The keys to which conditions limit the walk.
    func range(_ searches: [Condition.Search]) -> KeyRange {
        let own = searches.filter(isOrdered(by:)).flatMap(\.ranges)
        let range = own.reduce(KeyRange.all) { $0.intersection($1) }
        guard sort != nil else { return range }
        let values = SortIndex.range(range)
        guard let prefix = fixed?.prefix else { return values }
        return KeyRange(
            lower: prefix + values.lower,
            upper: values.upper.map { prefix + $0 } ?? prefix.afterAllThatBeginSo
        )
    }

    /// Whether a condition limits the walk.
    func isLimited(by search: Condition.Search) -> Bool {
        let isFixed = fixed.map { search.field == $0.field && search.equality?.value == $0.value } ?? false
        return isFixed || isOrdered(by: search)
    }

    private func isOrdered(by search: Condition.Search) -> Bool {
        search.field == field && search.ranges.count == 1 && (sort == nil || isNumber)
    }

    /// The key at a place in the result.
    func key(at position: QueryPosition) -> [UInt8] {
        if let sort { return sort.key(of: (fixed.map { [$0.value] } ?? []) + position.keys) }
        return position.keys.first.flatMap { $0.flatMap(IndexKey.of) } ?? IndexKey.null
    }

    /// Whether values with this key may differ.
    func isCut(_ key: [UInt8]) -> Bool {
        sort == nil ? IndexKey.isCut(key) : SortIndex.isCut(key)
    }
}

/// Goes through a zone's records in the order of an index, from the place where the page before ended.
struct OrderedWalk<Source: QuerySource> {
    typealias Search = ZoneSearch<Source>

    private struct Segment {
        var range: KeyRange
        var after = ""
    }

    let search: Search
    let walk: IndexWalk

    /// Goes on until the page is full, enough was looked at, or nothing is left.
    ///
    /// - Parameters:
    ///   - searches: Conditions that an index knows; those on this field leave keys out.
    ///   - judge: Takes the records.
    /// - Throws: What the source throws; ``MissingSortIndex`` if too many records have the same key.
    func run(_ searches: [Condition.Search], _ judge: inout Search.Judge) throws {
        let range = walk.range(searches)
        var segments = start.map { Segment(range: $0.range.intersection(range), after: $0.after) }
        segments.reverse()
        while let segment = segments.popLast() {
            if segment.range.isEmpty { continue }
            let batch = try entries(in: segment)
            guard let last = batch.last else { continue }
            if walk.isWhole, !walk.isCut(last.key) {
                try add(batch.map(\.name), &judge)
                guard batch.count == search.bounds.batch else { continue }
                if let rest = beyond(last.key, in: segment.range) { segments.append(Segment(range: rest)) }
                segments.append(Segment(range: KeyRange(only: last.key), after: last.name))
            } else {
                try addGroups(batch, &judge)
                guard batch.count == search.bounds.batch else { continue }
                if let rest = beyond(last.key, in: segment.range) { segments.append(Segment(range: rest)) }
            }
            if judge.isDone, !segments.isEmpty {
                if let furthest = judge.furthest { judge.collector.stop(at: furthest) }
                return
            }
        }
    }

    private func entries(in segment: Segment) throws -> [(key: [UInt8], name: String)] {
        try search.source.entries(
            of: walk.index,
            in: segment.range,
            after: segment.after,
            descending: walk.isDescending,
            limit: search.bounds.batch
        )
    }

    private func add(_ names: [String], _ judge: inout Search.Judge) throws {
        try search.source.records(named: names) { try judge.add($0) }
    }

    /// Adds whole groups of the same key: the last one may go on after the batch, and its records belong together.
    private func addGroups(_ batch: [(key: [UInt8], name: String)], _ judge: inout Search.Judge) throws {
        try add(batch.map(\.name), &judge)
        guard batch.count == search.bounds.batch, let last = batch.last else { return }
        var segment = Segment(range: KeyRange(only: last.key), after: last.name)
        var count = 0
        while true {
            count += search.bounds.batch
            if count > search.bounds.candidates, walk.sort == nil { try search.askForSortIndex() }
            let more = try entries(in: segment)
            try add(more.map(\.name), &judge)
            guard more.count == search.bounds.batch, let last = more.last else { return }
            segment.after = last.name
        }
    }

    /// What comes after a key.
    private func beyond(_ key: [UInt8], in range: KeyRange) -> KeyRange? {
        let side = walk.isDescending ? KeyRange(lower: [], upper: key) : KeyRange(lower: key.next, upper: nil)
        let rest = range.intersection(side)
        return rest.isEmpty ? nil : rest
    }

    /// Where the page begins.
    private var start: [Segment] {
        guard let position = search.query.position else { return [Segment(range: .all)] }
        let key = walk.key(at: position)
        let from = walk.isDescending ? KeyRange(lower: [], upper: key.next) : KeyRange(lower: key, upper: nil)
        let rest = beyond(key, in: .all).map { Segment(range: $0) }
        let isExact = walk.isWhole && !walk.isCut(key)
        guard isExact, position.zone >= search.zone.number else { return [Segment(range: from)] }
        if position.zone > search.zone.number { return rest.map { [$0] } ?? [] }
        return [Segment(range: KeyRange(only: key), after: position.name)] + (rest.map { [$0] } ?? [])
    }
}
