extension CKSyncEngine.Event {
    /// A fetch begins.
    public struct WillFetchChanges: Sendable {
        /// Why, and what.
        public let context: CKSyncEngine.FetchChangesContext
    }

    /// Zones changed or went.
    public struct FetchedDatabaseChanges: Sendable {
        /// Zones that are new or whose records changed.
        public let modifications: [CKDatabase.DatabaseChange.Modification]
        /// Zones that are gone.
        public let deletions: [CKDatabase.DatabaseChange.Deletion]
    }

    /// The fetch of a zone's records begins.
    public struct WillFetchRecordZoneChanges: Sendable {
        /// The zone.
        public let zoneID: CKRecordZone.ID
    }

    /// Records changed or went.
    ///
    /// What the app itself sent comes back too: applying it again must be harmless.
    public struct FetchedRecordZoneChanges: Sendable {
        /// Records that are new or changed, in the order of the service.
        public let modifications: [CKDatabase.RecordZoneChange.Modification]
        /// Records that are gone.
        public let deletions: [CKDatabase.RecordZoneChange.Deletion]
    }

    /// The fetch of a zone's records has ended.
    public struct DidFetchRecordZoneChanges: Sendable {
        /// The zone.
        public let zoneID: CKRecordZone.ID
        /// Why it failed; nil if it did not.
        public let error: CKError?
    }

    /// A fetch has ended.
    public struct DidFetchChanges: Sendable {
        /// Why it was made, and what was asked for.
        public let context: CKSyncEngine.FetchChangesContext
        /// Why it failed, wholly or for some zones; nil if it did not.
        ///
        /// Apple's event does not say.
        package let error: CKError?
    }
}
