import Foundation
import SwiftData

/// One idea of a person.
///
/// An idea in the trash lives on with ``deletedAt`` set.
@Model
public final class Idea {
    #Index<Idea>(
        [\.updatedAt],
        [\.deviceId],
        [\.isCompleted],
        [\.deletedAt, \.createdAt],
        [\.deletedAt, \.isCompleted, \.createdAt],
        [\.deletedAt, \.isCompleted, \.updatedAt]
    )

    /// Made once and never changed; also the name of the record in the cloud.
    @Attribute(.unique) public private(set) var id: UUID
    /// What the idea is, in a line.
    ///
    /// See ``IdeaRules`` for its limits.
    public var title: String
    /// More about it, or an empty text.
    ///
    /// Other systems call this field `description`.
    public var details: String = ""
    /// Whether it is done.
    public var isCompleted: Bool = false
    /// When it was made: UTC, whole milliseconds.
    public var createdAt: Date
    /// When it was last changed: UTC, whole milliseconds, never before ``createdAt``.
    public var updatedAt: Date
    /// The device that made the last change.
    public var deviceId: String
    /// 0 when new, one more at each change on this device.
    public var version: Int = 0
    /// The last upload or download that the cloud acknowledged.
    ///
    /// Setting it does not make the idea pending.
    public var lastSyncedAt: Date?
    /// When it was put into the trash, or nil while it lives.
    public var deletedAt: Date?
    /// What sync knows about it.
    @Relationship(deleteRule: .cascade) public var syncState: SyncState?

    /// Makes an idea that lives.
    ///
    /// Dates are kept as given: the repository cuts them to milliseconds.
    public init(
        id: UUID = UUID(),
        title: String,
        details: String = "",
        isCompleted: Bool = false,
        createdAt: Date = Date(),
        updatedAt: Date? = nil,
        deviceId: String,
        version: Int = 0
    ) {
        self.id = id
        self.title = title
        self.details = details
        self.isCompleted = isCompleted
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
        self.deviceId = deviceId
        self.version = version
    }
}
