import CloudKit

/// A request inside the service while others are there, too: each of its transactions begins at a moment of its own.
final class InFlightRequest: @unchecked Sendable {
    /// The request for which the running task works.
    @TaskLocal static var current: InFlightRequest?

    /// Whose request it is, and which of its arrivals.
    let arrival: Arrival
    let account: Int
    /// What goes to the service; nil for a device that waits for notices.
    var wire: WireWork?
    /// Whether the service has ended since.
    var isOver = false
    /// Transactions that have begun or wait for their turn.
    var transactions = 0
    /// The answer that was committed together with what the request changed.
    var committedAnswer: [UInt8]?
    /// What the service had when the request first read there, and when it last did.
    private(set) var firstBooks: ServiceBooks?
    private(set) var lastBooks: ServiceBooks?

    init(_ arrival: Arrival, _ account: Int, _ wire: WireWork?) {
        (self.arrival, self.account, self.wire) = (arrival, account, wire)
    }

    /// A transaction has read what the service has now.
    func recordRead(of books: ServiceBooks) {
        firstBooks = firstBooks ?? books
        lastBooks = books
    }
}
