import Foundation
import SwiftData
import Testing

struct JSONFolderStoreTests {
    let folder: TemporaryFolder
    let link: URL

    init() throws {
        folder = try TemporaryFolder()
        link = try #require(URL(string: "https://example.com/rss"))
    }

    private func open() throws -> ModelContainer {
        let schema = Schema([Feed.self, Article.self])
        let configuration = JSONFolderConfiguration(name: "feeds", schema: schema, folder: folder.url)
        return try ModelContainer(for: schema, configurations: [configuration])
    }

    private func fill(_ context: ModelContext) throws {
        let feed = Feed(title: "News", link: link, categories: ["a", "b"])
        context.insert(feed)
        for stars in 1...5 {
            let article = Article(headline: "Story \(stars)", stars: stars)
            context.insert(article)
            article.feed = feed
        }
        try context.save()
    }

    @Test func savesAsReadableJSON() throws {
        let container = try open()
        try fill(ModelContext(container))
        let data = try Data(contentsOf: folder.file("Feed.json"))
        #expect(String(decoding: data, as: UTF8.self).contains("News"))
        #expect(FileManager.default.fileExists(atPath: folder.file("Article.json").path))
    }

    @Test func reopensWithRelationships() throws {
        try fill(ModelContext(try open()))
        let container = try open()
        let context = ModelContext(container)
        let feed = try #require(try context.fetch(FetchDescriptor<Feed>()).first)
        #expect(feed.title == "News")
        #expect(feed.link == link)
        #expect(feed.categories == ["a", "b"])
        #expect(Set(feed.articles.map(\.stars)) == [1, 2, 3, 4, 5])
        #expect(feed.articles.allSatisfy { $0.feed === feed })
    }

    @Test func contextFiltersAndSortsForTheStore() throws {
        let container = try open()
        let context = ModelContext(container)
        try fill(context)
        var descriptor = FetchDescriptor<Article>(
            predicate: #Predicate { $0.stars > 1 && $0.feed?.title == "News" },
            sortBy: [SortDescriptor(\.stars, order: .reverse)]
        )
        #expect(try context.fetch(descriptor).map(\.stars) == [5, 4, 3, 2])
        descriptor.fetchLimit = 2
        descriptor.fetchOffset = 1
        #expect(try context.fetch(descriptor).map(\.headline) == ["Story 4", "Story 3"])
        #expect(try context.fetchCount(FetchDescriptor<Article>(predicate: #Predicate { $0.stars == 3 })) == 1)
        #expect(try context.fetchIdentifiers(FetchDescriptor<Feed>()).count == 1)
    }

    @Test func updatesDeletesAndRollback() throws {
        let container = try open()
        let context = ModelContext(container)
        try fill(context)
        let first = FetchDescriptor<Article>(predicate: #Predicate { $0.stars == 1 })
        let article = try #require(try context.fetch(first).first)
        let id = article.persistentModelID
        article.isRead = true
        try context.save()
        #expect(article.persistentModelID == id)

        let other = ModelContext(try open())
        #expect(try other.fetch(first).map(\.isRead) == [true])
        article.headline = "changed"
        context.rollback()
        #expect(article.headline == "Story 1")

        let feed = try #require(article.feed)
        context.delete(feed)
        try context.save()
        #expect(try ModelContext(try open()).fetchCount(FetchDescriptor<Article>()) == 0)
    }

    @Test func aMissingFolderIsRefused() {
        let schema = Schema([Feed.self, Article.self])
        let configuration = JSONFolderConfiguration(
            name: "none",
            schema: schema,
            folder: folder.file("nothing here")
        )
        #expect(throws: (any Error).self) {
            _ = try ModelContainer(for: Feed.self, Article.self, configurations: configuration)
        }
    }
}
