/// The body of the old `records/changes`: the changes of one custom zone.
public struct RecordChangesRequest: Hashable, Sendable {
    /// The zone.
    public var zoneID: WireZoneID
    /// Where the last answer ended; nil means from the start.
    public var syncToken: String?
    /// What else the request wants.
    public var options: ZoneChangesOptions

    /// A request.
    public init(zoneID: WireZoneID, syncToken: String? = nil, options: ZoneChangesOptions = ZoneChangesOptions()) {
        self.zoneID = zoneID
        self.syncToken = syncToken
        self.options = options
    }

    /// The same request in its newer form.
    public var zoneQuery: ZoneChangesQuery {
        ZoneChangesQuery(zoneID: zoneID, syncToken: syncToken, options: options)
    }
}

extension RecordChangesRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        let query = try ZoneChangesQuery(from: &reader)
        self.init(zoneID: query.zoneID, syncToken: query.syncToken, options: query.options)
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        zoneQuery.write(to: &writer)
    }
}

/// The answer of the old `records/changes`.
public struct RecordChangesResponse: Hashable, Sendable {
    /// The records in their latest state, and tombstones.
    public var records: [RecordResult]
    /// Where this page ends.
    public var syncToken: String?
    /// Whether more follows.
    public var moreComing: Bool

    /// An answer.
    public init(records: [RecordResult], syncToken: String?, moreComing: Bool = false) {
        self.records = records
        self.syncToken = syncToken
        self.moreComing = moreComing
    }
}

extension RecordChangesResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var records: [RecordResult]?
        var token: String?
        var moreComing: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "records": try reader.read(into: &records)
            case "syncToken": try reader.read(into: &token)
            case "moreComing": try reader.read(into: &moreComing)
            default: try reader.skipValue(of: key)
            }
        }
        guard let records else { throw reader.missing("records", in: "the answer") }
        self.init(records: records, syncToken: token, moreComing: moreComing ?? false)
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("records", records)
        writer.member("syncToken", syncToken)
        writer.member("moreComing", moreComing)
        writer.endObject()
    }
}
