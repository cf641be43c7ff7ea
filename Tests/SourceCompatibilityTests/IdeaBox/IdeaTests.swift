import Foundation
import SwiftData
import Testing

@Suite("IdeaBox models")
struct IdeaTests {
    private func makeContext() throws -> ModelContext {
        let config = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Idea.self, SyncState.self, SyncLog.self, configurations: config)
        return ModelContext(container)
    }

    @Test("新增靈感應持久化至 SwiftData")
    func testIdeaPersistence() throws {
        let context = try makeContext()
        let newIdea = Idea(title: "學習 SwiftData", description: "掌握持久化框架", deviceId: "device-1")
        context.insert(newIdea)
        try context.save()

        let descriptor = FetchDescriptor<Idea>()
        let ideas = try context.fetch(descriptor)
        #expect(ideas.count == 1)
        #expect(ideas.first?.title == "學習 SwiftData")
        #expect(ideas.first?.description == "掌握持久化框架")
        #expect(ideas.first?.isCompleted == false)
        #expect(ideas.first?.version == 0)
        #expect(ideas.first?.lastSyncedAt == nil)
        #expect(ideas.first?.syncState == nil)
    }

    @Test func survivesReopening() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("IdeaBox.sqlite")
        let id = UUID()
        let created = Date(timeIntervalSince1970: 1_762_732_800.123)
        do {
            let container = try ModelContainer(for: Idea.self, configurations: ModelConfiguration(url: url))
            let context = ModelContext(container)
            let idea = Idea(id: id, title: "Boat", createdAt: created, updatedAt: created, deviceId: "a", version: 3)
            context.insert(idea)
            idea.syncState = SyncState(ideaId: id, localVersion: 3, lastModifiedAt: created)
            try context.save()
        }
        let container = try ModelContainer(for: Idea.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        let idea = try #require(try context.fetch(IdeaQueries.byID(id)).first)
        #expect(idea.createdAt == created)
        #expect(idea.version == 3)
        #expect(idea.syncState?.ideaId == id)
        #expect(idea.syncState?.isPendingSync == true)
        #expect(idea.syncState?.conflictResolutionStrategy == "lastWrite")
    }

    @Test func sameIdUpdatesTheRow() throws {
        let context = try makeContext()
        let id = UUID()
        context.insert(Idea(id: id, title: "first", deviceId: "a"))
        try context.save()
        context.insert(Idea(id: id, title: "second", deviceId: "b", version: 1))
        try context.save()

        let ideas = try context.fetch(FetchDescriptor<Idea>())
        #expect(ideas.map(\.title) == ["second"])
        #expect(ideas.first?.version == 1)
    }

    @Test func contractQueries() throws {
        let context = try makeContext()
        for day in 1...120 {
            context.insert(
                Idea(
                    title: "Idea \(day)",
                    isCompleted: day % 10 == 0,
                    createdAt: .day(day),
                    updatedAt: .day(day),
                    deviceId: "a"
                )
            )
        }
        try context.save()

        #expect(try context.fetch(IdeaQueries.all).count == 100)
        #expect(try context.fetch(IdeaQueries.all).first?.title == "Idea 120")
        #expect(try context.fetch(IdeaQueries.completed).map(\.title).prefix(2) == ["Idea 120", "Idea 110"])
        #expect(try context.fetch(IdeaQueries.changed(after: .day(118))).map(\.title) == ["Idea 119", "Idea 120"])
        #expect(try context.fetch(IdeaQueries.page(2)).map(\.title).first == "Idea 20")
        #expect(try context.fetch(IdeaQueries.page(2)).count == 20)
    }

    @Test func search() throws {
        let context = try makeContext()
        context.insert(Idea(title: "學習 SwiftData", description: "掌握持久化框架", deviceId: "a"))
        context.insert(Idea(title: "Café visit", deviceId: "a"))
        context.insert(Idea(title: "Old CAFE", isCompleted: true, deviceId: "a"))
        try context.save()

        func titles(_ text: String, _ showCompleted: Bool) throws -> [String] {
            try context.fetch(IdeaQueries.search(text, showCompleted: showCompleted)).map(\.title)
        }
        #expect(try titles("cafe", true) == ["Café visit", "Old CAFE"])
        #expect(try titles("cafe", false) == ["Café visit"])
        #expect(try titles("持久", true) == ["學習 SwiftData"])
        #expect(try titles("", true).count == 3)
    }

    @Test func syncStateMethods() throws {
        let context = try makeContext()
        let state = SyncState(ideaId: UUID())
        context.insert(state)
        state.markObsolete()
        #expect(state.isObsolete == false)
        state.markSynced(remoteVersion: 4, recordName: "record-4")
        state.markConflict()
        state.lastSyncedAt = Date(timeIntervalSinceNow: -31 * 24 * 60 * 60)
        state.markObsolete()
        try context.save()

        let obsolete = try context.fetch(FetchDescriptor<SyncState>(predicate: #Predicate { $0.isObsolete }))
        #expect(obsolete.map(\.remoteVersion) == [4])
        #expect(obsolete.first?.isPendingSync == false)
        #expect(obsolete.first?.lastConflictAt != nil)
    }

    @Test func logsOlderThanThirtyDaysAreRemoved() throws {
        let context = try makeContext()
        for day in [1, 20, 45] {
            context.insert(
                SyncLog(
                    ideaId: UUID(),
                    eventType: "retry",
                    timestamp: .day(day),
                    details: "{\"day\":\(day)}",
                    deviceId: "a",
                    errorCode: day == 45 ? 503 : nil
                )
            )
        }
        try context.save()
        try SyncLog.removeExpired(in: context, now: .day(46))

        let left = try context.fetch(FetchDescriptor<SyncLog>(sortBy: [SortDescriptor(\.timestamp)]))
        #expect(left.map(\.timestamp) == [.day(20), .day(45)])
        #expect(left.map(\.errorCode) == [nil, 503])
    }

    @Test func legacyDataIsMigratedAsPending() throws {
        let context = try makeContext()
        let json = """
            [{"title": "One", "description": "", "isCompleted": false},
             {"id": "8C0F2E6A-0000-4000-8000-000000000001", "title": "Two", "description": "d", "isCompleted": true}]
            """
        let legacy = try JSONDecoder().decode([LegacyIdea].self, from: Data(json.utf8))
        try LegacyIdeaMigration.migrate(legacy, deviceId: "this", migrationTime: .day(3), into: context)

        let ideas = try context.fetch(FetchDescriptor<Idea>(sortBy: [SortDescriptor(\.title)]))
        #expect(ideas.map(\.title) == ["One", "Two"])
        #expect(ideas[1].id == UUID(uuidString: "8C0F2E6A-0000-4000-8000-000000000001"))
        #expect(ideas.allSatisfy { $0.createdAt == .day(3) && $0.syncState?.isPendingSync == true })
    }
}
