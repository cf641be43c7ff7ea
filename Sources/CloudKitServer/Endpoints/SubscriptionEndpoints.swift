import CloudKitWebServices

extension CloudKitService {
    /// `subscriptions/list`.
    func listSubscriptions(_ call: Call) async throws -> StoredAnswer {
        let stored = try await records.subscriptions(of: try call.database(), subscriber: try call.subscriber())
        return SubscriptionsResponse(subscriptions: stored.map { .success($0.subscription) }).answer()
    }

    /// `subscriptions/lookup`.
    func lookUpSubscriptions(_ call: Call) async throws -> StoredAnswer {
        let request: LookupSubscriptionsRequest = try call.read()
        try checkCount(request.subscriptions.count)
        let stored = try await records.subscriptions(of: try call.database(), subscriber: try call.subscriber())
        let known = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
        let results = request.subscriptions.map { wanted -> ItemResult<WireSubscription> in
            if let found = known[wanted.subscriptionID ?? ""] {
                return .success(found.subscription)
            }
            return .failure(
                WireError(.notFound, reason: "Subscription not found", subscriptionID: wanted.subscriptionID)
            )
        }
        return SubscriptionsResponse(subscriptions: results).answer()
    }

    /// `subscriptions/modify`.
    func modifySubscriptions(_ call: Call) async throws -> StoredAnswer {
        let request: ModifySubscriptionsRequest = try call.read()
        try checkCount(request.operations.count)
        let (database, subscriber) = (try call.database(), try call.subscriber())
        let operations = request.operations.map { operation in
            Result { () throws(WireError) in try checked(operation, database, subscriber, call) }
        }
        return try await records.modifySubscriptions(
            ModifySubscriptionsCommand(
                database: database,
                subscriber: subscriber,
                operations: operations,
                request: call.requestKey,
                now: surroundings.now()
            ) { results in
                SubscriptionsResponse(subscriptions: results.map(\.answer)).answer()
            }
        )
    }

    private func checked(
        _ operation: SubscriptionOperation,
        _ database: DatabaseKey,
        _ subscriber: AccountID?,
        _ call: Call
    ) throws(WireError) -> ModifySubscriptionsCommand.Operation {
        var subscription = operation.subscription
        let id = subscription.subscriptionID ?? (operation.operationType == .create ? surroundings.uuid() : "")
        let refusal = { (reason: String) in WireError(.badRequest, reason: reason, subscriptionID: id) }
        guard Names.isFreeName(id) else { throw refusal("no subscription may be called so") }
        if operation.operationType == .delete { return .delete(id: id) }
        try checkSize(of: subscription, id)
        subscription.subscriptionID = id
        guard database.scope == .private || subscription.subscriptionType == .query else {
            throw refusal("in the public database only queries can be subscribed to")
        }
        switch subscription.subscriptionType {
        case .some(.database): break
        case .some(.zone):
            guard let zoneID = subscription.zoneID else { throw refusal("a zone subscription needs a zone") }
            subscription.zoneID = call.zoneID(try call.zone(zoneID, in: database).name, in: database)
        case .some(.query):
            guard subscription.query != nil else { throw refusal("a query subscription needs a query") }
            guard subscription.firesOn?.isEmpty == false else { throw refusal("firesOn must name an event") }
            if let zoneID = subscription.zoneID {
                subscription.zoneID = call.zoneID(try call.zone(zoneID, in: database).name, in: database)
            }
        default: throw refusal("the type must be query, zone or database")
        }
        return .save(StoredSubscription(id: id, subscription: subscription, subscriber: subscriber))
    }
}

extension Call {
    /// Whose subscriptions the caller's are: nil in a private database, where all are its owner's.
    ///
    /// A server's key may have some in the public database; it has no device that could be told.
    fileprivate func subscriber() throws -> AccountID? {
        guard try database().scope == .public else { return nil }
        switch caller {
        case .user(let account, _): return account
        case .server(let keyID): return .subscriber(keyID: keyID)
        case .nobody: throw ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization)
        }
    }
}

extension CloudKitService {
    private func checkSize(of subscription: WireSubscription, _ id: String) throws(WireError) {
        let refusal = { (reason: String) in WireError(.badRequest, reason: reason, subscriptionID: id) }
        guard subscription.json().count <= ServiceLimits.subscriptionBytes else {
            throw refusal("a subscription has at most \(ServiceLimits.subscriptionBytes) bytes")
        }
        let fields = subscription.notificationInfo?.additionalFields?.count ?? 0
        guard fields <= ServiceLimits.additionalFieldsPerSubscription else {
            throw refusal(
                "a subscription has at most \(ServiceLimits.additionalFieldsPerSubscription) additional fields"
            )
        }
        do throws(WireError) {
            try subscription.query?.checkLimits()
        } catch {
            throw refusal(error.reason ?? "")
        }
    }
}

extension Result<ModifySubscriptionsCommand.Operation, WireError> {
    fileprivate var answer: ItemResult<WireSubscription> {
        switch self {
        case .success(.save(let stored)): .success(stored.subscription)
        case .success(.delete(let id)): .success(WireSubscription(subscriptionID: id, deleted: true))
        case .failure(let error): .failure(error)
        }
    }
}
