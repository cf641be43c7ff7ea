import Foundation

/// What an engine tells beyond Apple's events: an addition of this package.
public enum SyncEngineNotice: Sendable {
    /// The service does not know the change token any more, and everything comes anew: of a zone, or, where it is nil, the
    /// list of zones.
    ///
    /// Apple's engine hides it. What was deleted meanwhile is not told: compare.
    case changeTokenExpired(zoneID: CKRecordZone.ID?)
    /// Changes left the engine's list because of an error; add again what is still wanted.
    ///
    /// The errors are those of the `sent…` event before it.
    case changesDropped(
        database: [(change: CKSyncEngine.PendingDatabaseChange, error: CKError)],
        recordZone: [(change: CKSyncEngine.PendingRecordZoneChange, error: CKError)]
    )
    /// Records that came and could not be read; they come again when they change.
    case recordsUnreadable([CKRecord.ID: CKError])
    /// The engine tries again by itself, at that time and after that error.
    case retryScheduled(at: Date, after: CKError)
    /// The service has ended the sign-in; everything pending is kept until somebody signs in again.
    case signInEnded
}

/// A delegate that also hears this package's own notices.
public protocol SyncEngineNoticeDelegate: CKSyncEngineDelegate {
    /// Hears of a notice, in one row with the events.
    func handleNotice(_ notice: SyncEngineNotice, syncEngine: CKSyncEngine) async
}
