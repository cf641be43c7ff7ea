import Foundation
import SwiftData
import Testing

@Suite(.serialized)
struct IdeaResearchTests {
    @Test("新增靈感應持久化至 SwiftData")
    func testIdeaPersistence() async throws {
        // 準備：建立測試 ModelContainer
        let config = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Idea.self, configurations: config)
        let context = ModelContext(container)

        // 執行：新增靈感
        let newIdea = Idea(title: "學習 SwiftData", description: "掌握持久化框架")
        context.insert(newIdea)
        try context.save()

        // 驗證：查詢靈感
        let descriptor = FetchDescriptor<Idea>()
        let ideas = try context.fetch(descriptor)
        #expect(ideas.count == 1)
        #expect(ideas.first?.title == "學習 SwiftData")
    }

    @Test("衝突解決：Last Write Wins")
    func testConflictResolution() async throws {
        // 準備：建立兩台虛擬裝置的模擬器
        let device1 = try MockDeviceContext(id: "device-1")
        let device2 = try MockDeviceContext(id: "device-2")

        // 執行：兩台裝置同時修改同一靈感
        let ideaId = UUID()

        try device1.update(ideaId: ideaId, newTitle: "修改版本 A", timestamp: Date(timeIntervalSince1970: 100))
        try device2.update(ideaId: ideaId, newTitle: "修改版本 B", timestamp: Date(timeIntervalSince1970: 200))

        // 驗證：最後寫入（timestamp 200）勝出
        let before = SyncService.shared.conflicts.count
        let local = try #require(try device1.getIdea(ideaId))
        let remote = try #require(try device2.getIdea(ideaId))
        let resolved = device1.resolveConflict(local, remote)
        #expect(resolved.title == "修改版本 B")
        #expect(resolved.updatedAt.timeIntervalSince1970 == 200)
        #expect(SyncService.shared.conflicts.count == before + 1)
        #expect(SyncService.shared.conflicts.last?.resolution == "Remote")

        try device1.update(ideaId: ideaId, newTitle: "修改版本 C", timestamp: Date(timeIntervalSince1970: 200))
        #expect(device1.resolveConflict(local, remote).title == "修改版本 B")
        #expect(SyncService.shared.conflicts.last?.resolution == "TieBreaker")
    }

    @Test("飛行模式下操作應離線隊列，網路恢復後同步")
    func testOfflineOperation() async throws {
        // 準備：啟用飛行模式
        let deviceContext = try MockDeviceContext(isOffline: true)

        // 執行：飛行模式下新增靈感
        try deviceContext.update(ideaId: UUID(), newTitle: "離線靈感", timestamp: Date())

        // 驗證：靈感在本機存在
        let ideas = try deviceContext.fetch()
        #expect(ideas.count == 1)
        await deviceContext.triggerSync()
        #expect(deviceContext.syncQueue.count == 1)

        // 模擬網路恢復
        deviceContext.isOffline = false
        await deviceContext.triggerSync()
        #expect(deviceContext.syncQueue.isEmpty)  // 隊列已清空
    }

    /// In a process of its own, whose user has an empty folder.
    @Test func storeInTheUsersFolderWithAPrivateDatabase() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
            setenv("XDG_DATA_HOME", path, 1)
            do {
                let context = ModelContext(IdeaBoxStore().modelContainer)
                context.insert(Idea(title: "kept", description: "d", lastModifiedBy: "me"))
                try context.save()
            }
            let store = IdeaBoxStore()
            let configuration = try #require(store.modelContainer.configurations.first)
            #expect(configuration.url.path == path + "/IdeaBox.sqlite")
            #expect(configuration.cloudKitContainerIdentifier == "com.buildwithharry.IdeaBox")
            let reader = ModelContext(store.modelContainer)
            let ideas = try reader.fetch(FetchDescriptor<Idea>())
            #expect(ideas.map(\.lastModifiedBy) == ["me"])
        }
    }

    @Test func searchInMemory() throws {
        let device = try MockDeviceContext()
        for (number, title) in ["Boat", "Kite", "Boat race"].enumerated() {
            let idea = Idea(title: title, description: "", isCompleted: number == 2, createdAt: .day(number + 1))
            device.modelContext.insert(idea)
        }
        try device.modelContext.save()
        let search = try IdeaSearch(modelContext: device.modelContext)
        #expect(search.filteredIdeas.map(\.title) == ["Boat race", "Kite", "Boat"])
        search.searchText = "Boat"
        #expect(search.filteredIdeas.map(\.title) == ["Boat race", "Boat"])
        search.showCompleted = false
        #expect(search.filteredIdeas.map(\.title) == ["Boat"])
    }

    @Test func fiveRetries() async throws {
        struct Offline: Error {}
        let device = try MockDeviceContext()
        try device.update(ideaId: UUID(), newTitle: "x", timestamp: .day(1))
        var delays: [Double] = []
        var attempts = 0
        let failing = SyncCoordinator(modelContext: device.modelContext) { _ in
            attempts += 1
            throw Offline()
        } sleep: {
            delays.append($0)
        }
        await failing.triggerSync()
        #expect(delays == [1, 2, 4, 8, 16])
        #expect(attempts == 6)
        #expect(failing.offlineQueueCount == 1)

        var uploads: [[IdeaSnapshot]] = []
        var failures = 2
        let working = SyncCoordinator(modelContext: device.modelContext) { snapshots in
            if failures > 0 {
                failures -= 1
                throw Offline()
            }
            uploads.append(snapshots)
        } sleep: { _ in
        }
        await working.triggerSync()
        #expect(uploads.map { $0.map(\.title) } == [["x"]])
        #expect(working.offlineQueueCount == 0)
        #expect(working.isRetrying == false)
    }
}
