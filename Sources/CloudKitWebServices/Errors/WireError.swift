/// An error, of a whole request or of one of its items.
public struct WireError: Error, Hashable, Sendable {
    /// What went wrong.
    public var serverErrorCode: ServerErrorCode
    /// The same in words; meant for developers.
    public var reason: String?
    /// What names the answer in the service's log.
    public var uuid: String?
    /// Seconds after which a retry may help; nil means that it will not.
    public var retryAfter: Double?
    /// Where to sign in; only with ``ServerErrorCode/authenticationRequired``.
    public var redirectURL: String?
    /// The record that the error is about.
    public var recordName: String?
    /// The zone that the error is about.
    public var zoneID: WireZoneID?
    /// The subscription that the error is about.
    public var subscriptionID: String?
    /// The present version of a record in conflict: an extension of this project.
    ///
    /// Apple's service never sends it, so a client must be able to look the record up instead.
    @Indirect public var serverRecord: WireRecord?
    /// Whether a record that was not found is known to have been deleted: an extension of this project.
    public var wasDeleted: Bool?
    /// What the deleting device said of the deletion of a record that was not found: an extension of this project.
    public var deletion: WireDeletion?

    /// An error.
    public init(
        _ serverErrorCode: ServerErrorCode,
        reason: String? = nil,
        uuid: String? = nil,
        retryAfter: Double? = nil,
        redirectURL: String? = nil,
        recordName: String? = nil,
        zoneID: WireZoneID? = nil,
        subscriptionID: String? = nil,
        serverRecord: WireRecord? = nil,
        wasDeleted: Bool? = nil,
        deletion: WireDeletion? = nil
    ) {
        self.serverErrorCode = serverErrorCode
        self.reason = reason
        self.uuid = uuid
        self.retryAfter = retryAfter
        self.redirectURL = redirectURL
        self.recordName = recordName
        self.zoneID = zoneID
        self.subscriptionID = subscriptionID
        _serverRecord = Indirect(wrappedValue: serverRecord)
        self.wasDeleted = wasDeleted
        self.deletion = deletion
    }
}

extension WireError: WireReadable, WireWritable {
    /// Reads an error.
    ///
    /// Takes `redirectUrl` and `subscriptionId` too, as some answers spell them.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(.unknownError)
        var code: ServerErrorCode?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "serverErrorCode": try reader.read(into: &code)
            case "reason": try reader.read(into: &reason)
            case "uuid": try reader.read(into: &uuid)
            case "retryAfter": try reader.read(into: &retryAfter)
            case "redirectURL", "redirectUrl": try reader.read(into: &redirectURL)
            case "recordName": try reader.read(into: &recordName)
            case "zoneID": try reader.read(into: &zoneID)
            case "subscriptionID", "subscriptionId": try reader.read(into: &subscriptionID)
            case "serverRecord": try reader.read(into: &serverRecord)
            case "wasDeleted": try reader.read(into: &wasDeleted)
            case "deletion": try reader.read(into: &deletion)
            default: try reader.skipValue(of: key)
            }
        }
        guard let code else { throw reader.missing("serverErrorCode", in: "an error") }
        serverErrorCode = code
    }

    /// Writes an error.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("uuid", uuid)
        writer.member("recordName", recordName)
        writer.member("zoneID", zoneID)
        writer.member("subscriptionID", subscriptionID)
        writer.member("serverErrorCode", serverErrorCode)
        writer.member("reason", reason)
        writer.member("retryAfter", retryAfter)
        writer.member("redirectURL", redirectURL)
        writer.member("serverRecord", serverRecord)
        writer.member("wasDeleted", wasDeleted)
        writer.member("deletion", deletion)
        writer.endObject()
    }
}
