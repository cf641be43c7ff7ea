/// What is to be known of a share before and after accepting it.
public struct WireResolvedShare: Hashable, Sendable {
    /// Which share was asked for.
    public var shortGUID: WireShortGUID?
    /// The container.
    public var containerIdentifier: String?
    /// The environment, as the service spells it.
    public var environment: String?
    /// In which database of the caller the records are: `PRIVATE` for the owner, `SHARED` for all others.
    public var databaseScope: String?
    /// The owner's zone.
    public var zoneID: WireZoneID?
    /// The root record's name.
    public var rootRecordName: String?
    /// The root record, if it was wanted.
    @Indirect public var rootRecord: WireRecord?
    /// The share record.
    @Indirect public var share: WireRecord?
    /// Whoever made the share.
    public var ownerIdentity: WireUserIdentity?
    /// The caller's part.
    public var participantType: WireParticipantType?
    /// How far the caller's invitation has come.
    public var participantStatus: WireParticipantStatus?
    /// What the caller may do.
    public var participantPermission: WireParticipantPermission?
    /// Participants that the caller may be, to be confirmed by mail or telephone.
    public var potentialMatchList: [WireParticipantMatch]?
    /// A page to look at the share without the app.
    public var webpageURL: String?
    /// How to read the share without signing in; kept as it came.
    public var anonymousPublicAccess: RawJSON?

    /// A share of which nothing is known yet.
    public init() {
        _rootRecord = Indirect(wrappedValue: nil)
        _share = Indirect(wrappedValue: nil)
    }
}

extension WireResolvedShare: WireReadable, WireWritable {
    /// Reads what is known.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "shortGUID": try reader.read(into: &shortGUID)
            case "containerIdentifier": try reader.read(into: &containerIdentifier)
            case "environment": try reader.read(into: &environment)
            case "databaseScope": try reader.read(into: &databaseScope)
            case "zoneID": try reader.read(into: &zoneID)
            case "rootRecordName": try reader.read(into: &rootRecordName)
            case "rootRecord": try reader.read(into: &rootRecord)
            case "share": try reader.read(into: &share)
            case "ownerIdentity": try reader.read(into: &ownerIdentity)
            case "participantType": try reader.read(into: &participantType)
            case "participantStatus": try reader.read(into: &participantStatus)
            case "participantPermission": try reader.read(into: &participantPermission)
            case "potentialMatchList": try reader.read(into: &potentialMatchList)
            case "webpageURL": try reader.read(into: &webpageURL)
            case "anonymousPublicAccess": try reader.read(into: &anonymousPublicAccess)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes what is known.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("shortGUID", shortGUID)
        writer.member("containerIdentifier", containerIdentifier)
        writer.member("environment", environment)
        writer.member("databaseScope", databaseScope)
        writer.member("zoneID", zoneID)
        writer.member("rootRecordName", rootRecordName)
        writer.member("rootRecord", rootRecord)
        writer.member("share", share)
        writer.member("ownerIdentity", ownerIdentity)
        writer.member("participantType", participantType)
        writer.member("participantStatus", participantStatus)
        writer.member("participantPermission", participantPermission)
        writer.member("potentialMatchList", potentialMatchList)
        writer.member("webpageURL", webpageURL)
        writer.member("anonymousPublicAccess", anonymousPublicAccess)
        writer.endObject()
    }
}

/// A participant that the caller may be.
public struct WireParticipantMatch: Hashable, Sendable {
    /// The participant.
    public var participantID: String?
    /// What the caller would confirm it by; kept as it came, since the reference does not say its form.
    public var contactInformation: RawJSON?

    /// A participant.
    public init(participantID: String? = nil, contactInformation: RawJSON? = nil) {
        self.participantID = participantID
        self.contactInformation = contactInformation
    }
}

extension WireParticipantMatch: WireReadable, WireWritable {
    /// Reads which participant.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "participantId": try reader.read(into: &participantID)
            case "contactInformation": try reader.read(into: &contactInformation)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes which participant.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("participantId", participantID)
        writer.member("contactInformation", contactInformation)
        writer.endObject()
    }
}
