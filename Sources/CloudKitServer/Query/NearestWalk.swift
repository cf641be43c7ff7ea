import CloudKitWebServices

/// Goes through a zone's records by their distance from a place, nearest or farthest first.
///
/// The index has places by their latitude, and whole, so distances are known without the records. The nearest are looked
/// for in circles that grow, as long as these have few places. Else the index is read from the place's latitude outwards,
/// north and south in turn: what is nearer than the next one read can be, comes next. The farthest are those nearest to
/// the point on the other side of the Earth.
struct NearestWalk<Source: QuerySource> {
    /// Places whose distances are kept at once; of more, the nearest half.
    static var kept: Int { 50_000 }

    let search: ZoneSearch<Source>
    /// The field, as the index names it.
    let field: String
    let place: WireLocation
    let isFarthestFirst: Bool
    /// Whether the distance alone makes the order.
    let isWhole: Bool

    private struct Candidate {
        let distance: Double
        let name: String
    }

    /// Goes on until the page is full, enough was looked at, or nothing is left.
    func run(_ judge: inout ZoneSearch<Source>.Judge) throws {
        let isAmongNulls = search.query.position.map { $0.keys.first.flatMap { $0 } == nil }
        // Records without a place come before all others, or after them.
        if !isFarthestFirst, isAmongNulls != false, try walkNulls(&judge) { return }
        if !(isFarthestFirst && isAmongNulls == true) {
            var reached = -1.0
            if !isFarthestFirst, try walkCircles(&reached, &judge) { return }
            if try walkPlaces(beyond: reached, &judge) { return }
        }
        if isFarthestFirst { _ = try walkNulls(&judge) }
    }

    /// Whether the page ends here.
    private func walkNulls(_ judge: inout ZoneSearch<Source>.Judge) throws -> Bool {
        var after = ""
        if isWhole, let position = search.query.position, position.keys.first.flatMap({ $0 }) == nil,
            position.zone == search.zone.number
        {
            after = position.name
        }
        var cursor = EntryCursor(range: KeyRange(only: IndexKey.null), after: after, isDescending: false)
        while let batch = try cursor.next(of: field, in: search) {
            try judge.add(names: batch.map(\.name), from: search.source)
            if isWhole, judge.isDone { return judge.stop() }
        }
        return false
    }

    /// Metres of the first circle, and of the last one before the whole Earth is looked through.
    private static var circles: ClosedRange<Double> { 1_000...5_000_000 }

    /// So many places in a circle tell how large the one must be that has enough.
    private static var telling: Int { 8 }

    /// Judges the places in circles that grow, and takes along how far it has come; whether the page ends there.
    private func walkCircles(_ reached: inout Double, _ judge: inout ZoneSearch<Source>.Judge) throws -> Bool {
        var metres = 2 * max(Self.circles.lowerBound / 2, begin ?? 0)
        // The least circle that comes next, if the one that was guessed has too many places.
        var next = metres
        while metres <= Self.circles.upperBound {
            guard let found = try places(within: metres) else {
                guard metres > next else { return false }
                metres = next
                continue
            }
            next = metres * 2
            var near = found.compactMap { candidate($0.key, $0.name, beyond: reached) }.filter { $0.distance <= metres }
            let growth = growth(afterFinding: near.count)
            if near.count > search.query.limit {
                if try judgeNearest(of: &near, within: metres, &judge) { return true }
                reached = metres
            }
            metres *= growth
        }
        return false
    }

    /// How much larger the next circle is: so that it has half as many again as a page needs, if places lie there as here.
    private func growth(afterFinding count: Int) -> Double {
        guard count >= Self.telling, count <= search.query.limit else { return 2 }
        return max((1.5 * Double(search.query.limit + 1) / Double(count)).squareRoot(), 1.1)
    }

    /// The entries of places in a circle, and of some around it; nil if there are too many, or the circle holds a pole.
    private func places(within metres: Double) throws -> [(key: [UInt8], name: String)]? {
        guard let longitudes = PlaceCircle(center: place, metres: metres).longitudes else { return nil }
        let found = try search.source.places(
            of: field,
            in: IndexKey.range(around: place, metres: metres),
            longitudes: longitudes,
            limit: search.bounds.sorted + 1
        )
        return found.count <= search.bounds.sorted ? found : nil
    }

