import Foundation
import SwiftData

struct ConflictRecord: Equatable {
    var ideaId: UUID
    var conflictTime: Date
    var localVersion: IdeaSnapshot
    var remoteVersion: IdeaSnapshot
    var resolution: String
}

class SyncService {
    static let shared = SyncService()

    private(set) var conflicts: [ConflictRecord] = []

    func logConflict(_ record: ConflictRecord) {
        conflicts.append(record)
    }
}

class ConflictResolver {
    // 靜態方法解決衝突
    static func resolve(local: Idea, remote: Idea) -> Idea {
        // 比較時間戳
        if remote.updatedAt > local.updatedAt {
            logConflict(ideaId: local.id, resolution: "Remote",
                       local: local, remote: remote)
            return remote
        } else if local.updatedAt > remote.updatedAt {
            logConflict(ideaId: local.id, resolution: "Local",
                       local: local, remote: remote)
            return local
        } else {
            // Tie-breaker：比較裝置 ID（字典序）
            let winner = local.lastModifiedBy > remote.lastModifiedBy ? local : remote
            logConflict(ideaId: local.id, resolution: "TieBreaker",
                       local: local, remote: remote)
            return winner
        }
    }

    private static func logConflict(ideaId: UUID, resolution: String,
                                   local: Idea, remote: Idea) {
        // 記錄至日誌供開發診斷
        let record = ConflictRecord(
            ideaId: ideaId,
            conflictTime: Date(),
            localVersion: local.toSnapshot(),
            remoteVersion: remote.toSnapshot(),
            resolution: resolution
        )
        // 保存至 SyncMetadata
        SyncService.shared.logConflict(record)
    }
}
