import Foundation

/// Saves and deletes zones.
public final class CKModifyRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
    /// The zones to save.
    public var recordZonesToSave: [CKRecordZone]?
    /// The zones to delete.
    public var recordZoneIDsToDelete: [CKRecordZone.ID]?
    /// Called for each zone that was to be saved.
    public var perRecordZoneSaveBlock: (@Sendable (CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
    /// Called for each zone that was to be deleted.
    public var perRecordZoneDeleteBlock: (@Sendable (CKRecordZone.ID, Result<Void, any Error>) -> Void)?
    /// Called at the end: with `partialFailure` if some zones failed.
    public var modifyRecordZonesResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?
    /// The older form of ``modifyRecordZonesResultBlock``, with what was saved and deleted.
    public var modifyRecordZonesCompletionBlock:
        (@Sendable ([CKRecordZone]?, [CKRecordZone.ID]?, (any Error)?) -> Void)?

    /// An operation.
    public init(recordZonesToSave: [CKRecordZone]? = nil, recordZoneIDsToDelete: [CKRecordZone.ID]? = nil) {
        self.recordZonesToSave = recordZonesToSave
        self.recordZoneIDsToDelete = recordZoneIDsToDelete
        super.init()
    }

    override func perform() async {
        do {
            let results = try await target.modifyRecordZones(
                saving: recordZonesToSave ?? [],
                deleting: recordZoneIDsToDelete ?? []
            )
            var errors: [AnyHashable: any Error] = [:]
            for (id, result) in results.saveResults {
                if case .failure(let error) = result { errors[id] = error }
                perRecordZoneSaveBlock?(id, result)
            }
            for (id, result) in results.deleteResults {
                if case .failure(let error) = result { errors[id] = error }
                perRecordZoneDeleteBlock?(id, result)
            }
            modifyRecordZonesResultBlock?(overall(errors))
            let saved = results.saveResults.values.compactMap { try? $0.get() }
            let deleted = results.deleteResults.filter { (try? $0.value.get()) != nil }.map(\.key)
            modifyRecordZonesCompletionBlock?(saved, deleted, errors.isEmpty ? nil : CKError.partial(errors))
        } catch {
            let error = CKError(failure: error)
            modifyRecordZonesResultBlock?(.failure(error))
            modifyRecordZonesCompletionBlock?(nil, nil, error)
        }
    }
}

/// Fetches zones.
public final class CKFetchRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
    /// The zones; nil means all.
    public var recordZoneIDs: [CKRecordZone.ID]?
    /// Called for each zone.
    public var perRecordZoneResultBlock: (@Sendable (CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
    /// Called at the end: with `partialFailure` if some zones failed.
    public var fetchRecordZonesResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?
    /// The older form of ``fetchRecordZonesResultBlock``, with the zones.
    public var fetchRecordZonesCompletionBlock: (@Sendable ([CKRecordZone.ID: CKRecordZone]?, (any Error)?) -> Void)?

    /// An operation.
    public init(recordZoneIDs: [CKRecordZone.ID]? = nil) {
        self.recordZoneIDs = recordZoneIDs
        super.init()
    }

    /// An operation that fetches all zones of a database.
    public static func fetchAllRecordZonesOperation() -> CKFetchRecordZonesOperation {
        CKFetchRecordZonesOperation(recordZoneIDs: nil)
    }

    override func perform() async {
        do {
            var results: [CKRecordZone.ID: Result<CKRecordZone, any Error>] = [:]
            if let recordZoneIDs {
                results = try await target.recordZones(for: recordZoneIDs)
            } else {
                for zone in try await target.allRecordZones() { results[zone.zoneID] = .success(zone) }
            }
            var errors: [AnyHashable: any Error] = [:]
            for (id, result) in results {
                if case .failure(let error) = result { errors[id] = error }
                perRecordZoneResultBlock?(id, result)
            }
            fetchRecordZonesResultBlock?(overall(errors))
            let zones = results.compactMapValues { try? $0.get() }
            fetchRecordZonesCompletionBlock?(zones, errors.isEmpty ? nil : CKError.partial(errors))
        } catch {
            let error = CKError(failure: error)
            fetchRecordZonesResultBlock?(.failure(error))
            fetchRecordZonesCompletionBlock?(nil, error)
        }
    }
}
