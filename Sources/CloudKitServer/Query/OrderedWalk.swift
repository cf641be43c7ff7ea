import CloudKitWebServices

/// Goes through a zone's records in the order of one field's index, from the place where the page before ended.
struct OrderedWalk<Source: QuerySource> {
    typealias Search = ZoneSearch<Source>

    private struct Segment {
        var range: KeyRange
        var after = ""
    }

    let search: Search
    let field: String
    let isDescending: Bool

    /// Goes on until the page is full, enough was looked at, or nothing is left.
    ///
    /// - Parameters:
    ///   - searches: Conditions that an index knows; those on this field leave keys out.
    ///   - isWhole: Whether the field alone makes the order; if not, records with the same key are judged together.
    ///   - judge: Takes the records.
    /// - Throws: What the source throws.
    func run(_ searches: [Condition.Search], isWhole: Bool, _ judge: inout Search.Judge) throws {
        let own = searches.filter { $0.field == field && $0.ranges.count == 1 }.flatMap(\.ranges)
        let range = own.reduce(KeyRange.all) { $0.intersection($1) }
        var segments = segments(isWhole: isWhole).map {
            Segment(range: $0.range.intersection(range), after: $0.after)
        }
        segments.reverse()
        while let segment = segments.popLast() {
            if segment.range.isEmpty { continue }
            let batch = try entries(in: segment)
            guard let last = batch.last else { continue }
            if isWhole, !IndexKey.isCut(last.key) {
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
            of: field,
            in: segment.range,
            after: segment.after,
            descending: isDescending,
            limit: search.bounds.batch
        )
    }

    private func add(_ names: [String], _ judge: inout Search.Judge) throws {
        try judge.add(try search.source.records(named: names))
    }

    /// Adds whole groups of the same key: the last one may go on after the batch, and its records belong together.
    private func addGroups(_ batch: [(key: [UInt8], name: String)], _ judge: inout Search.Judge) throws {
        try add(batch.map(\.name), &judge)
        guard batch.count == search.bounds.batch, let last = batch.last else { return }
        var segment = Segment(range: KeyRange(only: last.key), after: last.name)
        while true {
            let more = try entries(in: segment)
            try add(more.map(\.name), &judge)
            guard more.count == search.bounds.batch, let last = more.last else { return }
            segment.after = last.name
        }
    }

    /// What comes after a key.
    private func beyond(_ key: [UInt8], in range: KeyRange) -> KeyRange? {
        let side = isDescending ? KeyRange(lower: [], upper: key) : KeyRange(lower: key.next, upper: nil)
        let rest = range.intersection(side)
        return rest.isEmpty ? nil : rest
    }

    /// Where the page begins.
    private func segments(isWhole: Bool) -> [Segment] {
        guard let position = search.query.position, let first = position.keys.first else {
            return [Segment(range: .all)]
        }
        let key = first.flatMap(IndexKey.of) ?? IndexKey.null
        let from = isDescending ? KeyRange(lower: [], upper: key.next) : KeyRange(lower: key, upper: nil)
        let rest = beyond(key, in: .all).map { Segment(range: $0) }
        let isExact = isWhole && !IndexKey.isCut(key)
        guard isExact, position.zone >= search.zone.number else { return [Segment(range: from)] }
        if position.zone > search.zone.number { return rest.map { [$0] } ?? [] }
        return [Segment(range: KeyRange(only: key), after: position.name)] + (rest.map { [$0] } ?? [])
    }
}
