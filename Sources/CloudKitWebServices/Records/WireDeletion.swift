/// What the deleting device says of a deletion: when it happened by its own clock, and on which device.
///
/// An extension of this project under the key `deletion` of a record: a delete operation may carry it, the tombstone
/// keeps it and the change feed hands it out. Apple's service ignores it and never sends it.
public struct WireDeletion: Hashable, Sendable {
    /// When the device deleted the record.
    public var timestamp: WireTimestamp
    /// Which device deleted it, in the words of the app.
    public var deviceID: String

    /// A deletion's stamp.
    public init(timestamp: WireTimestamp, deviceID: String) {
        self.timestamp = timestamp
        self.deviceID = deviceID
    }
}

extension WireDeletion: WireReadable, WireWritable {
    /// Reads a deletion's stamp.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var timestamp: WireTimestamp?
        var device: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "timestamp": try reader.read(into: &timestamp)
            case "deviceID": try reader.read(into: &device)
            default: try reader.skipValue(of: key)
            }
        }
        guard let timestamp else { throw reader.missing("timestamp", in: "a deletion") }
        guard let device else { throw reader.missing("deviceID", in: "a deletion") }
        self.init(timestamp: timestamp, deviceID: device)
    }

    /// Writes a deletion's stamp.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("timestamp", timestamp)
        writer.member("deviceID", deviceID)
        writer.endObject()
    }
}
