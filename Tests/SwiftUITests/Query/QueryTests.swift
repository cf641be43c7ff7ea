import Foundation
import SwiftData
import Testing
import WebHost

@testable import SwiftUI

private struct Titles: View {
    @Query(sort: \Book.title) private var books: [Book]
    let counter: Counter
    var body: some View {
        let _ = counter.count("titles")
        Text(verbatim: books.map(\.title).joined(separator: ","))
    }
}

private struct Filtered: View {
    @Query private var books: [Book]
    init(least: Int) {
        _books = Query(filter: #Predicate<Book> { $0.pages >= least }, sort: [SortDescriptor(\.title)])
    }
    var body: some View { Text(verbatim: "filtered " + books.map(\.title).joined(separator: ",")) }
}

private struct FilterHolder: View {
    @State private var least = 0
    var body: some View {
        Filtered(least: least)
        Button("More") { least += 100 }
    }
}

private struct ByAuthor: View {
    @Query(filter: #Predicate<Book> { $0.author?.name == "Austen" }) private var books: [Book]
    let counter: Counter
    var body: some View {
        let _ = counter.count("byAuthor")
        Text(verbatim: "austen \(books.count)")
    }
}

private struct LongList: View {
    @Query(sort: \Book.pages) private var books: [Book]
    let counter: Counter
    var body: some View {
        List(books) { book in
            let _ = counter.count("row")
            Text(verbatim: book.title)
        }
    }
}

/// Queries of views: current, process-wide, and asked again only when their entity changed.
@MainActor
@Suite struct QueryTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(for: Book.self, Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    @Test func theStoreIsAskedAgainOnlyAfterASaveThatTouchedTheEntity() throws {
        let container = try container()
        let (context, other) = (ModelContext(container), ModelContext(container))
        context.insert(Book(title: "Emma", pages: 400))
        try context.save()
        let query = LiveQuery<Book>()
        query.use(context, FetchDescriptor<Book>())
        for _ in 0..<3 { #expect(query.results.count == 1) }
        #expect(query.fetches == 1)
        other.insert(Author(name: "Austen"))
        try other.save()
        #expect(query.results.count == 1)
        #expect(query.fetches == 1)
        other.insert(Book(title: "Persuasion", pages: 250))
        try other.save()
        for _ in 0..<2 { #expect(query.results.count == 2) }
        #expect(query.fetches == 2)
        // The same description is no new question, another one is.
        query.use(context, FetchDescriptor<Book>())
        #expect(query.results.count == 2)
        #expect(query.fetches == 2)
        query.use(context, FetchDescriptor<Book>(predicate: #Predicate { $0.pages > 300 }))
        #expect(query.results.map(\.title) == ["Emma"])
        #expect(query.fetches == 3)
    }

    @Test func aSaveOfAnotherContextArrives() async throws {
        let container = try container()
        let counter = Counter()
        let page = TestPage { Titles(counter: counter).modelContainer(container) }
        let other = ModelContext(container)
        other.insert(Book(title: "Emma"))
        page.draw()
        #expect(counter["titles"] == 1)
        try other.save()
        page.draw()
        #expect(page.text.contains("Emma"))
        #expect(counter["titles"] == 2)
    }

    @Test func aSaveOnAnotherThreadArrives() async throws {
        let container = try container()
        let counter = Counter()
        let page = TestPage { Titles(counter: counter).modelContainer(container) }
        page.draw()
        try await Task.detached {
            let other = ModelContext(container)
            other.insert(Book(title: "Emma"))
            try other.save()
        }.value
        page.draw()
        #expect(page.text.contains("Emma"))
        #expect(counter["titles"] == 2)
    }

    @Test func anotherEntityChangesNothing() throws {
        let container = try container()
        let counter = Counter()
        let page = TestPage { Titles(counter: counter).modelContainer(container) }
        let other = ModelContext(container)
        other.insert(Author(name: "Austen"))
        try other.save()
        container.mainContext.insert(Author(name: "Proust"))
        page.draw()
        #expect(counter["titles"] == 1)
    }

    @Test func unsavedChangesOfTheViewsContextCount() throws {
        let container = try container()
        let counter = Counter()
        let page = TestPage { Titles(counter: counter).modelContainer(container) }
        let book = Book(title: "Emma")
        container.mainContext.insert(book)
        page.draw()
        #expect(page.text.contains("Emma"))
        container.mainContext.delete(book)
        page.draw()
        #expect(!page.text.contains("Emma"))
    }

    @Test func aQueryMadeInAnInitializerFollowsItsParameters() throws {
        let container = try container()
        for (title, pages) in [("thin", 50), ("thick", 150)] {
            container.mainContext.insert(Book(title: title, pages: pages))
        }
        let page = TestPage { FilterHolder().modelContainer(container) }
        #expect(page.text.contains("filtered thick,thin"))
        page.click("More")
        #expect(page.text.contains("filtered thick") && !page.text.contains("thin"))
    }

    @Test func anEntityInTheConditionCounts() throws {
        let container = try container()
        let counter = Counter()
        let author = Author(name: "Ausen")
        container.mainContext.insert(author)
        container.mainContext.insert(Book(title: "Emma", author: author))
        try container.mainContext.save()
        let page = TestPage { ByAuthor(counter: counter).modelContainer(container) }
        #expect(page.text.contains("austen 0"))
        author.name = "Austen"
        page.draw()
        #expect(page.text.contains("austen 1"))
    }

    @Test func longListsAreDrawnInPieces() throws {
        let container = try container()
        let other = ModelContext(container)
        for number in 0..<2_500 { other.insert(Book(title: "Book \(number)", pages: number)) }
        try other.save()
        let counter = Counter()
        let page = TestPage { LongList(counter: counter).modelContainer(container) }
        #expect(counter["row"] == 100)
        let more = try #require(page.nodes.first { $0.attributes[.class]?.contains("more") == true })
        #expect(more.words == "Show more (2400 remaining)")
        #expect(more.events.contains(.appear))
        page.send(.appear, to: more)
        #expect(page.nodes.filter { $0.element == .li }.count == 201)
        #expect(counter["row"] <= 300)
        #expect(page.text.contains("Book 199") && !page.text.contains("Book 200"))
    }

    @Test func twoPagesShareAStore() throws {
        let container = try container()
        let (first, second) = (Counter(), Counter())
        let one = TestPage { Titles(counter: first).modelContainer(container) }
        let two = TestPage { Titles(counter: second).modelContainer(container) }
        container.mainContext.insert(Book(title: "Emma"))
        one.draw()
        two.draw()
        #expect(one.text.contains("Emma") && two.text.contains("Emma"))
    }

    @Test func withoutAContainerAQueryIsEmpty() {
        let page = TestPage { Titles(counter: Counter()) }
        #expect(page.text.isEmpty || page.text == "")
    }
}
