extension CKSyncEngine.Event {
    /// A send begins.
    public struct WillSendChanges: Sendable {
        /// Why, and what.
        public let context: CKSyncEngine.SendChangesContext
    }

    /// What became of zones.
    public struct SentDatabaseChanges: Sendable {
        /// A zone that was not saved.
        public struct FailedZoneSave: Sendable {
            /// The zone.
            public let zone: CKRecordZone
            /// Why.
            public let error: CKError
        }

        /// Zones that were saved.
        public let savedZones: [CKRecordZone]
        /// Zones that were not.
        public let failedZoneSaves: [FailedZoneSave]
        /// Zones that were deleted, or were not there.
        public let deletedZoneIDs: [CKRecordZone.ID]
        /// Zones that were not deleted, and why.
        public let failedZoneDeletes: [CKRecordZone.ID: CKError]
    }

    /// What became of records.
    ///
    /// Which errors leave a change in the engine's list stands in the table of the page on the engine.
    public struct SentRecordZoneChanges: Sendable {
        /// A record that was not saved.
        public struct FailedRecordSave: Sendable {
            /// The record.
            public let record: CKRecord
            /// Why.
            public let error: CKError
        }

        /// Records that were saved, as the service has them now: keep their system fields for the next save.
        public let savedRecords: [CKRecord]
        /// Records that were not.
        public let failedRecordSaves: [FailedRecordSave]
        /// Records that were deleted, or were not there.
        public let deletedRecordIDs: [CKRecord.ID]
        /// Records that were not deleted, and why.
        public let failedRecordDeletes: [CKRecord.ID: CKError]
    }

    /// A send has ended.
    public struct DidSendChanges: Sendable {
        /// Why it was made, and what was asked for.
        public let context: CKSyncEngine.SendChangesContext
    }
}
