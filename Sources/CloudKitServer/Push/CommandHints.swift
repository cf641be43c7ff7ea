import CloudKitWebServices

extension ModifyCommand {
    /// Whom changes of records concern, and which subscriptions end with that.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - zone: The zone after them.
    ///   - subscriptions: Those of the database that may be concerned.
    ///   - fieldTypes: Tells the types of a record type's fields.
    ///   - grants: Tells the grants of a record type. In a public database nobody is told of records that not everybody
    ///     who has signed in may read.
    /// - Returns: What subscribers are to be told, and the subscriptions that were to fire once.
    func hints(
        for changes: [RecordChange],
        in zone: ZoneState,
        _ subscriptions: [StoredSubscription],
        fieldTypes: (String) throws -> [String: String]?,
        grants: (String) throws -> [SchemaGrant]
    ) rethrows -> (hints: [ChangeHint], ended: [StoredSubscription]) {
        guard !changes.isEmpty else { return ([], []) }
        let database = self.zone.database
        var hints: [ChangeHint] = []
        var ended: [StoredSubscription] = []
        for stored in subscriptions {
            let subscription = stored.subscription
            if database.scope == .public,
                try !SchemaRights(grants(stored.recordType)).allows(.read, to: author.userRecordName)
            {
                continue
            }
            let news: [RecordNews?]
            if subscription.subscriptionType == .query {
                news = SubscriptionRules.news(
                    for: subscription,
                    of: changes,
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

    private func hint(for subscription: StoredSubscription, _ zone: ZoneState, _ news: RecordNews?) -> ChangeHint {
        ChangeHint(
            database: self.zone.database,
            zone: zone.name,
            head: zone.head,
            deviceID: author.deviceID,
            subscription: subscription,
            news: news
        )
    }
}

extension ModifyZonesCommand {
    /// Whom changes of zones concern.
    func hints(for zones: [ZoneState], _ subscriptions: [StoredSubscription]) -> [ChangeHint] {
        zones.flatMap { zone in
            subscriptions.filter { SubscriptionRules.fires($0.subscription, forZone: zone.name) }.map { stored in
                ChangeHint(
                    database: database,
                    zone: zone.name,
                    head: zone.head,
                    deviceID: deviceID,
                    subscription: stored
                )
            }
        }
    }
}

extension CloudKitService {
    /// Tells of what a call did.
    ///
    /// Devices go by names that people choose: in a public database another person's device may have the same as the
    /// one that did it.
    func publish(_ hints: [ChangeHint], _ call: Call) async {
        guard !hints.isEmpty else { return }
        let author: AccountID? = if case .user(let account, _) = call.caller { account } else { nil }
        await bus.publish(
            hints.map { hint in
                var hint = hint
                hint.zoneOwner = hint.database.scope == .private ? call.userRecordName : nil
                if hint.audience.account != author { hint.deviceID = nil }
                return hint
            }
        )
    }
}
