import CloudKitWebServices

/// Decides which subscriptions are to be told of what.
enum SubscriptionRules {
    /// What a subscription to a query is told of changes of records in a zone, at most so much of it.
    static func news(
        for subscription: WireSubscription,
        of changes: [RecordChange],
        in zone: ZoneState,
        fieldTypes: [String: String],
        limit: Int
    ) -> [RecordNews] {
        guard let query = subscription.query, sees(subscription, zone.name),
            let matcher = try? RecordMatcher(query.filterBy, recordType: query.recordType, fieldTypes: fieldTypes)
        else { return [] }
        let triggers = Set(subscription.firesOn ?? [])
        let news = changes.lazy.compactMap { change -> RecordNews? in
            let (trigger, reason, record) = Self.event(change)
            guard let record, record.type == query.recordType, triggers.contains(trigger),
                let fields = try? record.readFields(), matcher.matches(record, fields)
            else { return nil }
            return RecordNews(record.name, reason, fields, subscription.notificationInfo)
        }
        return Array(news.prefix(limit))
    }

    /// Whether a subscription to a query looks at a zone.
    private static func sees(_ subscription: WireSubscription, _ zone: String) -> Bool {
        if let wanted = subscription.zoneID?.zoneName { return wanted == zone }
        return subscription.zoneWide != false || zone == WireZoneID.defaultName
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
    private static func event(
        _ change: RecordChange
    ) -> (WireSubscriptionTrigger, WireChangeNotice.Reason, StoredRecord?) {
        if change.new.isDeleted { return (.delete, .deleted, change.old) }
        let isNew = change.old.map(\.isDeleted) ?? true
        return isNew ? (.create, .created, change.new) : (.update, .updated, change.new)
    }
}

extension RecordNews {
    /// Bytes of values that are sent along; of more, none are, and the device has to fetch.
    static let additionalBytes = 1_024

    init(
        _ name: String,
        _ reason: WireChangeNotice.Reason,
        _ fields: WireFields,
        _ info: WireNotificationInfo?
    ) {
        let values = info?.additionalFields.map { Self.json(of: $0, in: fields) }
        self.init(
            recordName: name,
            reason: reason,
            additionalFields: values.flatMap { $0.count <= Self.additionalBytes ? RawJSON(checked: $0) : nil },
            alertArguments: info?.alertLocalizationArgs.map { $0.map { fields[$0]?.value.plainText ?? "" } }
        )
    }

    /// The values as a notification has them: bare, and only those that can stand so.
    private static func json(of names: [String], in fields: WireFields) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for name in names {
            guard let value = fields[name]?.value, let write = value.bareWriter else { continue }
            writer.key(name)
            write(&writer)
        }
        writer.endObject()
        return writer.takeBytes()
    }
}

extension WireValue {
    /// Writes the value without its type; nil for one that cannot stand so.
    fileprivate var bareWriter: ((inout JSONWriter) -> Void)? {
        switch self {
        case .string(let text): { text.write(to: &$0) }
        case .int64(let number): { number.write(to: &$0) }
        case .double(let number): { number.write(to: &$0) }
        case .timestamp(let moment): { moment.milliseconds.write(to: &$0) }
        case .reference(let reference): { reference.recordName.write(to: &$0) }
        case .strings(let texts): { texts.write(to: &$0) }
        default: nil
        }
    }

    /// The value as a part of a text for people.
    fileprivate var plainText: String? {
        switch self {
        case .string(let text): text
        case .int64(let number): String(number)
        case .double(let number): String(number)
        default: nil
        }
    }
}
