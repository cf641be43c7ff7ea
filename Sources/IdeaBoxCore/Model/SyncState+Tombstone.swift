import Foundation

extension SyncState {
    /// Whether this is the tombstone of an idea that is gone here and whose deletion the service has acknowledged.
    ///
    /// A request that makes the record may be under way for longer than the one that deletes it. So the deletion is
    /// remembered for as long as the trash keeps what is not removed by hand: what such a request made is deleted again.
    /// So is an older change that waited elsewhere, such as for room.
    var isTombstone: Bool { !isPendingSync && isObsolete }

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
