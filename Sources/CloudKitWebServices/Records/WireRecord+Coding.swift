extension WireRecord: WireReadable, WireWritable {
    /// Reads a record.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        var fields: WireFields?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "recordName": try reader.read(into: &recordName)
            case "recordType": try reader.readShared(into: &recordType)
            case "fields": try reader.read(into: &fields)
            case "recordChangeTag": try reader.read(into: &recordChangeTag)
            case "created": try reader.read(into: &created)
            case "modified": try reader.read(into: &modified)
            case "deleted": try reader.read(into: &deleted)
            case "zoneID": try reader.read(into: &zoneID)
            default: try readRare(key, from: &reader)
            }
        }
        if let fields { self.fields = fields }
    }

    private mutating func readRare(_ key: JSONText, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "parent": try reader.read(into: &parent)
        case "share": try reader.read(into: &share)
        case "deletion": try reader.read(into: &deletion)
        default:
            var sharing = self.sharing ?? WireRecordSharing()
            if try sharing.read(key, from: &reader) {
                self.sharing = sharing
            } else {
                try reader.skipValue(of: key)
            }
        }
    }

    /// Writes a record.
    ///
    /// Empty fields are written for a record that has a type and is not deleted, and left out otherwise: so a lookup
    /// that asked for no fields answers `{}`, while deletes and tombstones go without.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("recordName", recordName)
        writer.member("recordType", recordType)
        if !fields.isEmpty || (recordType != nil && !isDeleted) { writer.member("fields", fields) }
        writer.member("recordChangeTag", recordChangeTag)
        writer.member("created", created)
        writer.member("modified", modified)
        writer.member("deleted", deleted)
        writer.member("zoneID", zoneID)
        writer.member("parent", parent)
        writer.member("share", share)
        sharing?.writeMembers(to: &writer)
        writer.member("deletion", deletion)
        writer.endObject()
    }
}
