import Foundation

// The forms with completion handlers, which are called on no particular thread.

extension CKDatabase {
    /// Fetches a record.
    public func fetch(
        withRecordID recordID: CKRecord.ID,
        completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.record(for: recordID) }
    }

    /// Fetches records.
    public func fetch(
        withRecordIDs recordIDs: [CKRecord.ID],
        desiredKeys: [CKRecord.FieldKey]? = nil,
        completionHandler: @escaping @Sendable (Result<[CKRecord.ID: Result<CKRecord, any Error>], any Error>) -> Void
    ) {
        handing(completionHandler) { try await self.records(for: recordIDs, desiredKeys: desiredKeys) }
    }

    /// Saves a record.
    public func save(
        _ record: CKRecord,
        completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.save(record) }
    }

    /// Deletes a record.
    public func delete(
        withRecordID recordID: CKRecord.ID,
        completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.deleteRecord(withID: recordID) }
    }

    /// Fetches the first page of the records that a query finds.
    public func fetch(
        withQuery query: CKQuery,
        inZoneWith zoneID: CKRecordZone.ID? = nil,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int = CKQueryOperation.maximumResults,
        completionHandler:
            @escaping @Sendable (
                Result<
                    (
                        matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)],
                        queryCursor: CKQueryOperation.Cursor?
                    ), any Error
                >
            ) -> Void
    ) {
        handing(completionHandler) {
            try await self.records(
                matching: query,
                inZoneWith: zoneID,
                desiredKeys: desiredKeys,
                resultsLimit: resultsLimit
            )
        }
    }

    /// Fetches all records that a query finds, page after page; the older form.
    public func perform(
        _ query: CKQuery,
        inZoneWith zoneID: CKRecordZone.ID?,
        completionHandler: @escaping @Sendable ([CKRecord]?, (any Error)?) -> Void
    ) {
        handing(completionHandler) {
            var page = try await self.records(matching: query, inZoneWith: zoneID)
            var found = try page.matchResults.map { try $0.1.get() }
            while let cursor = page.queryCursor {
                page = try await self.records(continuingMatchFrom: cursor)
                found += try page.matchResults.map { try $0.1.get() }
            }
            return found
        }
    }

    /// Fetches a zone.
    public func fetch(
        withRecordZoneID zoneID: CKRecordZone.ID,
        completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.recordZone(for: zoneID) }
    }

    /// Fetches all zones.
    public func fetchAllRecordZones(completionHandler: @escaping @Sendable ([CKRecordZone]?, (any Error)?) -> Void) {
        handing(completionHandler) { try await self.allRecordZones() }
    }

    /// Saves a zone.
    public func save(
        _ zone: CKRecordZone,
        completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.save(zone) }
    }

    /// Deletes a zone with all its records.
    public func delete(
        withRecordZoneID zoneID: CKRecordZone.ID,
        completionHandler: @escaping @Sendable (CKRecordZone.ID?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.deleteRecordZone(withID: zoneID) }
    }

    /// Fetches a subscription.
    public func fetch(
        withSubscriptionID subscriptionID: CKSubscription.ID,
        completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.subscription(for: subscriptionID) }
    }

    /// Fetches all subscriptions.
    public func fetchAllSubscriptions(
        completionHandler: @escaping @Sendable ([CKSubscription]?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.allSubscriptions() }
    }

    /// Saves a subscription.
    public func save(
        _ subscription: CKSubscription,
        completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.save(subscription) }
    }

    /// Deletes a subscription.
    public func delete(
        withSubscriptionID subscriptionID: CKSubscription.ID,
        completionHandler: @escaping @Sendable (CKSubscription.ID?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.deleteSubscription(withID: subscriptionID) }
    }
}
