/// How the user is told of what a subscription saw.
public struct WireNotificationInfo: Hashable, Sendable {
    /// The text.
    public var alertBody: String?
    /// The key of the text in the app's own languages.
    public var alertLocalizationKey: String?
    /// The fields whose values go into that text.
    public var alertLocalizationArgs: [String]?
    /// The key of the button's text.
    public var alertActionLocalizationKey: String?
    /// The picture shown while the app starts.
    public var alertLaunchImage: String?
    /// The sound.
    public var soundName: String?
    /// Whether the app's badge counts up.
    public var shouldBadge: Bool?
    /// Whether the app is woken without the user being told.
    public var shouldSendContentAvailable: Bool?
    /// The fields whose values are sent along, at most three.
    public var additionalFields: [String]?
    /// The category, which decides on the actions offered.
    public var category: String?

    /// Nothing that the user would notice.
    public init() {}
}

extension WireNotificationInfo: WireReadable, WireWritable {
    /// Reads how the user is told.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "alertBody": try reader.read(into: &alertBody)
            case "alertLocalizationKey": try reader.read(into: &alertLocalizationKey)
            case "alertLocalizationArgs": try reader.read(into: &alertLocalizationArgs)
            case "alertActionLocalizationKey": try reader.read(into: &alertActionLocalizationKey)
            case "alertLaunchImage": try reader.read(into: &alertLaunchImage)
            case "soundName": try reader.read(into: &soundName)
            case "shouldBadge": try reader.read(into: &shouldBadge)
            case "shouldSendContentAvailable": try reader.read(into: &shouldSendContentAvailable)
            case "additionalFields": try reader.read(into: &additionalFields)
            case "category": try reader.read(into: &category)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes how the user is told.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("alertBody", alertBody)
        writer.member("alertLocalizationKey", alertLocalizationKey)
        writer.member("alertLocalizationArgs", alertLocalizationArgs)
        writer.member("alertActionLocalizationKey", alertActionLocalizationKey)
        writer.member("alertLaunchImage", alertLaunchImage)
        writer.member("soundName", soundName)
        writer.member("shouldBadge", shouldBadge)
        writer.member("shouldSendContentAvailable", shouldSendContentAvailable)
        writer.member("additionalFields", additionalFields)
        writer.member("category", category)
        writer.endObject()
    }
}
