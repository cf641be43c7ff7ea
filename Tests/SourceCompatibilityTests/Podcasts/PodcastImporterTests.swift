import Foundation
import SwiftData
import Testing

@Suite("Podcast importer")
struct PodcastImporterTests {
    private let url = URL(string: "https://example.com/feed.xml")

    private func makeContainer() throws -> ModelContainer {
        try ModelContainer(for: Podcast.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    private func items(_ range: ClosedRange<Int>, prefix: String = "Episode") -> [FeedItem] {
        range.map { FeedItem(guid: "g\($0)", title: "\(prefix) \($0)", publishedAt: .day($0), duration: 60) }
    }

    @Test func importTwiceUpdatesByGuid() async throws {
        let container = try makeContainer()
        let importer = PodcastImporter(modelContainer: container)
        let feed = try #require(url)
        let first = try await importer.importFeed(feed, title: "Show", items: items(1...3))
        let second = try await importer.importFeed(feed, title: "The Show", items: items(2...5, prefix: "Part"))
        #expect(first == second)
        #expect(await importer.totalImported() == 7)

        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Podcast>()) == 1)
        let episodes = try context.fetch(FetchDescriptor<Episode>(sortBy: [SortDescriptor(\.publishedAt)]))
        #expect(episodes.map(\.title) == ["Episode 1", "Part 2", "Part 3", "Part 4", "Part 5"])
        #expect(episodes.allSatisfy { $0.podcast?.title == "The Show" })
        #expect(episodes.first?.podcast?.episodes.count == 5)
    }

    @Test func identifiersCrossTheActor() async throws {
        let container = try makeContainer()
        let importer = PodcastImporter(container: container, author: "importer")
        let feed = try #require(url)
        _ = try await importer.importFeed(feed, title: "Show", items: items(1...4))

        let summaries = try await importer.unplayed(limit: 2)
        #expect(summaries.map(\.title) == ["Episode 4", "Episode 3"])
        #expect(summaries.map(\.podcastTitle) == ["Show", "Show"])

        try await importer.markPlayed(summaries[0].id)
        #expect(try await importer.unplayed(limit: 9).map(\.title) == ["Episode 3", "Episode 2", "Episode 1"])

        let context = ModelContext(container)
        let played = try #require(context.model(for: summaries[0].id) as? Episode)
        #expect(played.isPlayed)
        #expect(await importer.perform { $0.author } == "importer")
    }

    @Test func missingIdentifierGivesNil() async throws {
        let container = try makeContainer()
        let importer = PodcastImporter(modelContainer: container)
        let feed = try #require(url)
        let podcast = try await importer.importFeed(feed, title: "Show", items: items(1...1))
        let episode = try await importer.unplayed(limit: 1)[0].id
        try await importer.perform { context in
            try context.delete(model: Podcast.self)
            try context.delete(model: Episode.self)
            try context.save()
        }
        try await importer.markPlayed(episode)
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Episode>()) == 0)
        let gone: Podcast? = context.registeredModel(for: podcast)
        #expect(gone == nil)
    }

    @Test func manyActorsAtOnce() async throws {
        let folder = try TemporaryFolder()
        let container = try ModelContainer(
            for: Podcast.self,
            Episode.self,
            configurations: ModelConfiguration(url: folder.file("podcasts.store"))
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask {
                    let importer = PodcastImporter(modelContainer: container)
                    guard let url = URL(string: "https://example.com/\(number)") else { return }
                    let items = (1...10).map {
                        FeedItem(guid: "\(number)-\($0)", title: "T", publishedAt: .day($0), duration: 1)
                    }
                    _ = try await importer.importFeed(url, title: "Show \(number)", items: items)
                }
            }
            try await group.waitForAll()
        }
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Episode>()) == 80)
        #expect(try context.fetch(FetchDescriptor<Podcast>()).map(\.episodes.count) == Array(repeating: 10, count: 8))
    }
}
