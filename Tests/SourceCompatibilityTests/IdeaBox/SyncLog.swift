import Foundation
import SwiftData

@Model
final class SyncLog {
    @Attribute(.unique) var id: UUID
    var ideaId: UUID                                     // 影響的 Idea
    var eventType: String                               // "sync_success", "sync_failure", "conflict", "retry"
    var timestamp: Date                                 // 事件時間
    var details: String?                                // 詳細信息（JSON 格式）
    var deviceId: String                                // 來源裝置
    var errorCode: Int?                                 // 錯誤代碼（如適用）

    init(
        id: UUID = UUID(),
        ideaId: UUID,
        eventType: String,
        timestamp: Date = Date(),
        details: String? = nil,
        deviceId: String,
        errorCode: Int? = nil
    ) {
        self.id = id
        self.ideaId = ideaId
        self.eventType = eventType
        self.timestamp = timestamp
        self.details = details
        self.deviceId = deviceId
        self.errorCode = errorCode
    }
}

// 保留策略：保留最後 30 天的日誌
extension SyncLog {
    static func removeExpired(in context: ModelContext, now: Date = Date()) throws {
        let limit = now.addingTimeInterval(-30 * 24 * 60 * 60)
        try context.delete(model: SyncLog.self, where: #Predicate { $0.timestamp < limit })
        try context.save()
    }
}
