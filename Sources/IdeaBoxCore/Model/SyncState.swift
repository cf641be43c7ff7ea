import Foundation
import SwiftData

/// What sync knows about one idea.
///
/// A state whose idea is gone stands for a deletion. Where it is pending, the cloud has not heard of it; else it has, and the
/// deletion is remembered for a while.
@Model
public final class SyncState {
    #Index<SyncState>(
        [\.isPendingSync, \.isObsolete, \.lastSyncedAt, \.pendingSince]
    )

    /// The id of the idea.
    @Attribute(.unique) public private(set) var ideaId: UUID
    /// The version of the idea on this device.
    public var localVersion: Int
    /// The version that the cloud has, or nil before the first upload or download.
    public var remoteVersion: Int?
    /// The name of the record in the cloud, or nil as long as none was sent.
    public var cloudKitRecordName: String?
    /// The cloud's mark of the record's state; sent with the next change to find conflicts.
    public var recordChangeTag: String?
    /// The record's system fields, in a form that sync understands.
    public var encodedSystemFields: Data?
    /// The version that was last handed over for its upload, whatever became of it.
    public var sentVersion: Int?
    /// The date of the version that the cloud has, or of the deletion of which it has told, as far as is known.
    ///
    /// What is changed here is later, whatever the clock says.
    public var remoteUpdatedAt: Date?
    /// The last upload or download that the cloud acknowledged.
    public var lastSyncedAt: Date?
    /// The last time two devices had changed the idea at once.
    public var lastConflictAt: Date?
    /// The last change on this device.
    public var lastModifiedAt: Date
    /// Since when a change waits for its upload, or nil when none waits.
    public var pendingSince: Date?
    /// Whether a change waits for its upload.
    public var isPendingSync: Bool
    /// Whether a change has waited for 30 days.
    ///
    /// It is kept, shown and still sent when that becomes possible. Of a deletion that is not pending any more it says that
    /// the cloud has heard of it.
    public var isObsolete: Bool = false
    /// How conflicts are settled.
    ///
    /// The later writer wins: `lastWrite`.
    public var conflictResolutionStrategy: String

    /// Makes the state of a new idea, which waits for its upload.
    public init(
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
        self.pendingSince = isPendingSync ? lastModifiedAt : nil
        self.isPendingSync = isPendingSync
        self.conflictResolutionStrategy = conflictResolutionStrategy
    }

    /// Notes a change on this device that waits for its upload.
    public func markPending(localVersion: Int, at date: Date = Date()) {
        self.localVersion = localVersion
        lastModifiedAt = date
        if !isPendingSync {
            pendingSince = date
            isPendingSync = true
            isObsolete = false
        }
    }

    /// Notes that the cloud has acknowledged the version under this record name.
    public func markSynced(remoteVersion: Int, recordName: String, at date: Date = Date()) {
        self.remoteVersion = remoteVersion
        cloudKitRecordName = recordName
        lastSyncedAt = date
        pendingSince = nil
        isPendingSync = false
        isObsolete = false
    }

    /// Records when another device deleted the idea; nil where the cloud does not say.
    func recordRemoteDeletion(at date: Date?) {
        guard let date else { return }
        remoteUpdatedAt = max(date.cutToMilliseconds, remoteUpdatedAt ?? date.cutToMilliseconds)
    }

    /// Notes that two devices had changed the idea at once.
    public func markConflict(at date: Date = Date()) {
        lastConflictAt = date
    }

    /// Marks the state as obsolete when its change has waited for 30 days since the last success, or, without one,
    /// since it began to wait.
    public func markObsolete(at date: Date = Date()) {
        if hasWaitedTooLong(at: date) {
            isObsolete = true
        }
    }

    func hasWaitedTooLong(at date: Date) -> Bool {
        let thirtyDays: TimeInterval = 30 * 24 * 60 * 60
        guard isPendingSync, let since = lastSyncedAt ?? pendingSince else { return false }
        return date.timeIntervalSince(since) > thirtyDays
    }
}
