/// The result of a fetch, loaded batch by batch as it is read.
///
/// Source: Apple's `FetchResultsCollection`. Which rows are in it is settled when it is made; a row deleted since shows as
/// an instance that is in no context.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    /// Positions count from zero.
    public typealias Index = Int

    private let pages: FetchPages<Element>

    init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
        pages = FetchPages(count: count, batchSize: batchSize, load: load)
    }

    /// Elements that are at hand already.
    init(_ elements: [Element]) {
        pages = FetchPages(count: elements.count, batchSize: Swift.max(elements.count, 1)) { Array(elements[$0]) }
    }

    /// The first position.
    public var startIndex: Int { 0 }
    /// The position after the last.
    public var endIndex: Int { pages.count }

    /// The element at a position; its batch is loaded where it is not at hand.
    public subscript(position: Int) -> Element {
        precondition(indices.contains(position), "Position \(position) is outside 0..<\(endIndex).")
        return pages.element(at: position)
    }
}

/// The batches of a fetch that were read last.
private final class FetchPages<Element> {
    let count: Int
    private let batchSize: Int
    private let load: (Range<Int>) -> [Element]
    private var recent: [(number: Int, elements: [Element])] = []

    /// How many batches are kept at hand.
    private static var keptBatches: Int { 4 }

    init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
        self.count = count
        self.batchSize = Swift.max(batchSize, 1)
        self.load = load
    }

    func element(at position: Int) -> Element {
        let number = position / batchSize
        if let known = recent.first(where: { $0.number == number }) { return known.elements[position % batchSize] }
        let start = number * batchSize
        let elements = load(start..<Swift.min(start + batchSize, count))
        recent.append((number, elements))
        if recent.count > FetchPages.keptBatches { recent.removeFirst() }
        return elements[position % batchSize]
    }
}
