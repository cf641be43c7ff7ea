import Foundation
import SwiftData

/// One line of the history: what happened, to which idea, when and on which device.
@Model
public final class SyncLog {
    #Index<SyncLog>([\.ideaId], [\.timestamp], [\.eventType])

    /// The id of this line.
    @Attribute(.unique) public private(set) var id: UUID
    /// The idea, or nil for events of the account or of the whole store.
    public var ideaId: UUID?
    /// The name of the event, such as `create` or `sync_failure`.
    public var eventType: String
    /// When it happened: UTC, whole milliseconds.
    public var timestamp: Date
    /// More about it as a JSON object.
    public var details: String?
    /// The device on which it happened.
    public var deviceId: String
    /// The number of the error, if it was one.
    public var errorCode: Int?

    /// Makes one line of the history.
    public init(
        id: UUID = UUID(),
        ideaId: UUID? = nil,
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
