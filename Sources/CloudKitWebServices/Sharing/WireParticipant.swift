/// The part that someone has in a share.
public struct WireParticipantType: OpenWireName {
    /// The part as the wire spells it.
    public let rawValue: String

    /// A part from its spelling on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whoever made the share.
    public static let owner = WireParticipantType(rawValue: "OWNER")
    /// Someone who may change who takes part.
    public static let administrator = WireParticipantType(rawValue: "ADMINISTRATOR")
    /// Someone who was invited.
    public static let user = WireParticipantType(rawValue: "USER")
    /// Someone invited by name; from Apple's own web client.
    public static let privateUser = WireParticipantType(rawValue: "PRIVATE_USER")
    /// Someone who came by the public link.
    public static let publicUser = WireParticipantType(rawValue: "PUBLIC_USER")
    /// Nobody knows.
    public static let unknown = WireParticipantType(rawValue: "UNKNOWN")
}

/// What someone may do in a share.
public struct WireParticipantPermission: OpenWireName {
    /// The permission as the wire spells it.
    public let rawValue: String

    /// A permission from its spelling on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Nothing.
    public static let none = WireParticipantPermission(rawValue: "NONE")
    /// Read.
    public static let readOnly = WireParticipantPermission(rawValue: "READ_ONLY")
    /// Read and write.
    public static let readWrite = WireParticipantPermission(rawValue: "READ_WRITE")
    /// Nobody knows.
    public static let unknown = WireParticipantPermission(rawValue: "UNKNOWN")
}

/// How far an invitation to a share has come.
public struct WireParticipantStatus: OpenWireName {
    /// The status as the wire spells it.
    public let rawValue: String

    /// A status from its spelling on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Invited, no answer yet.
    public static let invited = WireParticipantStatus(rawValue: "INVITED")
    /// On the way; from Apple's own web client.
    public static let pending = WireParticipantStatus(rawValue: "PENDING")
    /// Accepted.
    public static let accepted = WireParticipantStatus(rawValue: "ACCEPTED")
    /// Taken off the share.
    public static let removed = WireParticipantStatus(rawValue: "REMOVED")
    /// Nobody knows.
    public static let unknown = WireParticipantStatus(rawValue: "UNKNOWN")
}

/// Someone who takes part in a share.
public struct WireParticipant: Hashable, Sendable {
    /// What names the participant within the share.
    public var participantID: String?
    /// Who it is.
    public var userIdentity: WireUserIdentity?
    /// The part.
    public var type: WireParticipantType?
    /// What the participant may do.
    public var permission: WireParticipantPermission?
    /// How far the invitation has come.
    public var acceptanceStatus: WireParticipantStatus?

    /// A participant.
    public init(
        participantID: String? = nil,
        userIdentity: WireUserIdentity? = nil,
        type: WireParticipantType? = nil,
        permission: WireParticipantPermission? = nil,
        acceptanceStatus: WireParticipantStatus? = nil
    ) {
        self.participantID = participantID
        self.userIdentity = userIdentity
        self.type = type
        self.permission = permission
        self.acceptanceStatus = acceptanceStatus
    }
}

extension WireParticipant: WireReadable, WireWritable {
    /// Reads a participant.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "participantId": try reader.read(into: &participantID)
            case "userIdentity": try reader.read(into: &userIdentity)
            case "type": try reader.read(into: &type)
            case "permission": try reader.read(into: &permission)
            case "acceptanceStatus": try reader.read(into: &acceptanceStatus)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes a participant.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("participantId", participantID)
        writer.member("userIdentity", userIdentity)
        writer.member("type", type)
        writer.member("permission", permission)
        writer.member("acceptanceStatus", acceptanceStatus)
        writer.endObject()
    }
}
