import Foundation

@testable import SwiftData

/// A store with random books.
struct LibraryFixture {
    let container: ModelContainer
    let context: ModelContext
    let books: [LibraryBook]
    let texts: [String]

    /// - Parameter url: nil for a store in memory.
    init(count: Int, url: URL? = nil, random: inout SeededGenerator) throws {
        let configuration =
            if let url { ModelConfiguration(url: url) } else { ModelConfiguration(isStoredInMemoryOnly: true) }
        container = try ModelContainer(
            for: LibraryBook.self,
            LibraryAuthor.self,
            LibraryGenre.self,
            configurations: configuration
        )
        let writer = ModelContext(container)
        let texts = (0..<40).map { _ in RandomText.make(&random) }
        self.texts = texts
        let authors = (0..<8).map { _ in LibraryAuthor(name: random.pick(texts)) }
        let genres = (0..<5).map { LibraryGenre(name: random.pick(texts), weight: $0) }
        for author in authors {
            writer.insert(author)
            author.nickname = random.chance(50) ? random.pick(texts) : nil
            author.rating = Double(random.number(-4...4)) / 2
            author.mentor = random.chance(50) ? random.pick(authors) : nil
        }
        for genre in genres { writer.insert(genre) }
        for _ in 0..<count {
            let book = LibraryBook(title: random.pick(texts))
            writer.insert(book)
            Self.fill(book, authors, genres, texts, &random)
        }
        try writer.save()
        context = ModelContext(container)
        books = try context.fetch(FetchDescriptor<LibraryBook>())
    }

    private static func fill(
        _ book: LibraryBook,
        _ authors: [LibraryAuthor],
        _ genres: [LibraryGenre],
        _ texts: [String],
        _ random: inout SeededGenerator
    ) {
        book.subtitle = random.chance(60) ? random.pick(texts) : nil
        book.pages = random.number(-3...12)
        book.stock = Int32(random.number(-3...12))
        book.price = Double(random.number(-8...8)) / 4
        book.discount = random.chance(50) ? Double(random.number(-2...2)) : nil
        book.isbn = uuid(random.number(0...9))
        book.published = Date(timeIntervalSinceReferenceDate: Double(random.number(-5...5)) + 0.1)
        book.lentAt = random.chance(50) ? Date(timeIntervalSinceReferenceDate: Double(random.number(-3...3))) : nil
        book.isRead = random.chance(50)
        book.isLent = random.chance(50) ? random.chance(50) : nil
        book.kind = random.pick(LibraryKind.allCases)
        book.mood = random.chance(50) ? random.pick(LibraryKind.allCases) : nil
        book.level = random.pick(LibraryLevel.allCases)
        book.tags = (0..<random.number(0...3)).map { _ in random.pick(texts).replacing("\u{0}", with: "") }
        book.scores = (0..<random.number(0...3)).map { _ in random.number(0...5) }
        book.cover = random.chance(50) ? Data([UInt8(random.number(0...3))]) : nil
        book.cost = Decimal(random.number(-20...20)) / 4
        book.link = random.chance(50) ? URL(string: "https://example.org/\(random.number(0...3))") : nil
        book.serial = random.pick([0, 1, 5, UInt64.max, UInt64.max - 3, 1 << 63])
        book.author = random.chance(70) ? random.pick(authors) : nil
        book.editor = random.chance(30) ? random.pick(authors) : nil
        book.genres = genres.filter { _ in random.chance(30) }
    }

    static func uuid(_ number: Int) -> UUID {
        UUID(uuid: (UInt8(number), 200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    }
}
