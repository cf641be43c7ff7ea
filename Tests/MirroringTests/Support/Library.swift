import Foundation
import SwiftData

/// Models with one relationship of each kind.
enum Library {
    static let types: [any PersistentModel.Type] = [Shelf.self, Book.self, Tag.self, Cover.self]
}

@Model
final class Shelf {
    var name: String
    var created: Date
    @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []

    init(name: String, created: Date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456)) {
        self.name = name
        self.created = created
    }
}

enum Genre: String, Codable {
    case novel, poetry
}

struct Size: Codable, Hashable {
    var width: Int
    var height: Int
}

@Model
final class Book {
    var title: String
    var pages: Int = 0
    var price: Double?
    var isRead: Bool = false
    var genre: Genre = Genre.novel
    var size: Size?
    var keywords: [String] = []
    var identifier: UUID
    @Attribute(.externalStorage) var scan: Data?
    var shelf: Shelf?
    @Relationship(inverse: \Tag.books) var tags: [Tag] = []
    @Relationship(deleteRule: .cascade, inverse: \Cover.book) var cover: Cover?

    init(title: String, identifier: UUID = UUID()) {
        self.title = title
        self.identifier = identifier
    }
}

@Model
final class Tag {
    @Attribute(.unique) var name: String
    var color: String?
    var books: [Book] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class Cover {
    var color: String
    var book: Book?

    init(color: String) {
        self.color = color
    }
}
