import Foundation
import SwiftData
import Testing

/// Operators, literals, enums and captured values in our own `#Predicate`.
@Suite struct PredicateMacroComparisonTests {
    typealias Book = ReadingRoom.Book
    let library: Library

    init() throws { library = try Library() }

    @Test func comparisons() throws {
        #expect(try library.titles(#Predicate { $0.title == "plain" }) == ["plain"])
        #expect(try library.titles(#Predicate<Book> { $0.pages > 7 && $0.pages <= 120 }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { !$0.done || $0.pages < 10 }) == ["Orphan", "plain", "Ångström"])
        #expect(try library.titles(#Predicate<Book> { book in book.done }) == ["plain"])
        #expect(try library.titles(#Predicate<Book> { _ in false }) == [])
        #expect(try library.titles(#Predicate { (book: Book) in book.price >= 9.5 }) == ["Ångström"])
    }

    @Test func manyConditionsOfManyTypes() throws {
        let predicate = #Predicate<Book> {
            $0.title == "x" || $0.author?.name == "Ada" || $0.done || $0.author?.nick == "y" || $0.pages == 300
        }
        #expect(try library.titles(predicate) == ["Orphan", "plain", "Ångström"])
    }

    @Test func cases() throws {
        let poem = ReadingRoom.Kind.poem
        let none: ReadingRoom.Kind? = nil
        #expect(try library.titles(#Predicate<Book> { $0.kind == .poem }) == ["plain"])
        #expect(try library.titles(#Predicate<Book> { $0.kind != ReadingRoom.Kind.poem }) == ["Orphan", "Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.kind == poem && $0.otherKind == .essay }) == ["plain"])
        #expect(try library.titles(#Predicate<Book> { $0.otherKind == none }) == ["Orphan", "Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.otherKind != poem }) == ["Orphan", "plain", "Ångström"])
    }

    @Test func arithmetic() throws {
        #expect(try library.titles(#Predicate<Book> { $0.pages * 2 + 1 == 15 }) == ["plain"])
        #expect(
            try library.titles(#Predicate<Book> { $0.pages / 7 - 1 == 0 || -$0.pages == -120 }) == [
                "plain", "Ångström",
            ]
        )
        #expect(try library.titles(#Predicate<Book> { $0.pages % 7 == 0 }) == ["plain"])
        #expect(try library.titles(#Predicate<Book> { $0.pages.isMultiple(of: 60) }) == ["Orphan", "Ångström"])
    }

    @Test func capturedValuesOfAnyKind() throws {
        struct Query {
            var text = "Ang"
            var bounds = (low: Int32(100), high: Int32(200))
        }
        let query = Query()
        let names = ["ada", "ben"]
        let predicate = #Predicate<Book> {
            $0.pages > query.bounds.low && names.map { $0.capitalized }.contains($0.author?.name ?? "")
        }
        #expect(try library.titles(predicate) == ["Ångström"])
        let captured = #Predicate<Book> { [keys = [library.plain.key]] in keys.contains($0.key) }
        #expect(try library.titles(captured) == ["plain"])
    }

    @Test func modelsAsValues() throws {
        let (ada, nobody) = (library.ada, ReadingRoom.Person?.none)
        let tag = try #require(library.plain.tags.first)
        #expect(try library.titles(#Predicate<Book> { $0.author == ada }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { ada != $0.author }) == ["Orphan", "plain"])
        #expect(try library.titles(#Predicate<Book> { $0.author == nobody }) == ["Orphan"])
        #expect(try library.titles(#Predicate<Book> { $0.tags.contains(tag) }) == ["plain"])
        let identifier = library.ada.persistentModelID
        #expect(try library.titles(#Predicate<Book> { $0.author?.persistentModelID == identifier }) == ["Ångström"])
    }

    @Test func typesAndKeyPaths() throws {
        let path: KeyPath<Book, String> & Sendable = \.title
        #expect(try library.titles(#Predicate<Book> { $0.author is ReadingRoom.Teacher }) == ["plain"])
        #expect(
            try library.titles(#Predicate<Book> { ($0.author as? ReadingRoom.Teacher)?.subject == "Latin" }) == [
                "plain"
            ]
        )
        #expect(try library.titles(#Predicate<Book> { $0[keyPath: path] == "plain" }) == ["plain"])
    }

    @Test func inGenericCode() throws {
        func one<Model: PersistentModel>(_ model: Model) throws -> Int {
            let identifier = model.persistentModelID
            let descriptor = FetchDescriptor<Model>(predicate: #Predicate { $0.persistentModelID == identifier })
            return try library.context.fetchCount(descriptor)
        }
        #expect(try one(library.plain) == 1)
        #expect(try one(library.ada) == 1)
    }
}
