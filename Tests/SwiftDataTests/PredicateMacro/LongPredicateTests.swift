import Foundation
import SwiftData
import Testing

/// Predicates of many conditions, in places where one expression would take the compiler too long.
///
/// The closures name their parameter's type. Without it the compiler type-checks the source, before any macro sees it,
/// against `Predicate` of any number of inputs, and gives up at some five conditions, as it does with Foundation's macro.
@Suite struct LongPredicateTests {
    typealias Book = ReadingRoom.Book
    let library: Library

    init() throws { library = try Library() }

    @Test func `many conditions in a closure over elements`() throws {
        let text = "two"
        let predicate = #Predicate { (book: Book) in
            book.tags.contains { tag in
                (tag.on || tag.label == text || tag.label.contains("w") || tag.label != book.title)
                    && (tag.label.localizedStandardContains(text) || tag.label.isEmpty || tag.label == "one")
                    && (book.pages > 10 || book.price < 3.5 || (book.rating ?? 0) > 2)
                    && tag.label != "three" && !(tag.label == "four" || tag.label == "five")
            }
        }
        #expect(try library.titles(predicate) == ["plain", "Ångström"])
    }

    @Test func `many conditions under a negation`() throws {
        let none: Int? = nil
        let predicate = #Predicate { (book: Book) in
            !(book.title == "plain" || book.title == "Orphan" || (book.rating == none && book.pages > 1_000)
                || book.price > 1_000 || book.author?.name == "Nobody" || (book.author?.age ?? 0) > 200
                || book.words.contains("q") || book.tags.isEmpty)
        }
        #expect(try library.titles(predicate) == ["Ångström"])
    }

    @Test func `many conditions where a value is bound`() throws {
        let predicate = #Predicate { (book: Book) in
            if let rating = book.rating {
                rating > 0 && rating < 100 && rating != 50 && book.pages > 1 && book.pages < 10_000
                    && (book.title.contains("str") || book.title == "none") && book.price >= 0 && !book.title.isEmpty
            } else {
                false
            }
        }
        #expect(try library.titles(predicate) == ["Ångström"])
    }

    @Test func `many conditions in both branches`() throws {
        let strict = true
        let predicate = #Predicate { (book: Book) in
            if strict {
                book.pages > 0 && book.price >= 0 && book.title != "" && (book.rating ?? 1) > 0 && !book.tags.isEmpty
                    && (book.title == "Ångström" || book.title == "plain")
            } else {
                book.pages < 0 || book.price < 0 || book.title == "" || (book.rating ?? 1) < 0 || book.tags.isEmpty
                    || book.words.contains("zzz")
            }
        }
        #expect(try library.titles(predicate) == ["plain", "Ångström"])
    }

    @Test func `a dozen conditions of every kind`() throws {
        let low: Int32 = 1
        let high: Int32 = 10_000
        let query = ""
        let keys = [library.plain.key]
        let predicate = #Predicate { (book: Book) in
            (query.isEmpty || book.title.localizedStandardContains(query) || book.author?.name == query)
                && book.pages >= low && book.pages <= high && (book.rating == nil || (book.rating ?? 0) >= 1)
                && (book.kind == .novel || book.kind == .essay || book.otherKind == nil)
                && !keys.contains(book.key) && book.counts["k", default: 0] >= 0 && book.price * 2 >= 0
                && (book.author == nil || book.author?.nick == nil || book.author?.age ?? 0 > 0)
                && book.tags.allSatisfy { $0.label != "never" } && book.address.city != "Paris"
        }
        #expect(try library.titles(predicate, isSQL: false) == ["Orphan", "Ångström"])
    }
}
