import Foundation
import SwiftData

/// The models of the predicate and sort tests: every kind of column and of relationship.
@Model final class LibraryBook {
    var title: String
    var subtitle: String?
    var pages: Int
    var stock: Int32
    var price: Double
    var discount: Double?
    var isbn: UUID
    var published: Date
    var lentAt: Date?
    var isRead: Bool
    var isLent: Bool?
    var kind: LibraryKind
    var mood: LibraryKind?
    var level: LibraryLevel
    var tags: [String]
    var scores: [Int]
    var cover: Data?
    var cost: Decimal
    var link: URL?
    var serial: UInt64
    var author: LibraryAuthor?
    var editor: LibraryAuthor?
    var genres: [LibraryGenre]

    init(title: String) {
        self.title = title
        pages = 0
        stock = 0
        price = 0
        isbn = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        published = Date(timeIntervalSinceReferenceDate: 0)
        isRead = false
        kind = .novel
        level = .low
        tags = []
        scores = []
        cost = 0
        serial = 0
        genres = []
    }

    /// A property without a column: only memory can evaluate it.
    var heading: String { title.uppercased() }
}

@Model final class LibraryAuthor {
    var name: String
    var nickname: String?
    var rating: Double
    @Relationship(inverse: \LibraryBook.author) var books: [LibraryBook] = []
    var mentor: LibraryAuthor?

    init(name: String) {
        self.name = name
        rating = 0
    }
}

@Model final class LibraryGenre {
    var name: String
    var weight: Int
    @Relationship(inverse: \LibraryBook.genres) var books: [LibraryBook] = []

    init(name: String, weight: Int) {
        self.name = name
        self.weight = weight
    }
}

enum LibraryKind: String, Codable, CaseIterable {
    case novel, poetry, essay
}

enum LibraryLevel: Int, Codable, CaseIterable {
    case low = 1
    case middle = 5
    case high = 9
}
