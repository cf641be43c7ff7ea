import CloudKitWebServices

/// Collects the first records of a result in its order, and no more of them than a page needs.
struct PageCollector {
    private let order: QueryOrder
    private let query: RecordQuery
    private var entries: [QueryOrder.Entry] = []
    private var end: QueryPosition?

    init(_ query: RecordQuery, order: QueryOrder) {
        self.query = query
        self.order = order
    }

    /// Whether the page is full, and what comes later in the store's order cannot get into it.
    var isComplete: Bool {
        order.isByName && (entries.count > query.limit || end != nil)
    }

    mutating func add(_ entry: QueryOrder.Entry) {
        if let position = query.position, !order.precedes(position, entry.position) { return }
        entries.append(entry)
        if entries.count >= 4 * (query.limit + 1) { trim() }
    }

    /// Nothing after this place was looked at, so the page must end there.
    ///
    /// A page may be short, even empty, and have a marker: see the protocol.
    mutating func stop(at position: QueryPosition) {
        if let end, order.precedes(end, position) { return }
        end = position
    }

    private mutating func trim() {
        entries.sort { order.precedes($0.position, $1.position) }
        entries.removeLast(max(0, entries.count - query.limit - 1))
    }

    mutating func page() -> QueryPage {
        if let end { entries.removeAll { order.precedes(end, $0.position) } }
        trim()
        let page = entries.prefix(query.limit)
        let next = entries.count > query.limit ? page.last?.position : end
        return QueryPage(records: page.map { ($0.zone, $0.record) }, next: next)
    }
}
