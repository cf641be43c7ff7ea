/// Who created or last changed a record, on what, and when.
public struct WireAuthorship: Hashable, Sendable {
    /// When, by the service's clock.
    public var timestamp: WireTimestamp
    /// The user, or the identity of a server's key.
    public var userRecordName: String?
    /// The device; opaque.
    ///
    /// Some clients drop the whole of it where this is missing, so answers always have one.
    public var deviceID: String?

    /// An authorship.
    public init(timestamp: WireTimestamp, userRecordName: String?, deviceID: String?) {
        self.timestamp = timestamp
        self.userRecordName = userRecordName
        self.deviceID = deviceID
    }
}

extension WireAuthorship: WireReadable, WireWritable {
    /// Reads an authorship.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var timestamp: WireTimestamp?
        var user: String?
        var device: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "timestamp": try reader.read(into: &timestamp)
            case "userRecordName": try reader.readShared(into: &user)
            case "deviceID": try reader.readShared(into: &device)
            default: try reader.skipValue(of: key)
            }
        }
        guard let timestamp else { throw reader.missing("timestamp", in: "an authorship") }
        self.init(timestamp: timestamp, userRecordName: user, deviceID: device)
    }

    /// Writes an authorship.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("timestamp", timestamp)
        writer.member("userRecordName", userRecordName)
        writer.member("deviceID", deviceID)
        writer.endObject()
    }
}
