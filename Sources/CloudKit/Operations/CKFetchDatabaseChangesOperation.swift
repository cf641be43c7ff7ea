import Foundation

/// Fetches which zones of a database changed, page after page.
public final class CKFetchDatabaseChangesOperation: CKDatabaseOperation, @unchecked Sendable {
    /// Where the last fetch ended; nil gives all zones.
    public var previousServerChangeToken: CKServerChangeToken?
    /// How many zones a page has at most; 0 leaves it to the service.
    public var resultsLimit = 0
    /// Whether it fetches all pages; else the first.
    public var fetchAllChanges = true
    /// Called with the token of each page but the last.
    public var changeTokenUpdatedBlock: (@Sendable (CKServerChangeToken) -> Void)?
    /// Called for each zone that is new or has changes.
    public var recordZoneWithIDChangedBlock: (@Sendable (CKRecordZone.ID) -> Void)?
    /// Called for each zone that was deleted.
    public var recordZoneWithIDWasDeletedBlock: (@Sendable (CKRecordZone.ID) -> Void)?
    /// Called for each zone that is gone because the user cleared the app's data; never over this protocol.
    public var recordZoneWithIDWasPurgedBlock: (@Sendable (CKRecordZone.ID) -> Void)?
    /// Called for each zone that is gone because encrypted data was reset; never over this protocol.
    public var recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock: (@Sendable (CKRecordZone.ID) -> Void)?
    /// Called at the end.
    public var fetchDatabaseChangesResultBlock:
        (@Sendable (Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool), any Error>) -> Void)?

    /// An operation.
    public init(previousServerChangeToken: CKServerChangeToken? = nil) {
        self.previousServerChangeToken = previousServerChangeToken
        super.init()
    }

    override func perform() async {
        let result = await Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool), any Error>.ofWork {
            var token = previousServerChangeToken
            while true {
                let page = try await target.databaseChanges(since: token, resultsLimit: resultsLimit)
                for change in page.modifications { recordZoneWithIDChangedBlock?(change.zoneID) }
                for change in page.deletions { recordZoneWithIDWasDeletedBlock?(change.zoneID) }
                token = page.changeToken
                if !page.moreComing || !fetchAllChanges { return (page.changeToken, page.moreComing) }
                changeTokenUpdatedBlock?(page.changeToken)
            }
        }
        fetchDatabaseChangesResultBlock?(result)
    }
}
