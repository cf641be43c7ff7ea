import BenchmarkData
import Foundation
import SwiftData

/// The idea of the benchmarks as an app would declare it.
@Model
public final class BenchIdea {
    #Index<BenchIdea>([\.updatedAt])

    @Attribute(.unique) public var id: UUID
    public var title: String
    public var details: String
    public var isCompleted: Bool
    public var createdAt: Date
    public var updatedAt: Date
    public var deviceId: String
    public var version: Int
    public var lastSyncedAt: Date?

    package init(_ values: IdeaValues) {
        id = values.id
        title = values.title
        details = values.details
        isCompleted = values.isCompleted
        createdAt = values.createdAt
        updatedAt = values.updatedAt
        deviceId = values.deviceId
        version = values.version
        lastSyncedAt = values.lastSyncedAt
    }
}
