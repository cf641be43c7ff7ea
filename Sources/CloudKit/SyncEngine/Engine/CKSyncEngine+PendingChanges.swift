extension CKSyncEngine {
    /// A change of a zone that is to be sent.
    public enum PendingDatabaseChange: Hashable, Sendable {
        /// A zone to save.
        case saveZone(CKRecordZone)
        /// A zone to delete.
        case deleteZone(CKRecordZone.ID)

        var zoneID: CKRecordZone.ID {
            switch self {
            case .saveZone(let zone): zone.zoneID
            case .deleteZone(let id): id
            }
        }
    }

    /// A change of a record that is to be sent.
    public enum PendingRecordZoneChange: Hashable, Sendable {
        /// A record to save.
        case saveRecord(CKRecord.ID)
        /// A record to delete.
        case deleteRecord(CKRecord.ID)

        var recordID: CKRecord.ID {
            switch self {
            case .saveRecord(let id), .deleteRecord(let id): id
            }
        }
    }
}
