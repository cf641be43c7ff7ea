import CloudKitWebServices

extension CKSyncEngine {
    /// Changes of records that go out together.
    public struct RecordZoneChangeBatch: Sendable {
        /// Changes in one batch that is made of pending ones: as many as one request may have.
        ///
        /// Difference from Apple: 200, as the protocol has it, and not 250.
        static let mostChanges = ServiceLimits.operationsPerRequest

        /// The records to save.
        public let recordsToSave: [CKRecord]
        /// The records to delete.
        public let recordIDsToDelete: [CKRecord.ID]
        /// Whether each zone takes all of its changes or none.
        public var atomicByZone: Bool
        /// On what terms records are deleted: an addition of this package.
        ///
        /// A record that is not among them is deleted whatever the service has.
        public var deleteTerms: [CKRecord.ID: RecordDeleteTerms] = [:]

        /// A batch of the first pending changes, as many as fit; nil if there is nothing to send.
        ///
        /// - Parameters:
        ///   - pendingChanges: The changes, of which later batches take the rest.
        ///   - recordProvider: Makes the record to save; nil leaves the change out.
        public init?(
            pendingChanges: [PendingRecordZoneChange],
            recordProvider: @Sendable (CKRecord.ID) async -> CKRecord?
        ) async {
            var (saves, deletes) = ([CKRecord](), [CKRecord.ID]())
            var seen: Set<CKRecord.ID> = []
            for change in pendingChanges where seen.insert(change.recordID).inserted {
                if saves.count + deletes.count == Self.mostChanges { break }
                switch change {
                case .saveRecord(let id): if let record = await recordProvider(id) { saves.append(record) }
                case .deleteRecord(let id): deletes.append(id)
                }
            }
            if saves.isEmpty && deletes.isEmpty { return nil }
            self.init(recordsToSave: saves, recordIDsToDelete: deletes)
        }

        /// A batch.
        ///
        /// One of more than 200 changes goes out in several requests, unless each zone is to take all or none: then it
        /// fails with `limitExceeded`.
        public init(
            recordsToSave: [CKRecord] = [],
            recordIDsToDelete: [CKRecord.ID] = [],
            atomicByZone: Bool = false
        ) {
            self.recordsToSave = recordsToSave
            self.recordIDsToDelete = recordIDsToDelete
            self.atomicByZone = atomicByZone
        }

        var count: Int { recordsToSave.count + recordIDsToDelete.count }

        var changes: [PendingRecordZoneChange] {
            recordsToSave.map { .saveRecord($0.recordID) } + recordIDsToDelete.map { .deleteRecord($0) }
        }

        /// The batch in two, for a service that finds it too large.
        var halves: [RecordZoneChangeBatch] {
            let half = count / 2
            let (saves, deletes) = (min(half, recordsToSave.count), max(0, half - recordsToSave.count))
            var parts = [
                RecordZoneChangeBatch(
                    recordsToSave: Array(recordsToSave.prefix(saves)),
                    recordIDsToDelete: Array(recordIDsToDelete.prefix(deletes))
                ),
                RecordZoneChangeBatch(
                    recordsToSave: Array(recordsToSave.dropFirst(saves)),
                    recordIDsToDelete: Array(recordIDsToDelete.dropFirst(deletes))
                ),
            ]
            for index in parts.indices { parts[index].deleteTerms = deleteTerms }
            return parts
        }
    }
}

extension CKSyncEngine.RecordZoneChangeBatch: CustomStringConvertible {
    /// How much it saves and deletes.
    public var description: String {
        let terms = atomicByZone ? ", each zone all or none" : ""
        return "RecordZoneChangeBatch(\(recordsToSave.count) to save, \(recordIDsToDelete.count) to delete\(terms))"
    }
}
