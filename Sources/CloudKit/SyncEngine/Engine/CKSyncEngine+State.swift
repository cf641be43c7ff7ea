extension CKSyncEngine {
    /// What an engine has still to do; changing it lets the engine find a time to do it.
    ///
    /// What is added is in memory until the next ``Event/stateUpdate(_:)`` is stored: keep what must not be lost in the
    /// same transaction as the data, and add it again at the next start.
    public final class State: Sendable {
        private let runner: SyncRunner

        init(_ runner: SyncRunner) {
            self.runner = runner
        }

        /// The zones that are to be saved or deleted, in the order in which they were added.
        public var pendingDatabaseChanges: [PendingDatabaseChange] {
            runner.read { $0.ledger.databaseChanges.all }
        }

        /// The records that are to be saved or deleted, in the order in which they were added.
        ///
        /// Those that are being sent are among them until the service has answered.
        public var pendingRecordZoneChanges: [PendingRecordZoneChange] {
            runner.read { $0.ledger.recordChanges.all }
        }

        /// Whether the delegate has changes to send that are not in these lists.
        ///
        /// The engine sets it back when the delegate, asked for them, has no more.
        public var hasPendingUntrackedChanges: Bool {
            get { runner.read(\.ledger.hasUntrackedChanges) }
            set { runner.put(.untracked(newValue)) }
        }

        /// The zones of which the service has changes that were not fetched yet.
        ///
        /// Difference from Apple: they are kept in the serialization too, so that a crash between the list of zones and
        /// their records loses none.
        public var zoneIDsWithUnfetchedServerChanges: [CKRecordZone.ID] {
            runner.read(\.ledger.unfetchedZones)
        }

        /// Adds changes of zones; of a save and a delete of the same zone the later one counts.
        public func add(pendingDatabaseChanges: [PendingDatabaseChange]) {
            runner.put(.addZones(pendingDatabaseChanges))
        }

        /// Takes changes of zones back.
        public func remove(pendingDatabaseChanges: [PendingDatabaseChange]) {
            runner.put(.removeZones(pendingDatabaseChanges))
        }

        /// Adds changes of records; of a save and a delete of the same record the later one counts.
        ///
        /// A change that is being sent is sent once more: the record may have changed since it was handed out.
        public func add(pendingRecordZoneChanges: [PendingRecordZoneChange]) {
            runner.put(.addRecords(pendingRecordZoneChanges))
        }

        /// Takes changes of records back.
        public func remove(pendingRecordZoneChanges: [PendingRecordZoneChange]) {
            runner.put(.removeRecords(pendingRecordZoneChanges))
        }
    }
}
