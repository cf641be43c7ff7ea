import CloudKitWebServices
import Foundation

extension CKDatabase {
    /// A subscription by its ID.
    ///
    /// - Throws: ``CKError``: `unknownItem` if it is not there.
    public func subscription(for subscriptionID: CKSubscription.ID) async throws -> CKSubscription {
        guard let result = try await subscriptions(for: [subscriptionID])[subscriptionID] else { throw Self.wrongCount }
        return try result.get()
    }

    /// Subscriptions by their IDs: each, or its own error.
    public func subscriptions(
        for ids: [CKSubscription.ID]
    ) async throws -> [CKSubscription.ID: Result<CKSubscription, any Error>] {
        var results: [CKSubscription.ID: Result<CKSubscription, any Error>] = [:]
        for chunk in ids.chunks(of: ServiceLimits.operationsPerRequest) {
            let answer: SubscriptionsResponse =
                try await call(.lookupSubscriptions, LookupSubscriptionsRequest(subscriptionIDs: chunk))
            guard answer.subscriptions.count == chunk.count else { throw Self.wrongCount }
            for (id, result) in zip(chunk, answer.subscriptions) { results[id] = subscription(result) }
        }
        return results
    }

    /// All subscriptions of the user in this database.
    public func allSubscriptions() async throws -> [CKSubscription] {
        let answer: SubscriptionsResponse =
            try await link.call(.listSubscriptions, in: wireScope, body: nil, options: options)
        return try answer.subscriptions.map { try subscription($0).get() }
    }

    /// Saves a subscription; one of the same ID is replaced.
    @discardableResult
    public func save(_ subscription: CKSubscription) async throws -> CKSubscription {
        let results = try await modifySubscriptions(saving: [subscription], deleting: []).saveResults
        guard let result = results[subscription.subscriptionID] else { throw Self.wrongCount }
        return try result.get()
    }

    /// Deletes a subscription.
    @discardableResult
    public func deleteSubscription(withID subscriptionID: CKSubscription.ID) async throws -> CKSubscription.ID {
        let results = try await modifySubscriptions(saving: [], deleting: [subscriptionID]).deleteResults
        try results[subscriptionID]?.get()
        return subscriptionID
    }

    /// Saves and deletes subscriptions.
    ///
    /// - Returns: What became of each.
    /// - Throws: ``CKError``, if a request failed as a whole.
    public func modifySubscriptions(
        saving subscriptionsToSave: [CKSubscription],
        deleting subscriptionIDsToDelete: [CKSubscription.ID]
    ) async throws -> (
        saveResults: [CKSubscription.ID: Result<CKSubscription, any Error>],
        deleteResults: [CKSubscription.ID: Result<Void, any Error>]
    ) {
        var operations = try subscriptionsToSave.map { SubscriptionOperation(.create, try $0.wire()) }
        operations += subscriptionIDsToDelete.map {
            SubscriptionOperation(.delete, WireSubscription(subscriptionID: $0))
        }
        var saveResults: [CKSubscription.ID: Result<CKSubscription, any Error>] = [:]
        var deleteResults: [CKSubscription.ID: Result<Void, any Error>] = [:]
        for chunk in operations.chunks(of: ServiceLimits.operationsPerRequest) {
            let answer: SubscriptionsResponse =
                try await call(.modifySubscriptions, ModifySubscriptionsRequest(operations: chunk))
            guard answer.subscriptions.count == chunk.count else { throw Self.wrongCount }
            for (operation, result) in zip(chunk, answer.subscriptions) {
                let id = operation.subscription.subscriptionID ?? ""
                switch (operation.operationType, result.error) {
                case (.delete, let error?): deleteResults[id] = .failure(CKError(error, status: 200))
                case (.delete, nil): deleteResults[id] = .success(())
                default: saveResults[id] = subscription(result)
                }
            }
        }
        return (saveResults, deleteResults)
    }

    private func subscription(_ result: ItemResult<WireSubscription>) -> Result<CKSubscription, any Error> {
        switch result {
        case .failure(let error): return .failure(CKError(error, status: 200))
        case .success(let wire):
            guard let known = known(wire) else {
                return .failure(CKError(.internalError, reason: "the subscription is of an unknown kind"))
            }
            known.notificationInfo = wire.notificationInfo.map { CKSubscription.NotificationInfo($0) }
            return .success(known)
        }
    }

    private func known(_ wire: WireSubscription) -> CKSubscription? {
        guard let id = wire.subscriptionID else { return nil }
        switch (wire.subscriptionType, wire.zoneID, wire.query) {
        case (.some(.database), _, _): return CKDatabaseSubscription(subscriptionID: id)
        case (.some(.zone), let zone?, _): return CKRecordZoneSubscription(zoneID: zoneID(zone), subscriptionID: id)
        case (.some(.query), let zone, let query?):
            var options: CKQuerySubscription.Options = wire.firesOnce == true ? [.firesOnce] : []
            for (option, trigger) in CKQuerySubscription.triggers where wire.firesOn?.contains(trigger) == true {
                options.insert(option)
            }
            let subscription = CKQuerySubscription(
                recordType: query.recordType,
                predicate: NSPredicate(filters: query.filterBy),
                subscriptionID: id,
                options: options
            )
            subscription.zoneID = wire.zoneWide == false ? zone.map { zoneID($0) } : nil
            return subscription
        default: return nil
        }
    }
}
