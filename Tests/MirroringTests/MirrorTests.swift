import Foundation
import SwiftData
import Testing

/// Two devices, one account.
@Suite struct MirrorTests {
    @Test(arguments: [false, true])
    func attributesBothWays(overHTTP: Bool) async throws {
        try await MirrorWorld.run(overHTTP: overHTTP) { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            let identifier = UUID()
            try one.change { context in
                let book = Book(title: "Emma", identifier: identifier)
                book.pages = 474
                book.price = 9.5
                book.isRead = true
                book.genre = .poetry
                book.size = Size(width: 12, height: 19)
                book.keywords = ["england", "love"]
                context.insert(book)
                context.insert(Shelf(name: "Novels"))
            }
            try await one.sync()
            try await two.sync()
            let book = try #require(try two.context.fetch(FetchDescriptor<Book>()).first)
            #expect(book.title == "Emma" && book.pages == 474 && book.price == 9.5 && book.isRead)
            #expect(book.genre == .poetry && book.size == Size(width: 12, height: 19))
            #expect(book.keywords == ["england", "love"] && book.identifier == identifier)
            let shelf = try #require(try two.context.fetch(FetchDescriptor<Shelf>()).first)
            #expect(shelf.created == Date(timeIntervalSinceReferenceDate: 700_000_000.123_456))
            try two.change { context in
                let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
                book.title = "Emma, a novel"
                book.price = nil
            }
            try await two.sync()
            try await one.sync()
            let changed = try #require(try one.context.fetch(FetchDescriptor<Book>()).first)
            #expect(changed.title == "Emma, a novel" && changed.price == nil && changed.pages == 474)
            #expect(one.mirror.status.state == .upToDate && one.mirror.status.pendingCount == 0)
        }
    }

    @Test func relationshipsBothWays() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { context in
                let shelf = Shelf(name: "Novels")
                context.insert(shelf)
                shelf.books = ["Emma", "Persuasion", "Sanditon"].map { Book(title: $0) }
                let (old, good) = (Tag(name: "old"), Tag(name: "good"))
                shelf.books[0].tags = [old, good]
                shelf.books[1].tags = [good]
                shelf.books[0].cover = Cover(color: "green")
            }
            try await one.sync()
            try await two.sync()
            let context = two.context
            let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
            #expect(shelf.books.map(\.title) == ["Emma", "Persuasion", "Sanditon"])
            #expect(shelf.books[0].tags.map(\.name) == ["old", "good"])
            #expect(shelf.books[1].tags.map(\.name) == ["good"])
            #expect(shelf.books[0].cover?.color == "green")
            // Another order, one tag less, one more.
            shelf.books.insert(shelf.books.remove(at: 2), at: 0)
            let emma = try #require(shelf.books.first { $0.title == "Emma" })
            emma.tags.removeAll { $0.name == "old" }
            emma.tags.append(Tag(name: "classic"))
            try context.save()
            try await two.sync()
            try await one.sync()
            let back = try #require(try one.context.fetch(FetchDescriptor<Shelf>()).first)
            #expect(back.books.map(\.title) == ["Sanditon", "Emma", "Persuasion"])
            #expect(back.books[1].tags.map(\.name) == ["good", "classic"])
        }
    }
}
