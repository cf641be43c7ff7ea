import Foundation
import SwiftData

/// CloudKit 記錄類型 "Idea"
struct IdeaRecord: Codable, Equatable, Sendable {
    var recordName: String
    var id: String  // 主鍵
    var title: String
    var description: String
    var isCompleted: Int  // 0/1
    var createdAt: Date
    var updatedAt: Date
    var deviceId: String
    var version: Int
    var lastSyncedAt: Date?
}

extension IdeaRecord {
    init(_ idea: Idea) {
        self.init(
            recordName: idea.syncState?.cloudKitRecordName ?? idea.id.uuidString,
            id: idea.id.uuidString,
            title: idea.title,
            description: idea.description,
            isCompleted: idea.isCompleted ? 1 : 0,
            createdAt: idea.createdAt,
            updatedAt: idea.updatedAt,
            deviceId: idea.deviceId,
            version: idea.version,
            lastSyncedAt: idea.lastSyncedAt
        )
    }
}

extension Idea {
    func apply(_ record: IdeaRecord) {
        title = record.title
        description = record.description
        isCompleted = record.isCompleted == 1
        updatedAt = record.updatedAt
        deviceId = record.deviceId
        version = record.version
    }

    convenience init?(record: IdeaRecord) {
        guard let id = UUID(uuidString: record.id) else { return nil }
        self.init(
            id: id,
            title: record.title,
            description: record.description,
            isCompleted: record.isCompleted == 1,
            createdAt: record.createdAt,
            updatedAt: record.updatedAt,
            deviceId: record.deviceId,
            version: record.version
        )
    }
}

// 數據校驗：記錄級別校驗
extension IdeaRecord {
    enum ValidationError: Error, Equatable {
        case invalidID
        case emptyTitle
        case titleTooLong
        case descriptionTooLong
        case invalidCompletionFlag
        case updatedBeforeCreated
        case emptyDevice
        case negativeVersion
    }

    func validate() throws {
        guard UUID(uuidString: id) != nil else { throw ValidationError.invalidID }
        guard !title.isEmpty else { throw ValidationError.emptyTitle }
        guard title.count <= 256 else { throw ValidationError.titleTooLong }
        guard description.count <= 4096 else { throw ValidationError.descriptionTooLong }
        guard isCompleted == 0 || isCompleted == 1 else { throw ValidationError.invalidCompletionFlag }
        guard updatedAt >= createdAt else { throw ValidationError.updatedBeforeCreated }
        guard !deviceId.isEmpty else { throw ValidationError.emptyDevice }
        guard version >= 0 else { throw ValidationError.negativeVersion }
    }
}
