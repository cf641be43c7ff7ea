import Foundation
import SwiftData

@Model
final class Idea: Identifiable {
    @Attribute(.unique) var id: UUID                    // 全球唯一識別符
    var title: String                                    // 想法標題（必填）
    var description: String                              // 想法描述（可選）
    var isCompleted: Bool                                // 完成狀態

    // 時間戳（毫秒精度）
    var createdAt: Date                                  // 建立時間
    var updatedAt: Date                                  // 最後更新時間

    // 同步元數據
    var deviceId: String                                 // 來源裝置識別符
    var syncState: SyncState?                           // 關聯的同步狀態

    // 審計日誌
    var version: Int                                     // 本地版本號
    var lastSyncedAt: Date?                             // 最後成功同步時間

    // 初始化器
    init(
        id: UUID = UUID(),
        title: String,
        description: String = "",
        isCompleted: Bool = false,
        createdAt: Date = Date(),
        updatedAt: Date = Date(),
        deviceId: String,
        version: Int = 0
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.isCompleted = isCompleted
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.deviceId = deviceId
        self.version = version
    }
}
