import Foundation

/// Saves and deletes subscriptions.
public final class CKModifySubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
    /// The subscriptions to save.
    public var subscriptionsToSave: [CKSubscription]?
    /// The subscriptions to delete.
    public var subscriptionIDsToDelete: [CKSubscription.ID]?
    /// Called for each subscription that was to be saved.
    public var perSubscriptionSaveBlock: (@Sendable (CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
    /// Called for each subscription that was to be deleted.
    public var perSubscriptionDeleteBlock: (@Sendable (CKSubscription.ID, Result<Void, any Error>) -> Void)?
    /// Called at the end: with `partialFailure` if some subscriptions failed.
    public var modifySubscriptionsResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?
    /// The older form of ``modifySubscriptionsResultBlock``, with what was saved and deleted.
    public var modifySubscriptionsCompletionBlock:
        (@Sendable ([CKSubscription]?, [CKSubscription.ID]?, (any Error)?) -> Void)?

    /// An operation.
    public init(subscriptionsToSave: [CKSubscription]? = nil, subscriptionIDsToDelete: [CKSubscription.ID]? = nil) {
        self.subscriptionsToSave = subscriptionsToSave
        self.subscriptionIDsToDelete = subscriptionIDsToDelete
        super.init()
    }

    override func perform() async {
        do {
            let results = try await target.modifySubscriptions(
                saving: subscriptionsToSave ?? [],
                deleting: subscriptionIDsToDelete ?? []
            )
            var errors: [AnyHashable: any Error] = [:]
            for (id, result) in results.saveResults {
                if case .failure(let error) = result { errors[id] = error }
                perSubscriptionSaveBlock?(id, result)
            }
            for (id, result) in results.deleteResults {
                if case .failure(let error) = result { errors[id] = error }
                perSubscriptionDeleteBlock?(id, result)
            }
            modifySubscriptionsResultBlock?(overall(errors))
            let saved = results.saveResults.values.compactMap { try? $0.get() }
            let deleted = results.deleteResults.filter { (try? $0.value.get()) != nil }.map(\.key)
            modifySubscriptionsCompletionBlock?(saved, deleted, errors.isEmpty ? nil : CKError.partial(errors))
        } catch {
            let error = CKError(failure: error)
            modifySubscriptionsResultBlock?(.failure(error))
            modifySubscriptionsCompletionBlock?(nil, nil, error)
        }
    }
}

/// Fetches subscriptions.
public final class CKFetchSubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
    /// The subscriptions; nil means all.
    public var subscriptionIDs: [CKSubscription.ID]?
    /// Called for each subscription.
    public var perSubscriptionResultBlock: (@Sendable (CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
    /// Called at the end: with `partialFailure` if some subscriptions failed.
    public var fetchSubscriptionsResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?
    /// The older form of ``fetchSubscriptionsResultBlock``, with the subscriptions.
    public var fetchSubscriptionsCompletionBlock:
        (@Sendable ([CKSubscription.ID: CKSubscription]?, (any Error)?) -> Void)?

    /// An operation.
    public init(subscriptionIDs: [CKSubscription.ID]? = nil) {
        self.subscriptionIDs = subscriptionIDs
        super.init()
    }

    /// An operation that fetches all subscriptions of a database.
    public static func fetchAllSubscriptionsOperation() -> CKFetchSubscriptionsOperation {
        CKFetchSubscriptionsOperation(subscriptionIDs: nil)
    }

    override func perform() async {
        do {
            var results: [CKSubscription.ID: Result<CKSubscription, any Error>] = [:]
            if let subscriptionIDs {
                results = try await target.subscriptions(for: subscriptionIDs)
            } else {
                for one in try await target.allSubscriptions() { results[one.subscriptionID] = .success(one) }
            }
            var errors: [AnyHashable: any Error] = [:]
            for (id, result) in results {
                if case .failure(let error) = result { errors[id] = error }
                perSubscriptionResultBlock?(id, result)
            }
            fetchSubscriptionsResultBlock?(overall(errors))
            let found = results.compactMapValues { try? $0.get() }
            fetchSubscriptionsCompletionBlock?(found, errors.isEmpty ? nil : CKError.partial(errors))
        } catch {
            let error = CKError(failure: error)
            fetchSubscriptionsResultBlock?(.failure(error))
            fetchSubscriptionsCompletionBlock?(nil, error)
        }
    }
}
