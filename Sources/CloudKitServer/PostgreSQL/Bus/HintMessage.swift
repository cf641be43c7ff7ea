import CloudKitWebServices

/// Hints on their way from one server to the others.
struct HintMessage: Hashable, Sendable {
    /// PostgreSQL takes fewer than 8,000 bytes at once.
    static let bytes = 7_900
    /// From here on a hint goes without what its subscription says to people.
    static let hintBytes = 2_000

    /// The server that sends them, which has told its own devices already.
    let node: String
    let hints: [ChangeHint]

    /// The fewest messages that hold these hints; one that is too large for any is left out.
    static func texts(of hints: [ChangeHint], from node: String) -> [String] {
        var texts: [String] = []
        var (part, size) = ([WireHint](), 0)
        let frame = HintMessage.text([], from: node).utf8.count
        let finish = { if !part.isEmpty { texts.append(text(part, from: node)) } }
        for hint in hints {
            var wire = WireHint(hint: hint)
            if wire.json().count > hintBytes { wire.withoutText() }
            let length = wire.json().count + 1
            guard frame + length <= bytes else { continue }
            if frame + size + length > bytes {
                finish()
                (part, size) = ([], 0)
            }
            part.append(wire)
            size += length
        }
        finish()
        return texts
    }

    private static func text(_ hints: [WireHint], from node: String) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("node", node)
        writer.member("hints", hints)
        writer.endObject()
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }
}

extension HintMessage: WireReadable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var (node, hints) = (String?.none, [WireHint]?.none)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "node": try reader.read(into: &node)
            case "hints": try reader.read(into: &hints)
            default: try reader.skipValue(of: key)
            }
        }
        self.init(node: node ?? "", hints: (hints ?? []).compactMap(\.hint))
    }
}

/// A hint as servers send it: of the subscription only what devices are told.
private struct WireHint: WireReadable, WireWritable {
    private var account: Int64?
    private var container: String?
    private var environment: String?
    private var zone: String?
    private var head: Int64?
    private var device: String?
    private var subscription: WireSubscription?
    private var subscriber: Int64?
    private var owner: String?
    private var record: String?
    private var reason: Int?
    private var fields: RawJSON?
    private var arguments: [String]?

    init(hint: ChangeHint) {
        let whole = hint.subscription.subscription
        account = hint.database.account.rawValue
        container = hint.database.container
        environment = hint.database.environment.rawValue
        (zone, head, device) = (hint.zone, hint.head, hint.deviceID)
        (subscriber, owner) = (hint.subscription.subscriber?.rawValue, hint.zoneOwner)
        (record, reason) = (hint.news?.recordName, hint.news?.reason.rawValue)
        (fields, arguments) = (hint.news?.additionalFields, hint.news?.alertArguments)
        subscription = WireSubscription(
            subscriptionID: hint.subscription.id,
            subscriptionType: whole.subscriptionType,
            notificationInfo: whole.notificationInfo
        )
    }

    mutating func withoutText() {
        // Whether a badge was asked for takes no room.
        let badge = subscription?.notificationInfo?.shouldBadge
        subscription?.notificationInfo = badge.map { badge in
            var info = WireNotificationInfo()
            info.shouldBadge = badge
            return info
        }
        (fields, arguments) = (nil, nil)
    }

    private var news: RecordNews? {
        guard let record, let reason else { return nil }
        return RecordNews(
            recordName: record,
            reason: WireChangeNotice.Reason(rawValue: reason),
            additionalFields: fields,
            alertArguments: arguments
        )
    }

    var hint: ChangeHint? {
        guard let account, let container, let zone, let head, let subscription, let id = subscription.subscriptionID,
            let environment = environment.flatMap(ServiceEnvironment.init(rawValue:))
        else { return nil }
        return ChangeHint(
            database: DatabaseKey(
                account: AccountID(rawValue: account),
                container: container,
                environment: environment
            ),
            zone: zone,
            head: head,
            deviceID: device,
            subscription: StoredSubscription(
                id: id,
                subscription: subscription,
                subscriber: subscriber.map(AccountID.init(rawValue:))
            ),
            zoneOwner: owner,
            news: news
        )
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "account": try reader.read(into: &account)
            case "container": try reader.read(into: &container)
            case "environment": try reader.read(into: &environment)
            case "zone": try reader.read(into: &zone)
            case "head": try reader.read(into: &head)
            case "device": try reader.read(into: &device)
            case "subscription": try reader.read(into: &subscription)
            case "subscriber": try reader.read(into: &subscriber)
            case "owner": try reader.read(into: &owner)
            case "record": try reader.read(into: &record)
            case "reason": try reader.read(into: &reason)
            case "fields": try reader.read(into: &fields)
            case "arguments": try reader.read(into: &arguments)
            default: try reader.skipValue(of: key)
            }
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("account", account)
        writer.member("container", container)
        writer.member("environment", environment)
        writer.member("zone", zone)
        writer.member("head", head)
        writer.member("device", device)
        writer.member("subscription", subscription)
        writer.member("subscriber", subscriber)
        writer.member("owner", owner)
        writer.member("record", record)
        writer.member("reason", reason)
        writer.member("fields", fields)
        writer.member("arguments", arguments)
        writer.endObject()
    }
}
