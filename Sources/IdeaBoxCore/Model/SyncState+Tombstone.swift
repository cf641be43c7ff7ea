import Foundation

extension SyncState {
    /// Whether this is the tombstone of an idea that is gone here and whose deletion the service has acknowledged.
    ///
    /// A request that makes the record may be under way for longer than the one that deletes it. So the deletion is
    /// remembered for as long as the trash keeps what is not removed by hand: what such a request made is deleted again.
    var isTombstone: Bool { !isPendingSync && isObsolete }

    /// Seconds for which a request may be under way.
    private static let longestDelay: TimeInterval = 60 * 60

    /// Whether a record may come of a request from before the deletion.
    ///
    /// One that is much later was made anew, such as by an import, which gives ideas the dates that they had.
    ///
    /// - Parameter date: When the service got the record, by its clock.
    /// - Returns: Whether this is a tombstone, and the record is not much later.
    func mayPrecedeDeletion(recordOf date: Date?) -> Bool {
        guard isTombstone else { return false }
        guard let date, let lastSyncedAt else { return true }
        return date <= lastSyncedAt.addingTimeInterval(Self.longestDelay)
    }

    /// Notes that the cloud has heard of the deletion of an idea that is gone here.
    ///
    /// An index over both flags finds the tombstones that are due.
    func becomeTombstone(at date: Date) {
        (recordChangeTag, encodedSystemFields, remoteVersion) = (nil, nil, nil)
        (isPendingSync, pendingSince, isObsolete) = (false, nil, true)
        // What was on its way up was of the life that has ended.
        sentVersion = nil
        lastSyncedAt = date
    }
}
