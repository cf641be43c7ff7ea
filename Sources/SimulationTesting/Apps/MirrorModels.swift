import Foundation
import SwiftData

// What is kept in runs about mirroring: a parent with children and theirs, a link of many to many, a unique value,
// optional properties and some with a default, and a value of every kind.

enum SecondLibrary: LibraryModels {
    static let version = Schema.Version(2, 0, 0)
    typealias Shelf = SimulationTesting.Shelf
    typealias Book = SimulationTesting.Book
    typealias Remark = SimulationTesting.Remark
    typealias Label = SimulationTesting.Label
}

@Model
final class Shelf: LibraryShelf {
    /// The name by which a run knows it on all devices.
    var key: String
    var title: String
    @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []

    init(key: String, title: String) {
        (self.key, self.title) = (key, title)
    }
}

@Model
final class Book: LibraryBook {
    var key: String
    var title: String
    var pages: Int = 0
    var note: String?
    var genre = Genre.novel
    var price: Double = 0
    var bought: Date?
    var size: BookSize?
    var keywords: [String] = []
    var scores: [String: Int] = [:]
    var cover: Data?
    @Attribute(.externalStorage) var scan: Data?
    var identifier: UUID?
    var shelf: Shelf?
    @Relationship(deleteRule: .cascade, inverse: \Remark.book) var remarks: [Remark] = []
    @Relationship(inverse: \Label.books) var labels: [Label] = []

    init(key: String, title: String) {
        (self.key, self.title) = (key, title)
    }
}

/// A row that cannot be without another.
@Model
final class Remark: LibraryRemark {
    var key: String
    var text: String
    var book: Book

    init(key: String, text: String, book: Book) {
        (self.key, self.text, self.book) = (key, text, book)
    }
}

/// A row that two devices make under one name.
@Model
final class Label: LibraryLabel {
    @Attribute(.unique) var name: String
    var color: String?
    var books: [Book] = []

    init(name: String, color: String?) {
        (self.name, self.color) = (name, color)
    }
}

/// The models before the later values: books know neither large ones nor a kind of them.
enum FirstLibrary: LibraryModels {
    static let version = Schema.Version(1, 0, 0)

    enum Genre: String, Codable { case novel, poem, play }

    @Model
    final class Shelf: LibraryShelf {
        var key: String
        var title: String
        @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []

        init(key: String, title: String) {
            (self.key, self.title) = (key, title)
        }
    }

    @Model
    final class Book: LibraryBook {
        var key: String
        var title: String
        var pages: Int = 0
        var note: String?
        var genre = Genre.novel
        var price: Double = 0
        var bought: Date?
        var size: BookSize?
        var keywords: [String] = []
        var shelf: Shelf?
        @Relationship(deleteRule: .cascade, inverse: \Remark.book) var remarks: [Remark] = []
        @Relationship(inverse: \Label.books) var labels: [Label] = []

        init(key: String, title: String) {
            (self.key, self.title) = (key, title)
        }
    }

    @Model
    final class Remark: LibraryRemark {
        var key: String
        var text: String
        var book: Book

        init(key: String, text: String, book: Book) {
            (self.key, self.text, self.book) = (key, text, book)
        }
    }

    @Model
    final class Label: LibraryLabel {
        @Attribute(.unique) var name: String
        var color: String?
        var books: [Book] = []

        init(name: String, color: String?) {
            (self.name, self.color) = (name, color)
        }
    }
}
