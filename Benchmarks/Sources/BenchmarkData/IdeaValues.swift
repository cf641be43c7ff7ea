import Foundation

/// The values of one idea row, as every implementation is given them and as the raw one reads them back.
package struct IdeaValues: Sendable {
    package var id: UUID
    package var title: String
    package var details: String
    package var isCompleted: Bool
    package var createdAt: Date
    package var updatedAt: Date
    package var deviceId: String
    package var version: Int
    package var lastSyncedAt: Date?

    package init(
        id: UUID,
        title: String,
        details: String,
        isCompleted: Bool,
        createdAt: Date,
        updatedAt: Date,
        deviceId: String,
        version: Int,
        lastSyncedAt: Date?
    ) {
        self.id = id
        self.title = title
        self.details = details
        self.isCompleted = isCompleted
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.deviceId = deviceId
        self.version = version
        self.lastSyncedAt = lastSyncedAt
    }
}

/// One change to a stored idea: three columns, one of them indexed.
package struct IdeaChange: Sendable {
    /// Position of the idea in primary key order, from 0.
    package var position: Int
    package var title: String
    package var updatedAt: Date
    package var version: Int

    package init(position: Int, title: String, updatedAt: Date, version: Int) {
        self.position = position
        self.title = title
        self.updatedAt = updatedAt
        self.version = version
    }
}
