import Foundation
import Observation
import SwiftData

@Observable
class SyncCoordinator {
    var offlineQueueCount = 0
    var isRetrying = false

    private let modelContext: ModelContext
    private let upload: ([IdeaSnapshot]) async throws -> Void
    private let sleep: (Double) async -> Void
    private var lastSync = Date.distantPast

    init(
        modelContext: ModelContext,
        upload: @escaping ([IdeaSnapshot]) async throws -> Void,
        sleep: @escaping (Double) async -> Void = { try? await Task.sleep(for: .seconds($0)) }
    ) {
        self.modelContext = modelContext
        self.upload = upload
        self.sleep = sleep
    }

    func triggerSync() async {
        do {
            let pending = try pendingIdeas()
            offlineQueueCount = pending.count
            try await upload(pending.map { $0.toSnapshot() })
            lastSync = pending.last?.updatedAt ?? lastSync
            self.offlineQueueCount = 0
            isRetrying = false
        } catch {
            if !isRetrying {
                isRetrying = true
                await retryWithExponentialBackoff()
            }
        }
    }

    private func pendingIdeas() throws -> [Idea] {
        let lastSync = lastSync
        return try modelContext.fetch(
            FetchDescriptor<Idea>(
                predicate: #Predicate { $0.updatedAt > lastSync },
                sortBy: [SortDescriptor(\.updatedAt)]
            )
        )
    }

    private func retryWithExponentialBackoff(attempt: Int = 1) async {
        guard attempt <= 5 else {
            isRetrying = false
            return
        }

        // 指數退避：1s、2s、4s、8s、16s
        let delaySeconds = pow(2.0, Double(attempt - 1))
        await sleep(delaySeconds)
        await triggerSync()
        if isRetrying {
            await retryWithExponentialBackoff(attempt: attempt + 1)
        }
    }
}
