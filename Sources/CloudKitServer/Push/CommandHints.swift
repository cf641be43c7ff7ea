extension ModifyCommand {
    /// What a concerned subscriber is told of these changes.
    func hint(for subscription: StoredSubscription, _ zone: ZoneState) -> ChangeHint {
        ChangeHint(
            database: self.zone.database,
            zone: zone.name,
            head: zone.head,
            deviceID: author.deviceID,
            subscription: subscription
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
