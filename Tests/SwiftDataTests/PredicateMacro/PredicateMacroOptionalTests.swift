import Foundation
import SwiftData
import Testing

/// Optionals, branches and nested predicates in our own `#Predicate`.
@Suite struct PredicateMacroOptionalTests {
    typealias Book = ReadingRoom.Book
    let library: Library

    init() throws { library = try Library() }

    @Test func chains() throws {
        let name = "Ada"
        #expect(try library.titles(#Predicate<Book> { $0.author?.name == name }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.author?.nick?.count ?? 0 > 3 }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.author?.nick?.contains("oun") == true }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { ($0.rating ?? 0) + 1 == 1 }) == ["Orphan", "plain"])
        #expect(try library.titles(#Predicate<Book> { $0.author.map { $0.age > 40 } ?? false }) == ["plain"])
        #expect(try library.titles(#Predicate<Book> { $0.author.flatMap { $0.nick } != nil }) == ["Ångström"])
    }

    @Test func nothing() throws {
        #expect(try library.titles(#Predicate<Book> { $0.author == nil }) == ["Orphan"])
        #expect(try library.titles(#Predicate<Book> { $0.rating != nil }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { $0.rating != 4 }) == ["Orphan", "plain"])
    }

    @Test func bindings() throws {
        let predicate = #Predicate<Book> { book in
            if let rating = book.rating, rating > 3, let author = book.author { author.age == 36 } else { false }
        }
        #expect(try library.titles(predicate) == ["Ångström"])
        let guarded = #Predicate<Book> { book in
            let least = 10 / 2
            guard let author = book.author else { return true }
            let age = author.age
            return age > least * 8
        }
        #expect(try library.titles(guarded) == ["Orphan", "plain"])
    }

    @Test(arguments: ["", "plain"])
    func branchesThatDoNotLookAtTheModel(_ query: String) throws {
        let written = #Predicate<Book> { book in
            if query.isEmpty { return true } else { return book.title.contains(query) }
        }
        let ternary = #Predicate<Book> { query.isEmpty ? true : $0.title.contains(query) }
        let expected = query.isEmpty ? ["Orphan", "plain", "Ångström"] : ["plain"]
        #expect(try library.titles(written) == expected)
        #expect(try library.titles(ternary) == expected)
    }

    enum Filter: Sendable {
        case all
        case long(than: Int32)
        case done
    }

    @Test func switches() throws {
        func titles(_ filter: Filter) throws -> [String] {
            try library.titles(
                #Predicate<Book> { book in
                    switch filter {
                    case .all: true
                    case .long: book.pages > 100
                    case .done: book.done
                    }
                }
            )
        }
        #expect(try titles(.all).count == 3)
        #expect(try titles(.long(than: 3)) == ["Orphan", "Ångström"])
        #expect(try titles(.done) == ["plain"])
        let byKind = #Predicate<Book> { book in
            switch book.kind {
            case .poem, .essay: book.done
            default: book.pages > 200
            }
        }
        #expect(try library.titles(byKind) == ["Orphan", "plain"])
        let byPages = #Predicate<Book> { book in
            switch book.pages {
            case 1...100: false
            case 120: true
            default: false
            }
        }
        #expect(try library.titles(byPages) == ["Ångström"])
    }

    @Test func predicatesInPredicates() throws {
        let isLong = #Predicate<Book> { $0.pages > 100 }
        let count = #Expression<[ReadingRoom.Tag], Int> { $0.count }
        #expect(try library.titles(#Predicate<Book> { isLong.evaluate($0) && $0.rating != nil }) == ["Ångström"])
        #expect(try library.titles(#Predicate<Book> { !isLong.evaluate($0) }) == ["plain"])
        #expect(try library.titles(#Predicate<Book> { count.evaluate($0.tags) == 2 }) == ["Ångström"])
    }
}