    private func walkPlaces(beyond reached: Double, _ judge: inout ZoneSearch<Source>.Judge) throws -> Bool {
        let origin = isFarthestFirst ? -place.latitude : place.latitude
        var sides = [
            EntryCursor(range: KeyRange(lower: IndexKey.latitude(origin), upper: nil), isDescending: false),
            EntryCursor(range: KeyRange(lower: [1], upper: IndexKey.latitude(origin)), isDescending: true),
        ]
        var (frontiers, waiting, reach) = ([0.0, 0.0], [Candidate](), Double.infinity)
        while true {
            let next = frontiers[0] <= frontiers[1] ? 0 : 1
            let isOver = frontiers[next] == .infinity
            if try judgeNearest(of: &waiting, within: min(frontiers[next] - Self.slack, reach), &judge) { return true }
            if isOver { return reach < .infinity ? judge.stop() : false }
            guard let batch = try sides[next].next(of: field, in: search), let last = batch.last else {
                frontiers[next] = .infinity
                continue
            }
            waiting += batch.compactMap { candidate($0.key, $0.name, beyond: reached) }
            let latitude = IndexKey.place(of: last.key)?.latitude ?? origin
            frontiers[next] = abs(latitude - origin) * ValueOrder.metresPerDegree
            if waiting.count > Self.kept {
                waiting.sort(by: precedes)
                waiting.removeLast(waiting.count - Self.kept / 2)
                reach = min(reach, waiting.last.map { score($0.distance) } ?? reach)
            }
        }
    }

    /// Metres by which computed distances may be wrong, most of all on the other side of the Earth.
    private static var slack: Double { 1 }

    /// Judges those that nothing unread can come before; whether the page ends with them.
    private func judgeNearest(
        of waiting: inout [Candidate],
        within metres: Double,
        _ judge: inout ZoneSearch<Source>.Judge
    ) throws -> Bool {
        var ready = waiting.filter { score($0.distance) <= metres }
        if ready.isEmpty { return false }
        waiting.removeAll { score($0.distance) <= metres }
        ready.sort(by: precedes)
        var start = 0
        while start < ready.count {
            var end = min(start + search.bounds.batch, ready.count)
            // Those that are equally far belong together, since other criteria may decide between them.
            while !isWhole, end < ready.count, ready[end].distance == ready[end - 1].distance { end += 1 }
            try judge.add(names: ready[start..<end].map(\.name), from: search.source)
            if judge.isDone { return judge.stop() }
            start = end
        }
        return false
    }

    /// The distance at which the page begins; nil at the first page, and among records without a place.
    private var begin: Double? {
        if case .double(let begin)? = search.query.position?.keys.first.flatMap({ $0 }) { begin } else { nil }
    }

    private func candidate(_ key: [UInt8], _ name: String, beyond reached: Double) -> Candidate? {
        guard let place = IndexKey.place(of: key),
            let distance = ValueOrder.distance(.location(place), self.place), distance > reached
        else { return nil }
        // What a page before has answered.
        if let begin, isFarthestFirst ? distance > begin : distance < begin { return nil }
        return Candidate(distance: distance, name: name)
    }

    private func precedes(_ left: Candidate, _ right: Candidate) -> Bool {
        if left.distance != right.distance { return (left.distance < right.distance) != isFarthestFirst }
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }

    /// What grows along the walk.
    private func score(_ distance: Double) -> Double {
        isFarthestFirst ? ValueOrder.farthest - distance : distance
    }
}

/// Reads the entries of a field in a range, some at a time.
struct EntryCursor {
    private var segments: [(range: KeyRange, after: String)]
    private let isDescending: Bool

    init(range: KeyRange, after name: String = "", isDescending: Bool) {
        segments = [(range, name)]
        self.isDescending = isDescending
    }

    /// The next entries; nil at the end.
    mutating func next<Source>(
        of field: String,
        in search: ZoneSearch<Source>
    ) throws -> [(key: [UInt8], name: String)]? {
        while let (range, after) = segments.popLast() {
            let limit = search.bounds.batch
            let batch = try search.source.entries(
                of: field,
                in: range,
                after: after,
                descending: isDescending,
                limit: limit
            )
            guard let last = batch.last else { continue }
            if batch.count == limit {
                let side =
                    isDescending ? KeyRange(lower: [], upper: last.key) : KeyRange(lower: last.key.next, upper: nil)
                let rest = range.intersection(side)
                if !rest.isEmpty { segments.append((rest, "")) }
                segments.append((KeyRange(only: last.key), last.name))
            }
            return batch
        }
        return nil
    }
}
