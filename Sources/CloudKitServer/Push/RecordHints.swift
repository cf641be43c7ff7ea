import CloudKitWebServices

/// Finds out whom changes of records concern.
struct RecordHints {
    /// The database in which they happened.
    let database: DatabaseKey
    /// The device that made them; nil if that is not known.
    let deviceID: String?
    /// The name of an account's user in the container; nil where nobody's records are to be told apart.
    let userName: (@Sendable (AccountID) -> String)?

    /// Whom changes concern, and which subscriptions end with that.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - zone: The zone after them.
    ///   - subscriptions: Those of the database that may be concerned.
    ///   - fieldTypes: Tells the types of a record type's fields.
    ///   - grants: Tells the grants of a record type. In a public database nobody is told of a record that not everybody
    ///     who has signed in may read, but its creator.
    /// - Returns: What subscribers are to be told, and the subscriptions that were to fire once.
    func make(
        for changes: [RecordChange],
        in zone: ZoneState,
        _ subscriptions: [StoredSubscription],
        fieldTypes: (String) throws -> [String: String]?,
        grants: (String) throws -> [SchemaGrant]
    ) rethrows -> (hints: [ChangeHint], ended: [StoredSubscription]) {
        guard !changes.isEmpty else { return ([], []) }
        var hints: [ChangeHint] = []
        var ended: [StoredSubscription] = []
        var rights: [String: SchemaRights] = [:]
        for stored in subscriptions {
            let subscription = stored.subscription
            var seen = changes
            if database.scope == .public {
                let type = stored.recordType
                let known = try rights[type] ?? SchemaRights(grants(type))
                rights[type] = known
                seen = readable(changes, for: stored, known)
            }
            if seen.isEmpty { continue }
            let news: [RecordNews?]
            if subscription.subscriptionType == .query {
                news = SubscriptionRules.news(
                    for: subscription,
                    of: seen,
                    in: zone,
                    fieldTypes: try fieldTypes(stored.recordType) ?? [:],
                    limit: subscription.firesOnce == true ? 1 : CourierHub.pending
                )
            } else {
                news = SubscriptionRules.fires(subscription, forZone: zone.name) ? [nil] : []
            }
            if !news.isEmpty, subscription.firesOnce == true { ended.append(stored) }
            hints += news.map { hint(for: stored, zone, $0) }
        }
        return (hints, ended)
    }

    /// Those of some changes whose records the subscriber may read.
    private func readable(
        _ changes: [RecordChange],
        for stored: StoredSubscription,
        _ rights: SchemaRights
    ) -> [RecordChange] {
        if rights.allowsAllSignedIn(.read) { return changes }
        guard let subscriber = stored.subscriber, let user = userName?(subscriber), rights.allowsOnlyOwn(user) else {
            return []
        }
        return changes.filter { $0.creator == user }
    }

    private func hint(for subscription: StoredSubscription, _ zone: ZoneState, _ news: RecordNews?) -> ChangeHint {
        ChangeHint(
            database: database,
            zone: zone.name,
            head: zone.head,
            deviceID: deviceID,
            subscription: subscription,
            news: news
        )
    }
}

extension RecordChange {
    /// Who created the record that was made, changed or deleted.
    fileprivate var creator: String? {
        new.isDeleted ? old?.created.user : new.created.user
    }
}
