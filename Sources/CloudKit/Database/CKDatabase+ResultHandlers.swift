import Foundation

// The newer forms with completion handlers, which get all that the asynchronous ones return.

extension CKDatabase {
    /// What a modification of records came to, item by item.
    public typealias ModifiedRecords = (
        saveResults: [CKRecord.ID: Result<CKRecord, any Error>], deleteResults: [CKRecord.ID: Result<Void, any Error>]
    )
    /// A page of a zone's changes.
    public typealias ZoneChangesPage = (
        modificationResultsByID: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>],
        deletions: [RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool
    )
    /// A page of a database's changes.
    public typealias DatabaseChangesPage = (
        modifications: [DatabaseChange.Modification], deletions: [DatabaseChange.Deletion],
        changeToken: CKServerChangeToken, moreComing: Bool
    )
    /// A page of what a query found.
    public typealias QueryPage = (
        matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor: CKQueryOperation.Cursor?
    )

    /// Saves and deletes records.
    public func modifyRecords(
        saving recordsToSave: [CKRecord],
        deleting recordIDsToDelete: [CKRecord.ID],
        savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
        atomically: Bool = true,
        completionHandler: @escaping @Sendable (Result<ModifiedRecords, any Error>) -> Void
    ) {
        handing(completionHandler) {
            try await self.modifyRecords(
                saving: recordsToSave,
                deleting: recordIDsToDelete,
                savePolicy: savePolicy,
                atomically: atomically
            )
        }
    }

    /// Fetches the next page of the records that a query finds.
    public func fetch(
        withCursor queryCursor: CKQueryOperation.Cursor,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int = CKQueryOperation.maximumResults,
        completionHandler: @escaping @Sendable (Result<QueryPage, any Error>) -> Void
    ) {
        handing(completionHandler) {
            try await self.records(
                continuingMatchFrom: queryCursor,
                desiredKeys: desiredKeys,
                resultsLimit: resultsLimit
            )
        }
    }

    /// Fetches a page of the changes of a zone's records.
    public func fetchRecordZoneChanges(
        inZoneWith zoneID: CKRecordZone.ID,
        since changeToken: CKServerChangeToken?,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int? = nil,
        completionHandler: @escaping @Sendable (Result<ZoneChangesPage, any Error>) -> Void
    ) {
        handing(completionHandler) {
            try await self.recordZoneChanges(
                inZoneWith: zoneID,
                since: changeToken,
                desiredKeys: desiredKeys,
                resultsLimit: resultsLimit
            )
        }
    }

    /// Fetches a page of the zones that changed.
    public func fetchDatabaseChanges(
        since changeToken: CKServerChangeToken?,
        resultsLimit: Int? = nil,
        completionHandler: @escaping @Sendable (Result<DatabaseChangesPage, any Error>) -> Void
    ) {
        handing(completionHandler) { try await self.databaseChanges(since: changeToken, resultsLimit: resultsLimit) }
    }

    /// Fetches zones.
    public func fetch(
        withRecordZoneIDs zoneIDs: [CKRecordZone.ID],
        completionHandler:
            @escaping @Sendable (Result<[CKRecordZone.ID: Result<CKRecordZone, any Error>], any Error>) -> Void
    ) {
        handing(completionHandler) { try await self.recordZones(for: zoneIDs) }
    }

    /// Saves and deletes zones.
    public func modifyRecordZones(
        saving recordZonesToSave: [CKRecordZone],
        deleting recordZoneIDsToDelete: [CKRecordZone.ID],
        completionHandler:
            @escaping @Sendable (
                Result<
                    (
                        saveResults: [CKRecordZone.ID: Result<CKRecordZone, any Error>],
                        deleteResults: [CKRecordZone.ID: Result<Void, any Error>]
                    ), any Error
                >
            ) -> Void
    ) {
        handing(completionHandler) {
            try await self.modifyRecordZones(saving: recordZonesToSave, deleting: recordZoneIDsToDelete)
        }
    }

    /// Fetches subscriptions.
    public func fetch(
        withSubscriptionIDs subscriptionIDs: [CKSubscription.ID],
        completionHandler:
            @escaping @Sendable (Result<[CKSubscription.ID: Result<CKSubscription, any Error>], any Error>) -> Void
    ) {
        handing(completionHandler) { try await self.subscriptions(for: subscriptionIDs) }
    }

    /// Saves and deletes subscriptions.
    public func modifySubscriptions(
        saving subscriptionsToSave: [CKSubscription],
        deleting subscriptionIDsToDelete: [CKSubscription.ID],
        completionHandler:
            @escaping @Sendable (
                Result<
                    (
                        saveResults: [CKSubscription.ID: Result<CKSubscription, any Error>],
                        deleteResults: [CKSubscription.ID: Result<Void, any Error>]
                    ), any Error
                >
            ) -> Void
    ) {
        handing(completionHandler) {
            try await self.modifySubscriptions(saving: subscriptionsToSave, deleting: subscriptionIDsToDelete)
        }
    }
}
