import Foundation
import SwiftData

/// 離線場景：網路恢復後，查詢所有 isPendingSync = true 的 SyncState
@ModelActor
actor OfflineQueue {
    /// 單次同步最多 100 筆想法變更
    static let batchLimit = 100

    var count: Int {
        get throws {
            try modelContext.fetchCount(FetchDescriptor<SyncState>(predicate: #Predicate { $0.isPendingSync }))
        }
    }

    func enqueue(title: String, description: String = "", deviceId: String) throws -> PersistentIdentifier {
        let idea = Idea(title: title, description: description, deviceId: deviceId)
        modelContext.insert(idea)
        idea.syncState = SyncState(ideaId: idea.id, lastModifiedAt: idea.updatedAt)
        try modelContext.save()
        return idea.persistentModelID
    }

    func nextBatch() throws -> [IdeaRecord] {
        var pending = FetchDescriptor<SyncState>(
            predicate: #Predicate { $0.isPendingSync },
            sortBy: [SortDescriptor(\.lastModifiedAt)]
        )
        pending.fetchLimit = Self.batchLimit
        let ids = try modelContext.fetch(pending).map(\.ideaId)
        let ideas = try modelContext.fetch(FetchDescriptor<Idea>(predicate: #Predicate { ids.contains($0.id) }))
        return ideas.map { IdeaRecord($0) }
    }

    func acknowledge(_ records: [IdeaRecord]) throws {
        let now = Date()
        for record in records {
            guard let id = UUID(uuidString: record.id),
                let idea = try modelContext.fetch(IdeaQueries.byID(id)).first
            else { continue }
            idea.lastSyncedAt = now
            idea.syncState?.markSynced(remoteVersion: record.version, recordName: record.recordName)
        }
        try modelContext.save()
    }
}
