import Foundation
import SwiftData

/// 舊版本模擬數據
struct LegacyIdea: Codable {
    var id: UUID?
    var title: String
    var description: String
    var isCompleted: Bool
}

/// 舊版本→新版本遷移
enum LegacyIdeaMigration {
    enum MigrationFailure: Error {
        case countMismatch(expected: Int, found: Int)
    }

    static func migrate(
        _ legacyIdeas: [LegacyIdea],
        deviceId: String,
        migrationTime: Date,
        into context: ModelContext
    ) throws {
        do {
            try context.transaction {
                for legacy in legacyIdeas {
                    let idea = Idea(
                        id: legacy.id ?? UUID(),
                        title: legacy.title,
                        description: legacy.description,
                        isCompleted: legacy.isCompleted,
                        createdAt: migrationTime,
                        updatedAt: migrationTime,
                        deviceId: deviceId,
                        version: 0
                    )
                    context.insert(idea)
                    // 標記為待同步
                    idea.syncState = SyncState(ideaId: idea.id, lastModifiedAt: migrationTime)
                }
            }
            let found = try context.fetchCount(FetchDescriptor<Idea>())
            guard found >= legacyIdeas.count else {
                throw MigrationFailure.countMismatch(expected: legacyIdeas.count, found: found)
            }
        } catch {
            // 記錄遷移失敗事件到 SyncLog
            context.rollback()
            context.insert(
                SyncLog(
                    ideaId: UUID(),
                    eventType: "migration_failure",
                    timestamp: migrationTime,
                    details: String(describing: error),
                    deviceId: deviceId
                )
            )
            try context.save()
            throw error
        }
    }
}
