import SwiftData

/// What is kept in runs about mirroring: a parent with children and theirs, a link of many to many, a unique value,
/// optional properties and some with a default.
enum MirrorModels {
    static let types: [any PersistentModel.Type] = [Shelf.self, Book.self, Remark.self, Label.self]
}

@Model
final class Shelf {
    /// The name by which a run knows it on all devices.
    var key: String
    var title: String
    @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []

    init(key: String, title: String) {
        (self.key, self.title) = (key, title)
    }
}

@Model
final class Book {
    var key: String
    var title: String
    var pages: Int = 0
    var note: String?
    var shelf: Shelf?
    @Relationship(deleteRule: .cascade, inverse: \Remark.book) var remarks: [Remark] = []
    @Relationship(inverse: \Label.books) var labels: [Label] = []

    init(key: String, title: String) {
        (self.key, self.title) = (key, title)
    }
}

/// A row that cannot be without another.
@Model
final class Remark {
    var key: String
    var text: String
    var book: Book

    init(key: String, text: String, book: Book) {
        (self.key, self.text, self.book) = (key, text, book)
    }
}

/// A row that two devices make under one name.
@Model
final class Label {
    @Attribute(.unique) var name: String
    var color: String?
    var books: [Book] = []

    init(name: String, color: String?) {
        (self.name, self.color) = (name, color)
    }
}
