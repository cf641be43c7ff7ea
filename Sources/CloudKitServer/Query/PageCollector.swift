import CloudKitWebServices

/// Collects the first records of a result in its order, and no more of them than a page needs.
struct PageCollector {
    private let order: QueryOrder
    private let query: RecordQuery
    private var entries: [QueryOrder.Entry] = []
    private var end: QueryPosition?
    private var bytes: Int64 = 0

    init(_ query: RecordQuery, order: QueryOrder) {
        self.query = query
        self.order = order
    }

    /// Whether the page is full, and what comes later in the store's order cannot get into it.
    var isComplete: Bool {
        order.isByName && (entries.count > query.limit || isHeavy || end != nil)
    }

    /// Whether there are more bytes than fit.
    private var isHeavy: Bool {
        bytes > query.bytes && entries.count > 1
    }

    mutating func add(_ entry: QueryOrder.Entry) {
        if let position = query.position, !order.precedes(position, entry.position) { return }
        entries.append(entry)
        bytes += entry.record.ownSize
        if entries.count >= 4 * (query.limit + 1) || bytes > 2 * query.bytes { trim() }
    }

    /// Nothing after this place was looked at, so the page must end there.
    ///
    /// A page may be short, even empty, and have a marker: see the protocol.
    mutating func stop(at position: QueryPosition) {
        if let end, order.precedes(end, position) { return }
        end = position
    }

    /// Keeps what fits on the page, and one more, which tells that there is more.
    private mutating func trim() {
        entries.sort { order.precedes($0.position, $1.position) }
        entries.removeLast(max(0, entries.count - fitting - 1))
        bytes = entries.reduce(0) { $0 + $1.record.ownSize }
    }

    /// How many of the sorted records fit on the page.
    private var fitting: Int {
        var budget = AnswerBudget(records: query.limit, bytes: query.bytes)
        return budget.take(entries.map(\.record))
    }

    mutating func page() -> QueryPage {
        if let end { entries.removeAll { order.precedes(end, $0.position) } }
        trim()
        let page = entries.prefix(fitting)
        let next = entries.count > page.count ? page.last?.position : end
        return QueryPage(records: page.map { ($0.zone, $0.record) }, next: next)
    }
}
