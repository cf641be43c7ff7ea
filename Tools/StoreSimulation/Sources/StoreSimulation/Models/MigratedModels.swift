import Foundation
import SwiftData

// The simulated store's models in another version: with other names, and with values that code fills in.

/// The models as stories use them.
enum GardenFirst: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { Garden.types }
}

/// A version between the first and the last.
enum GardenSecond: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Shelf.self, Book.self, Chapter.self, Label.self, Slip.self, Item.self, Lamp.self, Token.self]
    }

    /// The year of books that no code of a stage has seen.
    static let defaultYear = 1_900

    @Model final class Shelf {
        @Attribute(.unique) var number: Int
        @Attribute(originalName: "name") var sign: String
        @Relationship(deleteRule: .nullify, inverse: \Book.shelf) var books: [Book] = []

        init(number: Int, sign: String) { (self.number, self.sign) = (number, sign) }
    }

    @Model final class Book {
        @Attribute(.unique) var number: Int
        @Attribute(originalName: "title") var heading: String
        var pages: Int?
        var rating: Double
        var day: Date
        var mood: Mood
        var isOpen: Bool
        var cover: Data
        @Attribute(.externalStorage) var scan: Data?
        var detail: Detail
        var scores: [String: Int]
        var tags: [String]
        var shelf: Shelf?
        var labels: [Label] = []
        @Relationship(deleteRule: .cascade, inverse: \Chapter.book) var chapters: [Chapter] = []
        var slip: Slip?
        var year: Int = GardenSecond.defaultYear

        init(number: Int, heading: String) {
            (self.number, self.heading) = (number, heading)
            (rating, day, mood, isOpen, cover) = (0, Date(timeIntervalSinceReferenceDate: 0), .calm, false, Data())
            (detail, scores, tags) = (Detail(width: 0, notes: ""), [:], [])
        }
    }

    @Model final class Chapter {
        @Attribute(.unique) var number: Int
        var book: Book?

        init(number: Int) { self.number = number }
    }

    @Model final class Label {
        @Attribute(.unique) var number: Int
        @Relationship(inverse: \Book.labels) var books: [Book] = []

        init(number: Int) { self.number = number }
    }

    @Model final class Slip {
        @Attribute(.unique) var number: Int
        @Relationship(inverse: \Book.slip) var book: Book?

        init(number: Int) { self.number = number }
    }

    @Model class Item {
        @Attribute(.unique) var number: Int
        var name: String
        var place: Shelf?

        init(number: Int, name: String) { (self.number, self.name) = (number, name) }
    }

    @Model final class Lamp: Item {
        var watts: Int = 0

        init(number: Int, name: String, watts: Int) {
            self.watts = watts
            super.init(number: number, name: name)
        }
    }

    @Model final class Token {
        @Attribute(.unique) var code: Int
        var value: Int

        init(code: Int, value: Int) { (self.code, self.value) = (code, value) }
    }
}

/// The models as stories use them once more.
enum GardenThird: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { Garden.types }
}
