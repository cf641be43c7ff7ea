/// A pointer to another record: a REFERENCE value, or the `parent` or `share` of a record.
public struct WireReference: Hashable, Sendable {
    /// What happens to the pointing record, and when it may be saved.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// Nothing: the pointer may dangle.
        case none = "NONE"
        /// The pointing record is deleted with the one pointed at.
        case deleteSelf = "DELETE_SELF"
        /// The record pointed at must exist when the pointing one is saved.
        case validate = "VALIDATE"
    }

    /// The name of the record pointed at.
    public var recordName: String
    /// The action as written; nil, which means ``Action/none``, where it was left out.
    public var action: Action?
    /// The zone of the record pointed at; nil means that of the pointing record.
    public var zoneID: WireZoneID?

    /// A pointer to a record.
    public init(recordName: String, action: Action? = nil, zoneID: WireZoneID? = nil) {
        self.recordName = recordName
        self.action = action
        self.zoneID = zoneID
    }
}

extension WireReference: WireReadable, WireWritable {
    /// Reads a pointer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var action: Action?
        var zoneID: WireZoneID?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "recordName": try reader.read(into: &name)
            case "action": try reader.read(into: &action)
            case "zoneID": try reader.read(into: &zoneID)
            default: try reader.skipValue(of: key)
            }
        }
        guard let name else { throw reader.missing("recordName", in: "a reference") }
        self.init(recordName: name, action: action, zoneID: zoneID)
    }

    /// Writes a pointer.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("recordName", recordName)
        writer.member("action", action)
        writer.member("zoneID", zoneID)
        writer.endObject()
    }
}

extension WireReference.Action: ClosedWireName {}
