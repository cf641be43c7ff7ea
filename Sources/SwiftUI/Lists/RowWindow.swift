import WebHost

/// Which rows of a collection are on the page.
///
/// Some are drawn at first, and more when the reader comes to their end. In lists rows that lie far behind leave again, so
/// that a page is as quick after the ten-thousandth row as at the first: buttons stand for them, and what was their state is
/// kept. A row that the page wants to keep, because it has the focus, stays wherever it is.
final class RowWindow: Attachment {
    /// So many at first, and more at each step.
    static let step = 100
    /// So many are drawn at most where rows may leave, and more only where the page's window holds more than a third of them.
    static let most = 200
    /// Rows that have left whose state is kept: those that left last.
    static let mostParked = 1_000

    /// The places that are drawn; there may be fewer rows.
    let places = StateBox(0..<RowWindow.step)
    /// Whether rows leave that lie far behind.
    var letsRowsLeave = false
    /// The place of the row that a value identifies.
    var find: ((AnyHashable) -> Int?)?
    /// The rows of the last drawing, and their places.
    private(set) var drawn: [IdentityKey: Int] = [:]
    private var parked: [IdentityKey: Parked] = [:]
    private var parkings = 0
    private var held: Row?
    private var rowsInWindow = 0

    /// A row that has left, and when that was among all that have.
    private struct Parked {
        let node: IdentityNode
        let turn: Int
    }

    /// A row, and where it was when it was drawn last.
    struct Row {
        let identity: AnyHashable
        var place: Int
    }

    // MARK: What is drawn

    /// A run of rows that are drawn, or one of which a button stands for the rows.
    enum Part: Equatable {
        case rows(Range<Int>)
        /// Rows before those that are drawn, or after; `isNear` if nothing lies between both.
        case gap(Range<Int>, isBefore: Bool, isNear: Bool)
    }

    /// All rows of a collection in their order; `find` looks for a row about where it was.
    func parts(of count: Int, _ find: (Row) -> Int?) -> [Part] {
        let now = places.peek
        // Where so much is gone that the window lies behind the end, the end is shown.
        let rows = now.lowerBound < count ? now.clamped(to: 0..<count) : max(0, count - Self.step)..<count
        held = held.flatMap { row in find(row).map { Row(identity: row.identity, place: $0) } }
        var parts: [Part] = [.rows(rows)]
        let (before, after) = (0..<rows.lowerBound, rows.upperBound..<count)
        switch held?.place {
        case let place? where before.contains(place):
            parts.insert(.gap(place + 1..<before.upperBound, isBefore: true, isNear: true), at: 0)
            parts.insert(.rows(place..<place + 1), at: 0)
            parts.insert(.gap(0..<place, isBefore: true, isNear: false), at: 0)
            parts.append(.gap(after, isBefore: false, isNear: true))
        case let place? where after.contains(place):
            parts.insert(.gap(before, isBefore: true, isNear: true), at: 0)
            parts.append(.gap(after.lowerBound..<place, isBefore: false, isNear: true))
            parts.append(.rows(place..<place + 1))
            parts.append(.gap(place + 1..<count, isBefore: false, isNear: false))
        default:
            parts.insert(.gap(before, isBefore: true, isNear: true), at: 0)
            parts.append(.gap(after, isBefore: false, isNear: true))
        }
        return parts.filter { part in
            switch part {
            case .rows(let places), .gap(let places, _, _): !places.isEmpty
            }
        }
    }

    // MARK: Where the reader is

    /// Draws the rows around a place; others only if they do not lie far away.
    func show(around place: Int) {
        let now = places.peek
        guard !now.contains(place) else { return }
        let start = place / Self.step * Self.step
        let part = start..<(start + Self.step)
        guard part.lowerBound <= now.upperBound, now.lowerBound <= part.upperBound else {
            places.value = part
            return
        }
        let all = min(now.lowerBound, part.lowerBound)..<max(now.upperBound, part.upperBound)
        let surplus = letsRowsLeave ? max(0, all.count - limit) : 0
        places.value = place < now.lowerBound ? all.dropLast(surplus) : all.dropFirst(surplus)
    }

    /// Draws the rows that the reader has come to.
    func reach(_ place: Int, _ reach: Reach) {
        rowsInWindow = reach.rowsInWindow
        let now = places.peek
        let isFar = place < now.lowerBound - Self.step || place > now.upperBound + Self.step
        guard letsRowsLeave, isFar else { return show(around: place) }
        // Both ways lie rows that the window may hold.
        let start = max(0, place - limit / 2) / Self.step * Self.step
        places.value = start..<(start + limit)
    }

    /// As many as are seen at once have room three times.
    private var limit: Int {
        let wanted = (3 * rowsInWindow + Self.step - 1) / Self.step * Self.step
        return max(Self.most, wanted)
    }

    // MARK: Rows that come and go

    /// Keeps the row of an element of the page where it is, and the one before it no more.
    func hold(_ element: String?, in host: IdentityNode) {
        held = element.flatMap { row(of: $0, in: host) }
    }

    private func row(of element: String, in host: IdentityNode) -> Row? {
        guard let name = ElementName(element), var node = host.graph.node(name.serial) else { return nil }
        while let parent = node.parent, parent !== host { node = parent }
        return drawn.lazy.filter { host.existingChild($0.key) === node }.compactMap { key, place in
            if case .value(_, let identity) = key { Row(identity: identity, place: place) } else { nil }
        }.first
    }

    /// Gives a row back what it had when it left.
    func takeBack(_ key: IdentityKey, into host: IdentityNode) {
        if let row = parked.removeValue(forKey: key) { host.adopt(row.node, at: key) }
    }

    /// Takes note of what was drawn; what is there no more, and not gone, may come again.
    func finish(_ rows: [IdentityKey: Int], in host: IdentityNode, isThere: (Row) -> Bool) {
        let left = drawn.filter { rows[$0.key] == nil }
        drawn = rows
        for (key, place) in left {
            guard case .value(_, let identity) = key, isThere(Row(identity: identity, place: place)),
                let node = host.release(key)
            else { continue }
            parkings += 1
            parked[key] = Parked(node: node, turn: parkings)
        }
        guard parked.count > Self.mostParked else { return }
        for (key, row) in parked.sorted(by: { $0.value.turn < $1.value.turn }).dropLast(Self.mostParked) {
            parked[key] = nil
            row.node.wither()
        }
    }

    /// How many rows have left whose state is kept.
    var parkedCount: Int { parked.count }

    override func discard() {
        for row in parked.values { row.node.wither() }
        parked = [:]
    }
}
