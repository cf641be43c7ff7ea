import Foundation

/// Fetches the changes of zones' records, page after page.
public final class CKFetchRecordZoneChangesOperation: CKDatabaseOperation, @unchecked Sendable {
    /// What to fetch of one zone.
    public final class ZoneConfiguration: NSObject, NSCopying, @unchecked Sendable {
        /// Where the last fetch ended; nil starts from the beginning.
        public var previousServerChangeToken: CKServerChangeToken?
        /// How many records a page has at most; 0 leaves it to the service.
        public var resultsLimit: Int
        /// The fields to fetch; nil means all.
        public var desiredKeys: [CKRecord.FieldKey]?

        /// What to fetch.
        public init(
            previousServerChangeToken: CKServerChangeToken? = nil,
            resultsLimit: Int? = nil,
            desiredKeys: [CKRecord.FieldKey]? = nil
        ) {
            self.previousServerChangeToken = previousServerChangeToken
            self.resultsLimit = resultsLimit ?? 0
            self.desiredKeys = desiredKeys
        }

        /// A copy.
        public func copy(with zone: NSZone? = nil) -> Any {
            ZoneConfiguration(
                previousServerChangeToken: previousServerChangeToken,
                resultsLimit: resultsLimit,
                desiredKeys: desiredKeys
            )
        }
    }

    /// Where a fetch of a zone ended, the app's own mark, and whether there is more.
    public typealias ZoneEnd = (
        serverChangeToken: CKServerChangeToken, clientChangeTokenData: Data?, moreComing: Bool
    )

    /// The zones.
    public var recordZoneIDs: [CKRecordZone.ID]?
    /// What to fetch of each; all of it from the beginning, where nothing is said.
    public var configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]?
    /// Whether it fetches all pages; else the first of each zone.
    public var fetchAllChanges = true
    /// Called for each record that is new or changed.
    public var recordWasChangedBlock: (@Sendable (CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Called for each record that was deleted; the type is empty, since the service does not tell it.
    public var recordWithIDWasDeletedBlock: (@Sendable (CKRecord.ID, CKRecord.RecordType) -> Void)?
    /// Called with the token of each page but the last.
    public var recordZoneChangeTokensUpdatedBlock: (@Sendable (CKRecordZone.ID, CKServerChangeToken?, Data?) -> Void)?
    /// Called at the end of each zone.
    public var recordZoneFetchResultBlock: (@Sendable (CKRecordZone.ID, Result<ZoneEnd, any Error>) -> Void)?
    /// Called at the end: with `partialFailure` if some zones failed.
    public var fetchRecordZoneChangesResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?

    /// An operation.
    public init(
        recordZoneIDs: [CKRecordZone.ID]? = nil,
        configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]? = nil
    ) {
        self.recordZoneIDs = recordZoneIDs
        self.configurationsByRecordZoneID = configurationsByRecordZoneID
        super.init()
    }

    override func perform() async {
        var errors: [AnyHashable: any Error] = [:]
        let zoneIDs = recordZoneIDs ?? configurationsByRecordZoneID.map { Array($0.keys) } ?? []
        for zoneID in zoneIDs {
            let result = await Result<ZoneEnd, any Error>.ofWork { try await fetch(zoneID) }
            if case .failure(let error) = result { errors[zoneID] = error }
            recordZoneFetchResultBlock?(zoneID, result)
        }
        let failures = errors.values.compactMap { $0 as? CKError }
        // What is wrong with the connection or the sign-in is wrong for all zones.
        if errors.count == zoneIDs.count, let first = failures.first, first.isOfRequest {
            fetchRecordZoneChangesResultBlock?(.failure(first))
        } else {
            fetchRecordZoneChangesResultBlock?(overall(errors))
        }
    }

    private func fetch(_ zoneID: CKRecordZone.ID) async throws -> ZoneEnd {
        let wanted = configurationsByRecordZoneID?[zoneID] ?? ZoneConfiguration()
        var token = wanted.previousServerChangeToken
        while true {
            let page = try await target.changes(
                of: zoneID,
                since: token,
                wanted.desiredKeys,
                limit: wanted.resultsLimit
            )
            for (id, result) in page.modifications { recordWasChangedBlock?(id, result) }
            for deletion in page.deletions { recordWithIDWasDeletedBlock?(deletion.recordID, deletion.recordType) }
            token = page.token
            if !page.moreComing || !fetchAllChanges { return (page.token, nil, page.moreComing) }
            recordZoneChangeTokensUpdatedBlock?(zoneID, page.token, nil)
        }
    }
}

extension CKError {
    /// Whether the error is that of a whole request, and not of what was asked for.
    fileprivate var isOfRequest: Bool {
        switch code {
        case .networkUnavailable, .networkFailure, .serverResponseLost, .notAuthenticated, .operationCancelled,
            .serviceUnavailable, .requestRateLimited, .badContainer:
            true
        default: false
        }
    }
}
