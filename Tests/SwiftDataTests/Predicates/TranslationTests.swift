import Foundation
import Testing

@testable import SwiftData

/// What becomes SQL, what is left to memory, and how the SQL looks where an index depends on it.
@Suite struct TranslationTests {
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try ModelContainer(
            for: LibraryBook.self,
            LibraryAuthor.self,
            LibraryGenre.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
    }

    private func translate(_ predicate: Predicate<LibraryBook>) throws -> TranslatedPredicate {
        let plan = try #require(context.graph.registry(for: LibraryBook.self)?.plan)
        return PredicateTranslator.translate(predicate, for: plan, plans: { context.graph.registry(for: $0)?.plan })
    }

    private func sql(_ predicate: Predicate<LibraryBook>) throws -> String {
        let translated = try translate(predicate)
        #expect(translated.diagnostics == [])
        return translated.sql?.sql ?? "none"
    }

    @Test func nilMeansWhatItMeansInSwift() throws {
        let subtitle: String? = nil
        #expect(try sql(#Predicate { $0.subtitle == nil }) == #"t0."subtitle" IS NULL"#)
        #expect(try sql(#Predicate { $0.subtitle == subtitle }) == #"t0."subtitle" IS NULL"#)
        #expect(try sql(#Predicate { $0.subtitle == "a" }) == #"t0."subtitle" = ?"#)
        #expect(try sql(#Predicate { $0.subtitle != "a" }) == #"(t0."subtitle" = ?) IS NOT 1"#)
    }

    @Test func plainComparisonsStayOpenToIndexes() throws {
        let pages = 4
        let kind = LibraryKind.essay
        #expect(try sql(#Predicate { $0.pages > pages && !$0.isRead }) == #"t0."pages" > ? AND t0."isRead" = 0"#)
        #expect(try sql(#Predicate { $0.kind == kind }) == #"t0."kind" = ?"#)
        #expect(try sql(#Predicate { $0.title == "Kiel" }) == #"t0."title" IN (?, ?)"#)
    }

    @Test func capturedValuesAreFoldedAway() throws {
        let search = ""
        #expect(try sql(#Predicate { search.isEmpty || $0.title.contains(search) }) == "none")
        #expect(try sql(#Predicate { _ in true }) == "none")
        #expect(try sql(#Predicate { _ in false }) == "0")
    }

    @Test func aComputedPropertyIsLeftToMemory() throws {
        let translated = try translate(#Predicate { $0.heading == "X" && $0.pages > 3 })
        #expect(translated.sql?.sql == #"t0."pages" > ?"#)
        #expect(translated.remainderIsInMemory)
        #expect(translated.diagnostics.count == 1)
    }

    @Test func relationshipsAreNamedAsTouched() throws {
        let translated = try translate(#Predicate { $0.author?.name == "a" && $0.genres.isEmpty })
        #expect(translated.diagnostics == [])
        #expect(translated.touchedEntities.count == 2)
    }

    /// Related rows are asked once, where an index may serve, unless the condition reads something else of the row.
    @Test func relatedRowsAreAskedOnce() throws {
        for predicate in [
            #Predicate<LibraryBook> { $0.author?.name == "a" }, #Predicate { $0.author?.name != "a" },
            #Predicate { $0.genres.contains { $0.name == "a" } }, #Predicate { !$0.genres.contains { $0.name > "a" } },
        ] {
            let sql = try sql(predicate)
            #expect(sql.contains("IN (SELECT") && !sql.contains("EXISTS") && !sql.contains("= t0."), "\(sql)")
        }
        let title = try sql(#Predicate { book in book.genres.contains { $0.name == book.title } })
        #expect(title.contains("EXISTS (SELECT") && title.contains("= t0."), "\(title)")
    }

    /// What Swift would trap on finds no rows.
    @Test func overflowFindsNothing() throws {
        let book = LibraryBook(title: "a")
        book.pages = .max
        context.insert(book)
        try context.save()
        let limit = 0
        let reader = ModelContext(container)
        for predicate in [
            #Predicate<LibraryBook> { $0.pages + 1 > limit }, #Predicate { $0.pages * 2 < limit },
            #Predicate { $0.pages / limit == 0 }, #Predicate { $0.pages % limit == 0 },
            #Predicate { !($0.pages / limit == 0) }, #Predicate { -($0.pages - 1) - 4 == limit },
        ] {
            #expect(try reader.fetch(FetchDescriptor(predicate: predicate)).isEmpty)
        }
    }

    @Test func chainsSortInSQL() throws {
        let plan = try #require(context.graph.registry(for: LibraryBook.self)?.plan)
        let terms = try SortTranslator.translate(
            [SortDescriptor(\LibraryBook.author?.mentor?.name), SortDescriptor(\LibraryBook.isRead, order: .reverse)],
            for: plan
        )
        #expect(terms.count == 3)
        #expect(terms[0].sql.hasSuffix("COLLATE LOCALIZED_STANDARD"))
        #expect(terms[1].sql == #"t0."isRead""# && !terms[1].ascending)
        #expect(terms[2].sql == "t0.pk")
    }

    @Test func aComputedPropertyDoesNotSortInSQL() throws {
        let plan = try #require(context.graph.registry(for: LibraryBook.self)?.plan)
        #expect(throws: UntranslatableExpression.self) {
            try SortTranslator.translate([SortDescriptor(\LibraryBook.heading)], for: plan)
        }
    }
}
