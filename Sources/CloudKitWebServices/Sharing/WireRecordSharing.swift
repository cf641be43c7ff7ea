/// The keys of a record that only shares and their root records have.
public struct WireRecordSharing: Hashable, Sendable {
    /// The type of share records.
    ///
    /// The archived reference spells it `cloudKit.share`; the service wants it so.
    public static let shareRecordType = "cloudkit.share"
    /// The name of the record that shares a whole zone.
    public static let zoneShareRecordName = "cloudkit.zoneshare"

    /// Asks for a short GUID when the record is saved.
    public var createShortGUID: Bool?
    /// What the share's web address ends in.
    public var shortGUID: String?
    /// The root record that a new share is for.
    public var forRecord: WireShareTarget?
    /// What whoever has the link may do.
    public var publicPermission: WireParticipantPermission?
    /// Who takes part.
    public var participants: [WireParticipant]?
    /// Whoever made the share.
    public var owner: WireParticipant?
    /// The caller, as a participant.
    public var currentUserParticipant: WireParticipant?

    /// No keys.
    public init() {}

    /// Reads the value of a key, if it is one of these.
    mutating func read(_ key: JSONText, from reader: inout JSONReader) throws(JSONError) -> Bool {
        switch key {
        case "createShortGUID": try reader.read(into: &createShortGUID)
        case "shortGUID": try reader.read(into: &shortGUID)
        case "forRecord": try reader.read(into: &forRecord)
        case "publicPermission": try reader.read(into: &publicPermission)
        case "participants": try reader.read(into: &participants)
        case "owner": try reader.read(into: &owner)
        case "currentUserParticipant": try reader.read(into: &currentUserParticipant)
        default: return false
        }
        return true
    }

    /// Writes the keys into a record that is open already.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("createShortGUID", createShortGUID)
        writer.member("shortGUID", shortGUID)
        writer.member("forRecord", forRecord)
        writer.member("publicPermission", publicPermission)
        writer.member("participants", participants)
        writer.member("owner", owner)
        writer.member("currentUserParticipant", currentUserParticipant)
    }
}

/// The root record that a new share is for.
public struct WireShareTarget: Hashable, Sendable {
    /// The root's name.
    public var recordName: String
    /// The root's version.
    public var recordChangeTag: String?

    /// A root record.
    public init(recordName: String, recordChangeTag: String? = nil) {
        self.recordName = recordName
        self.recordChangeTag = recordChangeTag
    }
}

extension WireShareTarget: WireReadable, WireWritable {
    /// Reads which record.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var tag: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "recordName": try reader.read(into: &name)
            case "recordChangeTag": try reader.read(into: &tag)
            default: try reader.skipValue(of: key)
            }
        }
        guard let name else { throw reader.missing("recordName", in: "forRecord") }
        self.init(recordName: name, recordChangeTag: tag)
    }

    /// Writes which record.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("recordName", recordName)
        writer.member("recordChangeTag", recordChangeTag)
        writer.endObject()
    }
}
