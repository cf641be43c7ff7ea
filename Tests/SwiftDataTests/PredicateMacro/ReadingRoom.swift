import Foundation
import SwiftData
import Testing

/// A small library to ask predicates about.
enum ReadingRoom {
    enum Kind: String, Codable, Sendable { case novel, essay, poem }

    struct Address: Codable, Equatable, Sendable {
        var city = ""
        var zip: Int?
    }

    @Model class Person {
        var name: String
        var age: Int
        var nick: String?
        var books: [Book] = []
        init(_ name: String, _ age: Int, nick: String? = nil) {
            self.name = name
            self.age = age
            self.nick = nick
        }
    }

    @Model final class Teacher: Person {
        var subject: String
        init(_ name: String, subject: String) {
            self.subject = subject
            super.init(name, 50)
        }
    }

    @Model final class Book {
        var title: String
        var pages: Int32
        var price: Double = 0
        var rating: Int?
        var kind: Kind = Kind.novel
        var otherKind: Kind?
        var done: Bool = false
        var words: [String] = []
        var counts: [String: Int] = [:]
        var address: Address = Address()
        @Relationship(inverse: \Person.books) var author: Person?
        @Relationship(inverse: \Tag.book) var tags: [Tag] = []
        var key: UUID
        init(_ title: String, pages: Int32, key: UUID) {
            self.title = title
            self.pages = pages
            self.key = key
        }
    }

    @Model final class Tag {
        var label: String
        var on: Bool
        var book: Book?
        init(_ label: String, on: Bool) {
            self.label = label
            self.on = on
        }
    }
}

/// The library in a context of its own.
struct Library {
    let context: ModelContext
    let ada = ReadingRoom.Person("Ada", 36, nick: "Countess")
    let ben: ReadingRoom.Teacher
    let angstrom = ReadingRoom.Book(
        "Ångström",
        pages: 120,
        key: UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    )
    let plain = ReadingRoom.Book("plain", pages: 7, key: UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    let orphan = ReadingRoom.Book(
        "Orphan",
        pages: 300,
        key: UUID(uuid: (3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    )

    init() throws {
        let container = try ModelContainer(
            for: ReadingRoom.Book.self,
            ReadingRoom.Person.self,
            ReadingRoom.Teacher.self,
            ReadingRoom.Tag.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        ben = ReadingRoom.Teacher("Ben", subject: "Latin")
        for book in [angstrom, plain, orphan] { context.insert(book) }
        angstrom.author = ada
        angstrom.rating = 4
        angstrom.price = 9.5
        angstrom.words = ["x", "y"]
        angstrom.counts = ["k": 3]
        angstrom.address = ReadingRoom.Address(city: "Rome", zip: nil)
        angstrom.tags = [ReadingRoom.Tag("one", on: true), ReadingRoom.Tag("two", on: false)]
        plain.author = ben
        plain.kind = .poem
        plain.otherKind = .essay
        plain.done = true
        plain.tags = [ReadingRoom.Tag("one", on: true)]
        try context.save()
    }

    /// The titles of the books that a predicate accepts, in order.
    ///
    /// Asks the store and `evaluate`; both must agree, and SQL does all of it unless the test says otherwise.
    func titles(
        _ predicate: Foundation.Predicate<ReadingRoom.Book>,
        isSQL: Bool = true,
        at place: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let left = try context.explain(FetchDescriptor(predicate: predicate)).inMemory
        #expect(left.isEmpty == isSQL, "in memory: \(left)", sourceLocation: place)
        let inMemory = try [angstrom, plain, orphan].filter { try predicate.evaluate($0) }.map(\.title).sorted()
        let inStore = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title).sorted()
        #expect(inStore == inMemory, sourceLocation: place)
        return inMemory
    }
}
