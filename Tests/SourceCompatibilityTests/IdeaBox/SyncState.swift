import Foundation
import SwiftData

@Model
final class SyncState {
    @Attribute(.unique) var ideaId: UUID               // 關聯的 Idea 的 UUID

    // 同步版本
    var localVersion: Int                              // 本地版本號
    var remoteVersion: Int?                            // 遠端版本號
    var cloudKitRecordName: String?                    // CloudKit 記錄名稱

    // 時間戳
    var lastSyncedAt: Date?                            // 最後成功同步時間
    var lastConflictAt: Date?                          // 最後衝突時間
    var lastModifiedAt: Date                           // 最後修改時間（本地）

    // 狀態標誌
    var isPendingSync: Bool                            // 等待同步
    var isObsolete: Bool                               // 已過時（30 天未同步）
    var conflictResolutionStrategy: String             // 衝突解決策略："lastWrite"

    // 初始化器
    init(
        ideaId: UUID,
        localVersion: Int = 0,
        remoteVersion: Int? = nil,
        lastModifiedAt: Date = Date(),
        isPendingSync: Bool = true,
        conflictResolutionStrategy: String = "lastWrite"
    ) {
        self.ideaId = ideaId
        self.localVersion = localVersion
        self.remoteVersion = remoteVersion
        self.lastModifiedAt = lastModifiedAt
        self.isPendingSync = isPendingSync
        self.isObsolete = false
        self.conflictResolutionStrategy = conflictResolutionStrategy
    }

    // 輔助方法
    func markSynced(remoteVersion: Int, recordName: String) {
        self.remoteVersion = remoteVersion
        self.cloudKitRecordName = recordName
        self.lastSyncedAt = Date()
        self.isPendingSync = false
    }

    func markConflict() {
        self.lastConflictAt = Date()
    }

    func markObsolete() {
        let thirtyDaysAgo = Calendar.current.date(byAdding: .day, value: -30, to: Date())!
        if let lastSynced = lastSyncedAt, lastSynced < thirtyDaysAgo {
            self.isObsolete = true
        }
    }
}
