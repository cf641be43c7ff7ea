// What becomes of pending changes once the service has answered, or has not.

extension SyncLedger {
    /// What became of changes of one kind.
    struct Outcome<Event, Change> {
        /// What the delegate is told.
        let event: Event
        /// What left the list because of an error.
        let dropped: [(change: Change, error: CKError)]
        /// All errors, by what they are about.
        let errors: [AnyHashable: CKError]
        /// Whether anything went well.
        let isFruitful: Bool
    }

    private static let unanswered = CKError(.internalError, reason: "the service did not say what became of it")

    /// Applies the results of a request to change zones.
    ///
    /// - Parameters:
    ///   - changes: What was asked for.
    ///   - results: The results.
    ///   - whole: The error of the request as a whole.
    ///   - stamp: The number of the last change that was added before the request was made.
    /// - Returns: What is to be told of it.
    mutating func resolve(
        _ changes: [CKSyncEngine.PendingDatabaseChange],
        _ results: [CKRecordZone.ID: Result<CKRecordZone?, CKError>],
        _ whole: CKError?,
        stamp: Int
    ) -> Outcome<CKSyncEngine.Event.SentDatabaseChanges, CKSyncEngine.PendingDatabaseChange> {
        var (saved, deleted) = ([CKRecordZone](), [CKRecordZone.ID]())
        var saves: [CKSyncEngine.Event.SentDatabaseChanges.FailedZoneSave] = []
        var deletes: [CKRecordZone.ID: CKError] = [:]
        var dropped: [(change: CKSyncEngine.PendingDatabaseChange, error: CKError)] = []
        var errors: [AnyHashable: CKError] = [:]
        for change in changes {
            let result = results[change.zoneID] ?? .failure(whole ?? Self.unanswered)
            switch (change, result.taking(.zoneNotFound, asSuccessIf: change.isDelete)) {
            case (.saveZone(let zone), .success(let stored)): saved.append(stored ?? zone)
            case (.deleteZone(let id), .success): deleted.append(id)
            case (.saveZone(let zone), .failure(let error)):
                saves.append(.init(zone: zone, error: error))
                errors[zone.zoneID] = error
            case (.deleteZone(let id), .failure(let error)):
                deletes[id] = error
                errors[id] = error
            }
            let error = errors[change.zoneID]
            if let error, error.code.staysPending { continue }
            databaseChanges.remove(change, upTo: stamp)
            if let error { dropped.append((change, error)) }
        }
        return Outcome(
            event: .init(
                savedZones: saved,
                failedZoneSaves: saves,
                deletedZoneIDs: deleted,
                failedZoneDeletes: deletes
            ),
            dropped: dropped,
            errors: errors,
            isFruitful: !saved.isEmpty || !deleted.isEmpty
        )
    }

    /// Applies the results of a batch of records; the parameters are those of zones.
    mutating func resolve(
        _ batch: CKSyncEngine.RecordZoneChangeBatch,
        _ results: [CKRecord.ID: Result<CKRecord?, CKError>],
        _ whole: CKError?,
        stamp: Int
    ) -> Outcome<CKSyncEngine.Event.SentRecordZoneChanges, CKSyncEngine.PendingRecordZoneChange> {
        var (saved, deleted) = ([CKRecord](), [CKRecord.ID]())
        var saves: [CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave] = []
        var deletes: [CKRecord.ID: CKError] = [:]
        var dropped: [(change: CKSyncEngine.PendingRecordZoneChange, error: CKError)] = []
        var errors: [AnyHashable: CKError] = [:]
        for record in batch.recordsToSave {
            switch results[record.recordID] ?? .failure(whole ?? Self.unanswered) {
            case .success(let stored): saved.append(stored ?? record)
            case .failure(let error):
                saves.append(.init(record: record, error: error))
                errors[record.recordID] = error
            }
        }
        for id in batch.recordIDsToDelete {
            let result = results[id] ?? .failure(whole ?? Self.unanswered)
            switch result.taking(.unknownItem, asSuccessIf: true) {
            case .success: deleted.append(id)
            case .failure(let error):
                deletes[id] = error
                errors[id] = error
            }
        }
        for change in batch.changes {
            let error = errors[change.recordID]
            if let error, error.code.staysPending { continue }
            recordChanges.remove(change, upTo: stamp)
            if let error { dropped.append((change, error)) }
        }
        return Outcome(
            event: .init(
                savedRecords: saved,
                failedRecordSaves: saves,
                deletedRecordIDs: deleted,
                failedRecordDeletes: deletes
            ),
            dropped: dropped,
            errors: errors,
            isFruitful: !saved.isEmpty || !deleted.isEmpty
        )
    }
}

extension CKSyncEngine.PendingDatabaseChange {
    fileprivate var isDelete: Bool {
        if case .deleteZone = self { true } else { false }
    }
}

extension Result where Failure == CKError {
    /// What is not there is deleted: success with nothing, in the place of one error.
    fileprivate func taking<Value>(
        _ code: CKError.Code,
        asSuccessIf isSuccess: Bool
    ) -> Result where Success == Value? {
        if isSuccess, case .failure(let error) = self, error.code == code { .success(nil) } else { self }
    }
}
