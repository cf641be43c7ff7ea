/// What an engine knows, and what its serialization keeps.
struct SyncLedger: Sendable {
    /// The record name of the user whose database this is about.
    var user: String?
    /// The subscription that the engine saved.
    var savedSubscription: CKSubscription.ID?
    var databaseToken: CKServerChangeToken?
    var zoneTokens: [CKRecordZone.ID: CKServerChangeToken] = [:]
    /// Zones that changed and were not fetched yet, in the order in which they were heard of.
    private(set) var unfetchedZones: [CKRecordZone.ID] = []
    var databaseChanges = PendingList<CKRecordZone.ID, CKSyncEngine.PendingDatabaseChange> { $0.zoneID }
    var recordChanges = PendingList<CKRecord.ID, CKSyncEngine.PendingRecordZoneChange> { $0.recordID }
    private(set) var hasUntrackedChanges = false
    private var untrackedStamp = 0
    /// Counts what is added.
    private(set) var lastStamp = 0

    var hasPending: Bool {
        hasUntrackedChanges || !databaseChanges.isEmpty || !recordChanges.isEmpty
    }

    // MARK: Pending

    mutating func add(_ changes: [CKSyncEngine.PendingDatabaseChange]) {
        for change in changes { databaseChanges.add(change, stamp: nextStamp()) }
    }

    mutating func add(_ changes: [CKSyncEngine.PendingRecordZoneChange]) {
        for change in changes { recordChanges.add(change, stamp: nextStamp()) }
    }

    mutating func setUntracked(_ isThere: Bool) {
        hasUntrackedChanges = isThere
        untrackedStamp = nextStamp()
    }

    /// Notes that the delegate has no more, unless it said otherwise after that number.
    mutating func untrackedAreDone(upTo stamp: Int) {
        if untrackedStamp <= stamp { hasUntrackedChanges = false }
    }

    private mutating func nextStamp() -> Int {
        lastStamp += 1
        return lastStamp
    }

    // MARK: Fetched

    mutating func hasChanges(_ zoneID: CKRecordZone.ID) {
        if !unfetchedZones.contains(zoneID) { unfetchedZones.append(zoneID) }
    }

    mutating func isFetched(_ zoneID: CKRecordZone.ID) {
        unfetchedZones.removeAll { $0 == zoneID }
    }

    mutating func isGone(_ zoneID: CKRecordZone.ID) {
        isFetched(zoneID)
        zoneTokens[zoneID] = nil
    }

    /// Begins anew with the list of zones; each known zone goes on from its own token.
    mutating func databaseTokenExpired() {
        databaseToken = nil
        for zoneID in zoneTokens.keys.sorted(by: { "\($0)" < "\($1)" }) { hasChanges(zoneID) }
    }

    /// Removes everything but what is pending.
    mutating func resetServiceState() {
        (user, savedSubscription, databaseToken, zoneTokens, unfetchedZones) = (nil, nil, nil, [:], [])
    }

    mutating func removePending() {
        databaseChanges.removeAll()
        recordChanges.removeAll()
        hasUntrackedChanges = false
    }
}
