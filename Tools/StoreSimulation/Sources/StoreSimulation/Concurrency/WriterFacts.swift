/// What the acknowledged saves of one writer say must be in the store.
///
/// No other writer changes any of it, though lists and coded values hold facts of several.
package struct WriterFacts: Codable, Equatable, Sendable {
    struct Book: Codable, Equatable, Sendable {
        var edits = 0
        var shelf: Int?
        var slip: Int?
    }

    struct Chapter: Codable, Equatable, Sendable {
        var book: Int?
    }

    /// A link between a book and a label that all writers see.
    struct Pair: Codable, Hashable, Sendable {
        let book: Int
        let label: Int
    }

    /// The number of the writer.
    package let writer: Int
    /// The writer's own rows by their numbers.
    var books: [Int: Book] = [:]
    var chapters: [Int: Chapter] = [:]
    var slips: Set<Int> = []
    /// The writer's pairs that are linked.
    var pairs: Set<Pair> = []
    /// The value under the writer's key, by the number of the shared book.
    var scores: [Int: Int] = [:]
    /// The shared books that have the writer's tag.
    var tags: Set<Int> = []
    /// The width and the notes of shared books, where they are the writer's.
    var widths: [Int: Int] = [:]
    var notes: [Int: Int] = [:]
    /// How many saves succeeded, and how many found the store locked for too long.
    package var saves = 0
    package var lockedSaves = 0

    init(writer: Int) { self.writer = writer }

    /// Links that the facts say there are.
    package var linkCount: Int {
        books.values.count { $0.shelf != nil } + books.values.count { $0.slip != nil }
            + chapters.values.count { $0.book != nil } + pairs.count
    }

    mutating func deleteBook(_ number: Int) {
        books[number] = nil
        chapters = chapters.filter { $0.value.book != number }
    }

    /// Gives a book a slip, or none; another book loses it.
    mutating func setSlip(_ slip: Int?, ofBook number: Int) {
        if let slip { for other in books.keys where books[other]?.slip == slip { books[other]?.slip = nil } }
        books[number]?.slip = slip
    }
}

/// One writer among all: what is its own.
package struct WriterRole: Codable, Sendable {
    package let number: Int
    /// How many writers there are in all processes.
    package let count: Int

    package init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

    /// The key and the tag of the writer.
    var name: String { Self.name(of: number) }
    static func name(of number: Int) -> String { "w\(number)" }

    /// The numbers of the writer's own rows.
    var numbers: Range<Int> { (number + 1) * 1_000_000..<(number + 2) * 1_000_000 }

    func owns(_ pair: WriterFacts.Pair) -> Bool {
        (pair.book * SharedRows.labels.count + pair.label) % count == number
    }
    func ownsWidth(of book: Int) -> Bool { book % count == number }
    func ownsNotes(of book: Int) -> Bool { (book + count / 2) % count == number }
}

/// The rows that are there from the beginning, and whose lists all writers change.
enum SharedRows {
    static let shelves = 1...3
    static let labels = 1...4
    static let books = 101...108

    static func title(of book: Int) -> String { "shared \(book)" }
    static func name(of shelf: Int) -> String { "shelf \(shelf)" }
}
