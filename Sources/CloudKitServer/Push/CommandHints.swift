import CloudKitWebServices

extension ModifyCommand {
    /// What finds out whom its changes concern.
    var recordHints: RecordHints {
        RecordHints(database: zone.database, deviceID: author.deviceID, userName: userName)
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
