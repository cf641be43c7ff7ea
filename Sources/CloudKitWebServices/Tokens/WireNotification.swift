/// A notification, as the web courier hands it out.
///
/// It is a hint: it may be late, merged with others, or lost. Fetch the changes after one, and believe none of it.
public struct WireNotification: Hashable, Sendable {
    /// What the user sees and hears.
    public var alert: WireAlert?
    /// The sound.
    public var sound: String?
    /// The number on the app's badge.
    public var badge: Int?
    /// Whether the app is woken without the user being told.
    public var isContentAvailable: Bool
    /// The environment's number in notifications, as the service sends it; opaque.
    public var environmentCode: Int?
    /// The container.
    public var containerIdentifier: String?
    /// What names the notification.
    public var notificationID: String?
    /// What happened.
    public var event: Event?

    /// What happened.
    public enum Event: Hashable, Sendable {
        /// A record of a query's result changed.
        case query(WireChangeNotice)
        /// A zone changed.
        case zone(WireChangeNotice)
        /// Something in a database changed. From the framework's notifications; not confirmed for the web.
        case database(WireChangeNotice)
    }

    /// A notification that only wakes the app.
    public init(containerIdentifier: String?, notificationID: String?, event: Event?) {
        self.containerIdentifier = containerIdentifier
        self.notificationID = notificationID
        self.event = event
        isContentAvailable = true
    }
}

extension WireNotification: WireReadable, WireWritable {
    /// Reads a notification.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(containerIdentifier: nil, notificationID: nil, event: nil)
        isContentAvailable = false
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "aps": try readForUser(from: &reader)
            case "ck": try readForApp(from: &reader)
            default: try reader.skipValue(of: key)
            }
        }
    }

    private mutating func readForUser(from reader: inout JSONReader) throws(JSONError) {
        var available: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "alert": try reader.read(into: &alert)
            case "sound": try reader.read(into: &sound)
            case "badge": try reader.read(into: &badge)
            case "content-available": try reader.read(into: &available)
            default: try reader.skipValue(of: key)
            }
        }
        isContentAvailable = available == 1
    }

    private mutating func readForApp(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "ce": try reader.read(into: &environmentCode)
            case "cid": try reader.read(into: &containerIdentifier)
            case "nid": try reader.read(into: &notificationID)
            case "qry": event = .query(try WireChangeNotice(from: &reader))
            case "fet": event = .zone(try WireChangeNotice(from: &reader))
            case "met": event = .database(try WireChangeNotice(from: &reader))
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes a notification.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("aps")
        writer.beginObject()
        if isContentAvailable { writer.member("content-available", 1) }
        writer.member("alert", alert)
        writer.member("sound", sound)
        writer.member("badge", badge)
        writer.endObject()
        writer.key("ck")
        writer.beginObject()
        writer.member("ce", environmentCode)
        writer.member("cid", containerIdentifier)
        writer.member("nid", notificationID)
        writeEvent(to: &writer)
        writer.endObject()
        writer.endObject()
    }

    private func writeEvent(to writer: inout JSONWriter) {
        switch event {
        case .query(let notice): writer.member("qry", notice)
        case .zone(let notice): writer.member("fet", notice)
        case .database(let notice): writer.member("met", notice)
        case nil: break
        }
    }
}
