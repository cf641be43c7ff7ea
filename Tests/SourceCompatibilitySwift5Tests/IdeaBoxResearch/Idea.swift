import Foundation
import SwiftData

@Model
final class Idea: Identifiable {
    @Attribute(.unique) var id: UUID
    var title: String
    var description: String
    var isCompleted: Bool

    // CloudKit 同步字段
    var createdAt: Date
    var updatedAt: Date          // Last-Write-Wins 時間戳
    var lastModifiedBy: String   // CloudKit 裝置 ID

    init(id: UUID = UUID(), title: String, description: String,
         isCompleted: Bool = false, createdAt: Date = Date(),
        lastModifiedBy: String = "unknown"
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.isCompleted = isCompleted
        self.createdAt = createdAt
        self.updatedAt = createdAt
        self.lastModifiedBy = lastModifiedBy
    }
}

struct IdeaSnapshot: Codable, Equatable {
    var id: UUID
    var title: String
    var updatedAt: Date
    var lastModifiedBy: String
}

extension Idea {
    func toSnapshot() -> IdeaSnapshot {
        IdeaSnapshot(id: id, title: title, updatedAt: updatedAt, lastModifiedBy: lastModifiedBy)
    }
}
