extension CKSyncEngine {
    /// What an engine tells its delegate, in Apple's cases.
    public enum Event: Sendable {
        /// The state has changed: store it, in the place of the last one.
        case stateUpdate(StateUpdate)
        /// Somebody signed in or out.
        case accountChange(AccountChange)
        /// Zones changed or went.
        case fetchedDatabaseChanges(FetchedDatabaseChanges)
        /// Records changed or went: one event for each page.
        case fetchedRecordZoneChanges(FetchedRecordZoneChanges)
        /// What became of zones that were sent.
        case sentDatabaseChanges(SentDatabaseChanges)
        /// What became of records that were sent: one event for each batch.
        case sentRecordZoneChanges(SentRecordZoneChanges)
        /// A fetch begins.
        case willFetchChanges(WillFetchChanges)
        /// The fetch of a zone's records begins.
        case willFetchRecordZoneChanges(WillFetchRecordZoneChanges)
        /// The fetch of a zone's records has ended.
        case didFetchRecordZoneChanges(DidFetchRecordZoneChanges)
        /// A fetch has ended.
        case didFetchChanges(DidFetchChanges)
        /// A send begins.
        case willSendChanges(WillSendChanges)
        /// A send has ended.
        case didSendChanges(DidSendChanges)
    }
}

extension CKSyncEngine.Event {
    /// The state to store.
    public struct StateUpdate: Sendable {
        /// The state; it covers nothing that the delegate was not told before.
        public let stateSerialization: CKSyncEngine.State.Serialization
    }

    /// A change of the account.
    public struct AccountChange: Sendable {
        /// What changed.
        public enum ChangeType: Hashable, Sendable {
            /// Somebody signed in where nobody was before; also told at the first start.
            case signIn(currentUser: CKRecord.ID)
            /// The user signed out; the engine has forgotten tokens and pending changes.
            case signOut(previousUser: CKRecord.ID)
            /// Another user signed in; the engine has forgotten tokens and pending changes.
            case switchAccounts(previousUser: CKRecord.ID, currentUser: CKRecord.ID)
        }

        /// What changed.
        ///
        /// A sign-in that the service has ended is no change: it is told as ``SyncEngineNotice/signInEnded``. Changes
        /// that were added while nobody was signed in are kept for the next user.
        public let changeType: ChangeType
    }
}

extension CKSyncEngine.Event: CustomStringConvertible {
    /// The kind of event, and how much it tells.
    public var description: String {
        switch self {
        case .stateUpdate: "stateUpdate"
        case .accountChange(let event): "accountChange(\(event.changeType))"
        case .fetchedDatabaseChanges(let event):
            "fetchedDatabaseChanges(\(event.modifications.count) changed, \(event.deletions.count) deleted)"
        case .fetchedRecordZoneChanges(let event):
            "fetchedRecordZoneChanges(\(event.modifications.count) changed, \(event.deletions.count) deleted)"
        case .sentDatabaseChanges(let event):
            "sentDatabaseChanges(\(event.savedZones.count) saved, \(event.deletedZoneIDs.count) deleted, "
                + "\(event.failedZoneSaves.count + event.failedZoneDeletes.count) failed)"
        case .sentRecordZoneChanges(let event):
            "sentRecordZoneChanges(\(event.savedRecords.count) saved, \(event.deletedRecordIDs.count) deleted, "
                + "\(event.failedRecordSaves.count + event.failedRecordDeletes.count) failed)"
        case .willFetchChanges: "willFetchChanges"
        case .willFetchRecordZoneChanges(let event): "willFetchRecordZoneChanges(\(event.zoneID))"
        case .didFetchRecordZoneChanges(let event): "didFetchRecordZoneChanges(\(event.zoneID))"
        case .didFetchChanges: "didFetchChanges"
        case .willSendChanges: "willSendChanges"
        case .didSendChanges: "didSendChanges"
        }
    }
}

extension CKSyncEngine.Event.AccountChange: CustomStringConvertible {
    /// What changed, and whose.
    public var description: String { "AccountChange(\(changeType))" }
}
