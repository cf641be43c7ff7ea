import CloudKitWebServices
import Foundation

/// When and where a record was deleted, as the deleting app says: an addition of this package.
///
/// `cloudkit-server` keeps it with the deletion and hands it out in the change feed; Apple's service ignores it.
public struct RecordDeletionStamp: Hashable, Sendable {
    /// When, by the app's own rule; kept to the millisecond.
    public let date: Date
    /// The device, in the words of the app; at most 255 bytes.
    public let deviceID: String

    /// A stamp.
    public init(date: Date, deviceID: String) {
        self.date = date
        self.deviceID = deviceID
    }
}

extension RecordDeletionStamp {
    /// The stamp that the wire has.
    init(_ deletion: WireDeletion) {
        self.init(date: deletion.timestamp.date, deviceID: deletion.deviceID)
    }
}

/// On what terms a record is deleted: an addition of this package.
public struct RecordDeleteTerms: Hashable, Sendable {
    /// The version that is deleted; nil deletes whatever is there.
    ///
    /// Where the service has another, the delete fails with `serverRecordChanged` and the server's record.
    public let changeTag: String?
    /// What the deletion says of itself.
    public let stamp: RecordDeletionStamp?

    /// Terms.
    public init(changeTag: String? = nil, stamp: RecordDeletionStamp? = nil) {
        self.changeTag = changeTag
        self.stamp = stamp
    }
}
