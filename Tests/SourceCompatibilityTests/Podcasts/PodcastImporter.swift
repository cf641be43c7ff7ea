import Foundation
import SwiftData

@Model
final class Podcast {
    @Attribute(.unique) var feedURL: URL
    var title: String
    var author: String?
    var lastRefresh: Date?
    @Relationship(deleteRule: .cascade, inverse: \Episode.podcast)
    var episodes = [Episode]()

    init(feedURL: URL, title: String, author: String? = nil) {
        self.feedURL = feedURL
        self.title = title
        self.author = author
    }
}

@Model
final class Episode {
    #Unique<Episode>([\.guid])
    #Index<Episode>([\.publishedAt], [\.isPlayed, \.publishedAt])

    var guid: String
    var title: String
    var publishedAt: Date
    var duration: TimeInterval
    var isPlayed: Bool
    var progress: Double?
    var podcast: Podcast?

    init(guid: String, title: String, publishedAt: Date, duration: TimeInterval = 0) {
        self.guid = guid
        self.title = title
        self.publishedAt = publishedAt
        self.duration = duration
        self.isPlayed = false
    }
}

struct FeedItem: Sendable {
    let guid: String
    let title: String
    let publishedAt: Date
    let duration: TimeInterval
}

struct EpisodeSummary: Sendable, Equatable {
    let id: PersistentIdentifier
    let title: String
    let podcastTitle: String?
}

@ModelActor
actor PodcastImporter {
    private var importedCount = 0

    func importFeed(_ url: URL, title: String, items: [FeedItem]) throws -> PersistentIdentifier {
        let podcast = try existing(url) ?? Podcast(feedURL: url, title: title)
        modelContext.insert(podcast)
        podcast.title = title
        for item in items {
            let episode = Episode(
                guid: item.guid,
                title: item.title,
                publishedAt: item.publishedAt,
                duration: item.duration
            )
            modelContext.insert(episode)
            episode.podcast = podcast
            importedCount += 1
        }
        podcast.lastRefresh = Date()
        try modelContext.save()
        return podcast.persistentModelID
    }

    func markPlayed(_ id: PersistentIdentifier) throws {
        guard let episode = self[id, as: Episode.self] else { return }
        episode.isPlayed = true
        episode.progress = nil
        try modelContext.save()
    }

    func unplayed(limit: Int) throws -> [EpisodeSummary] {
        var descriptor = FetchDescriptor<Episode>(
            predicate: #Predicate { !$0.isPlayed },
            sortBy: [SortDescriptor(\.publishedAt, order: .reverse)]
        )
        descriptor.fetchLimit = limit
        descriptor.relationshipKeyPathsForPrefetching = [\.podcast]
        return try modelContext.fetch(descriptor).map {
            EpisodeSummary(id: $0.persistentModelID, title: $0.title, podcastTitle: $0.podcast?.title)
        }
    }

    func totalImported() -> Int { importedCount }

    private func existing(_ url: URL) throws -> Podcast? {
        try modelContext.fetch(FetchDescriptor<Podcast>(predicate: #Predicate { $0.feedURL == url })).first
    }
}

extension PodcastImporter {
    init(container: ModelContainer, author: String) {
        self.init(modelContainer: container)
        modelExecutor.modelContext.author = author
        modelExecutor.modelContext.autosaveEnabled = false
    }

    /// Runs the closure on the actor's own queue.
    func perform<T: Sendable>(_ body: @Sendable (ModelContext) throws -> T) rethrows -> T {
        try body(modelContext)
    }
}
