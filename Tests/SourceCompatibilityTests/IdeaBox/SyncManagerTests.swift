import Foundation
import SwiftData
import Testing

private actor RecordingService: IdeaSyncService {
    struct Offline: Error {}

    private(set) var batches: [[IdeaRecord]] = []
    private(set) var attempts = 0
    private var failuresLeft: Int
    private let remote: [IdeaRecord]

    init(failures: Int = 0, remote: [IdeaRecord] = []) {
        failuresLeft = failures
        self.remote = remote
    }

    func save(_ records: [IdeaRecord]) async throws {
        attempts += 1
        if failuresLeft > 0 {
            failuresLeft -= 1
            throw Offline()
        }
        batches.append(records)
    }

    func changes(since date: Date?) async throws -> [IdeaRecord] { remote }
}

private actor Delays {
    private(set) var seconds: [Double] = []
    func add(_ value: Double) { seconds.append(value) }
}

@Suite("IdeaBox sync") @MainActor
struct SyncManagerTests {
    let container: ModelContainer

    init() throws {
        container = try ModelContainer(
            for: Idea.self,
            SyncState.self,
            SyncLog.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }

    @Test("離線新增的想法分批上傳，每批最多 100 筆")
    func uploadsInBatches() async throws {
        let queue = OfflineQueue(modelContainer: container)
        for number in 1...230 {
            _ = try await queue.enqueue(title: "Idea \(number)", deviceId: "a")
        }
        #expect(try await queue.count == 230)

        let service = RecordingService()
        let manager = SyncManager(container: container, service: service)
        await manager.triggerSync(deviceId: "a")

        let batches = await service.batches
        #expect(batches.map(\.count) == [100, 100, 30])
        #expect(Set(batches.joined().map(\.id)).count == 230)
        #expect(manager.offlineQueueCount == 0)
        #expect(manager.lastErrorDescription == nil)
        #expect(try await queue.count == 0)
    }

    @Test("重試 3 次：1 秒、2 秒、4 秒")
    func retriesThreeTimes() async throws {
        let queue = OfflineQueue(modelContainer: container)
        let identifier = try await queue.enqueue(title: "Boat", deviceId: "a")
        let service = RecordingService(failures: 99)
        let delays = Delays()
        let manager = SyncManager(container: container, service: service) { await delays.add($0) }
        await manager.triggerSync(deviceId: "a")

        #expect(await delays.seconds == [1, 2, 4])
        #expect(await service.attempts == 4)
        #expect(manager.offlineQueueCount == 1)
        #expect(manager.isRetrying == false)
        #expect(manager.lastErrorDescription != nil)

        let idea = try #require(container.mainContext.model(for: identifier) as? Idea)
        #expect(idea.title == "Boat")
    }

    @Test("最新的時間戳版本獲勝")
    func newerTimestampWins() async throws {
        let context = container.mainContext
        let old = Idea(title: "old", createdAt: .day(1), updatedAt: .day(2), deviceId: "a", version: 1)
        let new = Idea(title: "new", createdAt: .day(1), updatedAt: .day(9), deviceId: "a", version: 1)
        for idea in [old, new] {
            context.insert(idea)
            idea.syncState = SyncState(ideaId: idea.id, isPendingSync: false)
        }
        try context.save()

        var first = IdeaRecord(old)
        first.title = "remote"
        first.updatedAt = .day(5)
        first.version = 2
        var second = IdeaRecord(new)
        second.title = "remote"
        second.updatedAt = .day(5)
        var third = first
        third.id = UUID().uuidString
        third.title = "from another device"

        let manager = SyncManager(container: container, service: RecordingService(remote: [first, second, third]))
        await manager.triggerSync(deviceId: "a")

        let titles = try context.fetch(FetchDescriptor<Idea>()).map(\.title)
        #expect(Set(titles) == ["remote", "new", "from another device"])
        let conflicts = try context.fetch(
            FetchDescriptor<SyncLog>(predicate: #Predicate { $0.eventType == "conflict" })
        )
        #expect(conflicts.map(\.ideaId) == [new.id])
        #expect(new.syncState?.lastConflictAt != nil)
        #expect(old.syncState?.lastConflictAt == nil)
    }

    @Test func invalidRecordIsRefused() {
        var record = IdeaRecord(Idea(title: "ok", createdAt: .day(2), updatedAt: .day(2), deviceId: "a"))
        #expect(throws: Never.self) { try record.validate() }
        record.updatedAt = .day(1)
        #expect(throws: IdeaRecord.ValidationError.updatedBeforeCreated) { try record.validate() }
        record.title = String(repeating: "字", count: 257)
        #expect(throws: IdeaRecord.ValidationError.titleTooLong) { try record.validate() }
    }
}
