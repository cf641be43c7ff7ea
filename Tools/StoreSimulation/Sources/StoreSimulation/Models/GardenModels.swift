import Foundation
import SwiftData

// The models of the simulated store: every kind of property and of relationship once.

/// A text that is stored as itself.
package enum Mood: String, Codable, CaseIterable, Sendable {
    case calm, merry, sour
}

/// A struct whose parts are merged.
package struct Detail: Codable, Hashable, Sendable {
    package var width: Int
    package var notes: String
}

/// The owner of an ordered list without a rule: members lose it when it goes.
@Model
package final class Shelf {
    @Attribute(.unique) package var number: Int
    @Attribute(originalName: "sign") package var name: String
    @Relationship(deleteRule: .nullify, inverse: \Book.shelf) package var books: [Book] = []

    init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}

/// The row with all kinds of values.
@Model
package final class Book {
    @Attribute(.unique) package var number: Int
    @Attribute(originalName: "heading") package var title: String
    package var pages: Int?
    package var rating: Double
    package var day: Date
    package var mood: Mood
    package var isOpen: Bool
    package var cover: Data
    @Attribute(.externalStorage) package var scan: Data?
    package var detail: Detail
    package var scores: [String: Int]
    package var tags: [String]
    package var shelf: Shelf?
    package var labels: [Label] = []
    @Relationship(deleteRule: .cascade, inverse: \Chapter.book) package var chapters: [Chapter] = []
    package var slip: Slip?

    init(number: Int, title: String) {
        self.number = number
        self.title = title
        rating = 0
        day = Date(timeIntervalSinceReferenceDate: 0)
        mood = .calm
        isOpen = false
        cover = Data()
        detail = Detail(width: 0, notes: "")
        scores = [:]
        tags = []
    }
}

/// A member that goes with its owner.
@Model
package final class Chapter {
    @Attribute(.unique) package var number: Int
    package var book: Book?

    init(number: Int) { self.number = number }
}

/// One side of a relationship of many to many.
@Model
package final class Label {
    @Attribute(.unique) package var number: Int
    @Relationship(inverse: \Book.labels) package var books: [Book] = []

    init(number: Int) { self.number = number }
}

/// One side of a relationship of one to one.
@Model
package final class Slip {
    @Attribute(.unique) package var number: Int
    @Relationship(inverse: \Book.slip) package var book: Book?

    init(number: Int) { self.number = number }
}

/// The root of a hierarchy, with a link that has no other side.
@Model
package class Item {
    @Attribute(.unique) package var number: Int
    package var name: String
    package var place: Shelf?

    init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}

/// A class below another one.
@Model
package final class Lamp: Item {
    package var watts: Int = 0

    init(number: Int, name: String, watts: Int) {
        self.watts = watts
        super.init(number: number, name: name)
    }
}

/// A row that is known by its value: a second one of the same value becomes the first.
@Model
package final class Token {
    @Attribute(.unique) package var code: Int
    package var value: Int

    init(code: Int, value: Int) {
        self.code = code
        self.value = value
    }
}

/// What all but tokens have.
protocol Numbered: PersistentModel {
    var number: Int { get }
    static func isNumbered(_ number: Int) -> Predicate<Self>
}

extension Shelf: Numbered {
    static func isNumbered(_ number: Int) -> Predicate<Shelf> { #Predicate { $0.number == number } }
}

extension Book: Numbered {
    static func isNumbered(_ number: Int) -> Predicate<Book> { #Predicate { $0.number == number } }
}

extension Chapter: Numbered {
    static func isNumbered(_ number: Int) -> Predicate<Chapter> { #Predicate { $0.number == number } }
}

extension Label: Numbered {
    static func isNumbered(_ number: Int) -> Predicate<Label> { #Predicate { $0.number == number } }
}

extension Slip: Numbered {
    static func isNumbered(_ number: Int) -> Predicate<Slip> { #Predicate { $0.number == number } }
}

/// The schema of the simulated store.
enum Garden {
    static let types: [any PersistentModel.Type] = [
        Shelf.self, Book.self, Chapter.self, Label.self, Slip.self, Item.self, Lamp.self, Token.self,
    ]
    static let schema = Schema(types)
}
