/// What a subscription watches.
public struct WireSubscriptionType: OpenWireName {
    /// The kind as the wire spells it.
    public let rawValue: String

    /// A kind from its spelling on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The records of a query.
    public static let query = WireSubscriptionType(rawValue: "query")
    /// A zone.
    public static let zone = WireSubscriptionType(rawValue: "zone")
    /// The whole database.
    ///
    /// Known to Apple's web client; whether Apple's service takes it over the web is not confirmed.
    public static let database = WireSubscriptionType(rawValue: "database")
}

/// What must happen to a record for a query subscription to fire.
public struct WireSubscriptionTrigger: OpenWireName {
    /// The event as the wire spells it.
    public let rawValue: String

    /// An event from its spelling on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A record comes into the query's result.
    public static let create = WireSubscriptionTrigger(rawValue: "create")
    /// A record of the result changes.
    public static let update = WireSubscriptionTrigger(rawValue: "update")
    /// A record of the result is deleted.
    public static let delete = WireSubscriptionTrigger(rawValue: "delete")
}

/// A wish to be told of changes; also the answer to its deletion.
public struct WireSubscription: Hashable, Sendable {
    /// What names it; nil leaves the choice to the service.
    public var subscriptionID: String?
    /// What it watches; absent where only the ID counts.
    public var subscriptionType: WireSubscriptionType?
    /// The records it watches.
    @Indirect public var query: WireQuery?
    /// The zone it watches, or in which the query looks.
    public var zoneID: WireZoneID?
    /// What must happen, for a query.
    public var firesOn: [WireSubscriptionTrigger]?
    /// Whether it ends with the first notification; nil means no.
    public var firesOnce: Bool?
    /// Whether a query looks in all zones; nil means yes.
    public var zoneWide: Bool?
    /// How the user is told.
    @Indirect public var notificationInfo: WireNotificationInfo?
    /// Whether it is gone; in answers.
    public var deleted: Bool?

    /// A subscription.
    public init(
        subscriptionID: String? = nil,
        subscriptionType: WireSubscriptionType? = nil,
        query: WireQuery? = nil,
        zoneID: WireZoneID? = nil,
        firesOn: [WireSubscriptionTrigger]? = nil,
        firesOnce: Bool? = nil,
        zoneWide: Bool? = nil,
        notificationInfo: WireNotificationInfo? = nil,
        deleted: Bool? = nil
    ) {
        self.subscriptionID = subscriptionID
        self.subscriptionType = subscriptionType
        _query = Indirect(wrappedValue: query)
        self.zoneID = zoneID
        self.firesOn = firesOn
        self.firesOnce = firesOnce
        self.zoneWide = zoneWide
        _notificationInfo = Indirect(wrappedValue: notificationInfo)
        self.deleted = deleted
    }
}

extension WireSubscription: WireReadable, WireWritable {
    /// Reads a subscription; takes `subscriptionId` too, as some answers spell it.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "subscriptionID", "subscriptionId": try reader.read(into: &subscriptionID)
            case "subscriptionType": try reader.read(into: &subscriptionType)
            case "query": try reader.read(into: &query)
            case "zoneID": try reader.read(into: &zoneID)
            case "firesOn": try reader.read(into: &firesOn)
            case "firesOnce": try reader.read(into: &firesOnce)
            case "zoneWide": try reader.read(into: &zoneWide)
            case "notificationInfo": try reader.read(into: &notificationInfo)
            case "deleted": try reader.read(into: &deleted)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes a subscription.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("subscriptionID", subscriptionID)
        writer.member("subscriptionType", subscriptionType)
        writer.member("query", query)
        writer.member("zoneID", zoneID)
        writer.member("firesOn", firesOn)
        writer.member("firesOnce", firesOnce)
        writer.member("zoneWide", zoneWide)
        writer.member("notificationInfo", notificationInfo)
        writer.member("deleted", deleted)
        writer.endObject()
    }
}
