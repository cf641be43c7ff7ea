import CloudKit

/// A request inside the service while others are there, too: each of its transactions begins at a moment of its own.
final class ServiceVisit: @unchecked Sendable {
    /// The request for which the running task works.
    @TaskLocal static var current: ServiceVisit?

    /// Whose request it is, and which of its arrivals.
    let arrival: Arrival
    let account: Int
    /// What goes to the service; nil for a device that waits for notices.
    var wire: WireWork?
    /// Whether the service has ended since.
    var isOver = false
    /// Transactions that have begun or wait for their turn.
    var transactions = 0
    /// What the service had when the request first read there, and when it last did.
    private(set) var firstBooks: ServiceBooks?
    private(set) var lastBooks: ServiceBooks?

    init(_ arrival: Arrival, _ account: Int, _ wire: WireWork?) {
        (self.arrival, self.account, self.wire) = (arrival, account, wire)
    }

    /// A transaction has seen what the service has now.
    func hasSeen(_ books: ServiceBooks) {
        firstBooks = firstBooks ?? books
        lastBooks = books
    }
}
