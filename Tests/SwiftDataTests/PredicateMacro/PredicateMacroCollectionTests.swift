import Foundation
import SwiftData
import Testing

/// Collections and texts in our own `#Predicate`.
@Suite struct PredicateMacroCollectionTests {
    typealias Book = ReadingRoom.Book
    let library: Library

    init() throws { library = try Library() }

    @Test func captured() throws {
        let keys = [library.plain.key, library.orphan.key]
        #expect(try library.titles(#Predicate<Book> { keys.contains($0.key) }) == ["Orphan", "plain"])
        #expect(try library.titles(#Predicate<Book> { [1, 4].contains($0.rating ?? 0) }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { (100...200).contains($0.pages) }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { (120...).contains($0.pages) }) == ["Orphan", "Ångström"])
    }

    @Test func toMany() throws {
        #expect(try library.titles(#Predicate<Book> { $0.tags.contains { $0.label == "two" } }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.tags.allSatisfy(\.on) }) == ["Orphan", "plain"])
        #expect(try library.titles(#Predicate<Book> { $0.tags.isEmpty }) == ["Orphan"])
        #expect(try library.titles(#Predicate<Book> { $0.tags.isEmpty == false }) == ["plain", "Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.tags.count > 1 }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.tags.filter { $0.on }.count == 1 }) == ["plain", "Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.tags.count(where: { !$0.on }) == 1 }) == ["Ångström"])
        let inner = #Predicate<Book> { book in
            book.tags.contains(where: { tag in tag.on == book.done && tag.label != book.title && tag.label != "two" })
        }
        #expect(try library.titles(inner) == ["plain"])
    }

    @Test func codableValues() throws {
        #expect(try library.titles(#Predicate<Book> { $0.words.contains("x") }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.counts["k"] == 3 }, isSQL: false) == ["Ångström"])
        let withDefault = #Predicate<Book> { $0.counts["k", default: 7] == 7 }
        #expect(try library.titles(withDefault, isSQL: false) == ["Orphan", "plain"])
        #expect(try library.titles(#Predicate<Book> { $0.address.city == "Rome" }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.words.max() == "y" && $0.words.min() == "x" }) == ["Ångström"])
    }

    @Test func texts() throws {
        let query = "angstrom"
        #expect(try library.titles(#Predicate<Book> { $0.title.localizedStandardContains(query) }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.title.contains("lai") }) == ["plain"])
        #expect(try library.titles(#Predicate<Book> { $0.title.starts(with: "Orp") }) == ["Orphan"])
        #expect(
            try library.titles(#Predicate<Book> { $0.title.hasPrefix("pl") || $0.title.hasSuffix("an") }) == [
                "Orphan", "plain",
            ]
        )
        #expect(try library.titles(#Predicate<Book> { $0.title.lowercased() == "orphan" }) == ["Orphan"])
        #expect(try library.titles(#Predicate<Book> { $0.title.uppercased().contains("LAI") }) == ["plain"])
        #expect(
            try library.titles(#Predicate<Book> { $0.title.caseInsensitiveCompare("ORPHAN") == .orderedSame }) == [
                "Orphan"
            ]
        )
        #expect(try library.titles(#Predicate<Book> { $0.title.contains(/p.a/) }) == ["Orphan", "plain"])
    }
}
