import CloudKitWebServices

/// What an answer says of one record: written straight from the stored bytes wherever nothing is left out of them.
public enum RecordAnswer: Sendable {
    /// The record, with the fields that were asked for (nil: all of them).
    case record(StoredRecord, zoneID: WireZoneID, desiredKeys: [String]?)
    /// The result of a delete.
    case deleted(name: String)
    /// A tombstone in the feed.
    case tombstone(StoredRecord, zoneID: WireZoneID)
    /// What went wrong.
    case failure(WireError)

    /// What went wrong, if it did.
    public var error: WireError? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension RecordAnswer: WireWritable {
    /// Writes the record, the deletion or the error.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .record(let record, let zoneID, let keys): write(record, zoneID, keys, to: &writer)
        case .deleted(let name):
            writer.beginObject()
            writer.member("recordName", name)
            writer.member("deleted", true)
            writer.endObject()
        case .tombstone(let record, let zoneID): writeTombstone(record, zoneID, to: &writer)
        case .failure(let error): error.write(to: &writer)
        }
    }

    private func write(_ record: StoredRecord, _ zoneID: WireZoneID, _ keys: [String]?, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("recordName", record.name)
        writer.member("recordType", record.type)
        writer.key("fields")
        writeFields(of: record, keys, to: &writer)
        writer.key("pluginFields")
        writer.beginObject()
        writer.endObject()
        writer.member("recordChangeTag", record.changeTag)
        writer.member("created", record.created.authorship)
        writer.member("modified", record.modified.authorship)
        writer.member("deleted", false)
        if let parent = record.parent { writer.member("parent", RawJSON(checked: parent)) }
        writer.member("zoneID", zoneID)
        writer.endObject()
    }

    /// Stored bytes go out as they are, unless fields were chosen or numbers are wanted as strings.
    private func writeFields(of record: StoredRecord, _ keys: [String]?, to writer: inout JSONWriter) {
        guard keys != nil || writer.numbersAsStrings, var fields = try? record.readFields() else {
            writer.raw(RawJSON(checked: record.fields))
            return
        }
        if let keys {
            let wanted = Set(keys)
            fields.removeAll { !wanted.contains($0.name) }
        }
        fields.write(to: &writer)
    }

    private func writeTombstone(_ record: StoredRecord, _ zoneID: WireZoneID, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("recordName", record.name)
        writer.member("recordChangeTag", record.changeTag)
        writer.member("deleted", true)
        if let deletion = record.deletion { writer.member("deletion", RawJSON(checked: deletion)) }
        writer.member("zoneID", zoneID)
        writer.endObject()
    }
}

extension StoredRecord.Stamp {
    /// The stamp as the wire has it.
    var authorship: WireAuthorship {
        let timestamp = WireTimestamp(milliseconds: milliseconds)
        return WireAuthorship(timestamp: timestamp, userRecordName: user, deviceID: device)
    }
}

extension StoredRecord {
    /// The whole record as the wire has it, for an error that carries it.
    func wireRecord(in zoneID: WireZoneID) -> WireRecord {
        let fields = (try? readFields()) ?? WireFields()
        var record = WireRecord(
            recordName: name,
            recordType: type,
            recordChangeTag: changeTag,
            fields: fields,
            zoneID: zoneID
        )
        record.created = created.authorship
        record.modified = modified.authorship
        record.parent = parent.flatMap { try? WireReference(json: $0) }
        return record
    }
}
