import Foundation
import Observation
import SwiftData

/// 與遠端交換記錄的服務；測試用假的服務代替
protocol IdeaSyncService: Sendable {
    func save(_ records: [IdeaRecord]) async throws
    func changes(since date: Date?) async throws -> [IdeaRecord]
}

/// 同步流程：按需同步（使用者發起）
@MainActor
@Observable
final class SyncManager {
    private let modelContext: ModelContext
    private let service: any IdeaSyncService
    private let queue: OfflineQueue
    private let sleep: @Sendable (Double) async -> Void

    private(set) var offlineQueueCount = 0
    private(set) var isRetrying = false
    private(set) var lastErrorDescription: String?

    init(
        container: ModelContainer,
        service: any IdeaSyncService,
        sleep: @escaping @Sendable (Double) async -> Void = { try? await Task.sleep(for: .seconds($0)) }
    ) {
        self.modelContext = container.mainContext
        self.queue = OfflineQueue(modelContainer: container)
        self.service = service
        self.sleep = sleep
    }

    func triggerSync(deviceId: String) async {
        do {
            try await uploadPending()
            try await download(deviceId: deviceId)
            lastErrorDescription = nil
        } catch {
            lastErrorDescription = String(describing: error)
        }
        offlineQueueCount = (try? await queue.count) ?? 0
    }

    private func uploadPending() async throws {
        while true {
            let batch = try await queue.nextBatch()
            if batch.isEmpty { return }
            try await retryWithExponentialBackoff { [service] in
                try await service.save(batch)
            }
            try await queue.acknowledge(batch)
        }
    }

    private func download(deviceId: String) async throws {
        let lastSync = try modelContext.fetch(newestSync).first?.lastSyncedAt
        for record in try await service.changes(since: lastSync) {
            try record.validate()
            try merge(record, deviceId: deviceId)
        }
        try modelContext.save()
    }

    private var newestSync: FetchDescriptor<Idea> {
        var descriptor = FetchDescriptor<Idea>(
            predicate: #Predicate { $0.lastSyncedAt != nil },
            sortBy: [SortDescriptor(\.lastSyncedAt, order: .reverse)]
        )
        descriptor.fetchLimit = 1
        return descriptor
    }

    // Before applying remote change: newer timestamp wins
    private func merge(_ record: IdeaRecord, deviceId: String) throws {
        guard let id = UUID(uuidString: record.id) else { return }
        guard let local = try modelContext.fetch(IdeaQueries.byID(id)).first else {
            if let idea = Idea(record: record) { modelContext.insert(idea) }
            return
        }
        if record.version <= local.version {
            local.syncState?.markConflict()
            modelContext.insert(SyncLog(ideaId: id, eventType: "conflict", deviceId: deviceId))
        }
        if record.updatedAt > local.updatedAt {
            local.apply(record)  // Accept remote (newer)
        }
    }

    // 1 秒、2 秒、4 秒
    private func retryWithExponentialBackoff(_ operation: @Sendable () async throws -> Void) async throws {
        defer { isRetrying = false }
        var delay = 1.0
        while true {
            do {
                return try await operation()
            } catch {
                guard delay <= 4 else { throw error }
                isRetrying = true
                await sleep(delay)
                delay *= 2
            }
        }
    }
}
