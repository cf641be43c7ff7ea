import Foundation
import SwiftData
import Testing

struct ChangeFeedTests {
    let folder: TemporaryFolder
    let container: ModelContainer
    let feed: ChangeFeed

    init() throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: Bird.self,
            Sighting.self,
            configurations: ModelConfiguration(url: folder.file("birds.store"))
        )
        feed = ChangeFeed(tokenURL: folder.file("token.json"), ownAuthor: "feed")
    }

    private func context(_ author: String?) -> ModelContext {
        let context = ModelContext(container)
        context.author = author
        return context
    }

    @Test func eventsSinceTheLastToken() throws {
        let app = context("app")
        let heron = Bird(ringNumber: "R1", species: "Heron", weight: 1_500)
        app.insert(heron)
        try app.save()
        let id = heron.persistentModelID
        #expect(try feed.newEvents(in: container) == [.birdAdded(id)])
        #expect(try feed.newEvents(in: container).isEmpty)

        heron.weight = 1_480
        try app.save()
        heron.species = "Grey heron"
        try app.save()
        #expect(
            try feed.newEvents(in: container) == [
                .birdChanged(id, weightChanged: true), .birdChanged(id, weightChanged: false),
            ]
        )

        app.delete(heron)
        try app.save()
        #expect(try feed.newEvents(in: container) == [.birdRemoved(ring: "R1", species: "Grey heron")])
    }

    @Test func ownChangesAreLeftOut() throws {
        let app = context("app")
        app.insert(Bird(ringNumber: "A", species: "Wren", weight: 9))
        try app.save()
        _ = try feed.newEvents(in: container)

        let own = context("feed")
        own.insert(Bird(ringNumber: "B", species: "Wren", weight: 10))
        try own.save()
        #expect(try feed.newEvents(in: container).isEmpty)

        let other = context(nil)
        let bird = try #require(
            try other.fetch(
                FetchDescriptor<Bird>(predicate: #Predicate { $0.ringNumber == "A" })
            ).first
        )
        let sighting = Sighting(date: .day(1), place: "Lake")
        sighting.bird = bird
        other.insert(sighting)
        try other.save()
        let events = try feed.newEvents(in: container)
        #expect(events.contains(.sightingChanged(sighting.persistentModelID)))
    }

    @Test func transactionsCarryAuthorStoreAndTime() throws {
        let start = Date()
        let app = context("importer")
        app.insert(Bird(ringNumber: "X", species: "Owl", weight: 300))
        try app.save()
        let name = "importer"
        let all = try app.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(
                predicate: #Predicate { $0.author == name },
                sortBy: [SortDescriptor(\.transactionIdentifier)]
            )
        )
        let transaction = try #require(all.first)
        #expect(all.count == 1)
        #expect(transaction.author == "importer")
        #expect(transaction.timestamp >= start.addingTimeInterval(-1))
        #expect(transaction.token.tokenValue?[transaction.storeIdentifier] == transaction.transactionIdentifier)
        #expect(transaction.changes.count == 1)
        guard case .insert(let insert) = transaction.changes[0] else {
            Issue.record("not an insert")
            return
        }
        #expect(insert is DefaultHistoryInsert<Bird>)
        #expect(insert.changedPersistentIdentifier.entityName == "Bird")
    }

    @Test func tombstoneHoldsOnlyWhatWasMarked() throws {
        let app = context(nil)
        let bird = Bird(ringNumber: "T", species: "Tern", weight: 120)
        app.insert(bird)
        try app.save()
        app.delete(bird)
        try app.save()
        let changes = try app.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
        let deletes = changes.compactMap { change -> DefaultHistoryDelete<Bird>? in
            if case .delete(let delete as DefaultHistoryDelete<Bird>) = change { return delete }
            return nil
        }
        let tombstone = try #require(deletes.first?.tombstone)
        #expect(tombstone[\.ringNumber] as? String == "T")
        #expect(tombstone[\.weight] == nil)
        #expect(Set(tombstone.compactMap { $0 as? String }) == ["T", "Tern"])
    }

    @Test func forgottenHistoryIsGone() throws {
        let app = context("app")
        for number in 1...3 {
            app.insert(Bird(ringNumber: "\(number)", species: "Gull", weight: 1))
            try app.save()
        }
        _ = try feed.newEvents(in: container)
        app.insert(Bird(ringNumber: "4", species: "Gull", weight: 1))
        try app.save()
        try feed.forgetHistory(in: container)
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        descriptor.fetchLimit = 10
        #expect(try app.fetchHistory(descriptor).count == 1)
        #expect(try feed.newEvents(in: container).count == 1)
        #expect(try app.fetchCount(FetchDescriptor<Bird>()) == 4)
    }
}
