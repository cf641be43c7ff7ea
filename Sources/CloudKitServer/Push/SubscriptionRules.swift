import CloudKitWebServices

/// Decides which subscriptions are to be told of what.
enum SubscriptionRules {
    /// Whether a subscription is concerned by changes of records in a zone.
    static func fires(
        _ subscription: WireSubscription,
        for changes: [RecordChange],
        in zone: String,
        fieldTypes: [String: String]
    ) -> Bool {
        guard let query = subscription.query, subscription.subscriptionType == .query else {
            return fires(subscription, forZone: zone)
        }
        if let wanted = subscription.zoneID?.zoneName, wanted != zone { return false }
        guard
            let matcher = try? RecordMatcher(
                query.filterBy,
                recordType: query.recordType,
                fieldTypes: fieldTypes
            )
        else { return false }
        let triggers = Set(subscription.firesOn ?? [])
        return changes.contains { change in
            let (trigger, record) = Self.event(change)
            guard let record, record.type == query.recordType, triggers.contains(trigger) else { return false }
            guard let fields = try? record.readFields() else { return false }
            return matcher.matches(record, fields)
        }
    }

    /// Whether a subscription is concerned by whatever happens to a zone.
    static func fires(_ subscription: WireSubscription, forZone zone: String) -> Bool {
        switch subscription.subscriptionType {
        case .some(.database): true
        case .some(.zone): subscription.zoneID?.zoneName == zone
        default: false
        }
    }

    /// What happened, and the version of the record to judge by: for a delete, the one that is gone.
    private static func event(_ change: RecordChange) -> (WireSubscriptionTrigger, StoredRecord?) {
        if change.new.isDeleted { return (.delete, change.old) }
        return (change.old == nil ? .create : .update, change.new)
    }
}
