/// A line of things that happen elsewhere, for one who takes them in order.
struct EventLine<Element: Sendable>: Sendable {
    let stream: AsyncStream<Element>
    private let entrance: AsyncStream<Element>.Continuation

    init(limit: AsyncStream<Element>.Continuation.BufferingPolicy) {
        let parts = AsyncStream.makeStream(of: Element.self, bufferingPolicy: limit)
        stream = parts.stream
        entrance = parts.continuation
    }

    func add(_ element: Element) { entrance.yield(element) }

    func end() { entrance.finish() }
}
