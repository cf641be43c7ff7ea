import Foundation
import SwiftData

enum Genre: String, Codable, CaseIterable, Identifiable {
    case fiction, history, science
    var id: Self { self }
    var title: String { rawValue.capitalized }
    var symbol: String {
        switch self {
        case .fiction: "book"
        case .history: "clock"
        case .science: "atom"
        }
    }
}

@Model
final class Author {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class Book {
    var title: String
    var genre: Genre
    var pages: Int
    var rating: Double
    var isRead: Bool
    var addedAt: Date
    var notes: String
    var author: Author?

    init(
        title: String,
        genre: Genre = .fiction,
        pages: Int = 100,
        rating: Double = 3,
        isRead: Bool = false,
        addedAt: Date = .now,
        notes: String = "",
        author: Author? = nil
    ) {
        self.title = title
        self.genre = genre
        self.pages = pages
        self.rating = rating
        self.isRead = isRead
        self.addedAt = addedAt
        self.notes = notes
        self.author = author
    }
}
