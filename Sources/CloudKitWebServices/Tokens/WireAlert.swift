/// The text of a notification.
public struct WireAlert: Hashable, Sendable {
    /// The text.
    public var body: String?
    /// The key of the text in the app's own languages.
    public var localizationKey: String?
    /// What goes into that text.
    public var localizationArguments: [String]?

    /// A text.
    public init(body: String? = nil, localizationKey: String? = nil, localizationArguments: [String]? = nil) {
        self.body = body
        self.localizationKey = localizationKey
        self.localizationArguments = localizationArguments
    }
}

extension WireAlert: WireReadable, WireWritable {
    /// Reads a text; a bare string is one too, as the push service allows.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        reader.skipBlanks()
        if reader.nextByte == UInt8(ascii: "\"") {
            body = try reader.string()
            return
        }
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "body": try reader.read(into: &body)
            case "loc-key": try reader.read(into: &localizationKey)
            case "loc-args": try reader.read(into: &localizationArguments)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes a text.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("body", body)
        writer.member("loc-key", localizationKey)
        writer.member("loc-args", localizationArguments)
        writer.endObject()
    }
}
