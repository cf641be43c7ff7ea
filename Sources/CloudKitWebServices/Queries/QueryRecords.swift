/// The body of `records/query`.
public struct QueryRecordsRequest: Hashable, Sendable {
    /// What to look for.
    public var query: WireQuery
    /// The zone to look in; nil leaves it to ``zoneWide``.
    public var zoneID: WireZoneID?
    /// Without a zone: whether to look in all zones instead of the default zone.
    public var zoneWide: Bool?
    /// How many records to answer at most; nil means 200, and more is 200 too.
    public var resultsLimit: Int?
    /// Where the last answer stopped.
    ///
    /// An empty page does not mean the end; a missing marker does.
    public var continuationMarker: String?
    /// The fields to answer with; nil means all, empty means none.
    public var desiredKeys: [String]?
    /// Whether numbers come back as strings.
    public var numbersAsStrings: Bool?

    /// A request.
    public init(
        query: WireQuery,
        zoneID: WireZoneID? = nil,
        zoneWide: Bool? = nil,
        resultsLimit: Int? = nil,
        continuationMarker: String? = nil,
        desiredKeys: [String]? = nil,
        numbersAsStrings: Bool? = nil
    ) {
        self.query = query
        self.zoneID = zoneID
        self.zoneWide = zoneWide
        self.resultsLimit = resultsLimit
        self.continuationMarker = continuationMarker
        self.desiredKeys = desiredKeys
        self.numbersAsStrings = numbersAsStrings
    }
}

extension QueryRecordsRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(query: WireQuery(recordType: ""))
        var query: WireQuery?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "query": try reader.read(into: &query)
            case "zoneID": try reader.read(into: &zoneID)
            case "zoneWide": try reader.read(into: &zoneWide)
            case "resultsLimit": try reader.read(into: &resultsLimit)
            case "continuationMarker": try reader.read(into: &continuationMarker)
            case "desiredKeys": try reader.read(into: &desiredKeys)
            case "numbersAsStrings": try reader.read(into: &numbersAsStrings)
            default: try reader.skipValue(of: key)
            }
        }
        guard let query else { throw reader.missing("query", in: "the request") }
        self.query = query
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zoneID", zoneID)
        writer.member("zoneWide", zoneWide)
        writer.member("resultsLimit", resultsLimit)
        writer.member("continuationMarker", continuationMarker)
        writer.member("desiredKeys", desiredKeys)
        writer.member("numbersAsStrings", numbersAsStrings)
        writer.member("query", query)
        writer.endObject()
    }
}

/// The answer of `records/query`.
public struct QueryRecordsResponse: Hashable, Sendable {
    /// The records of this page.
    public var records: [RecordResult]
    /// Where the next page begins; nil at the end.
    public var continuationMarker: String?
    /// The zone's token, where the query parameter `getCurrentSyncToken` asked for it.
    public var syncToken: String?

    /// An answer.
    public init(records: [RecordResult], continuationMarker: String? = nil, syncToken: String? = nil) {
        self.records = records
        self.continuationMarker = continuationMarker
        self.syncToken = syncToken
    }
}

extension QueryRecordsResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var records: [RecordResult]?
        var marker: String?
        var token: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "records": try reader.read(into: &records)
            case "continuationMarker": try reader.read(into: &marker)
            case "syncToken": try reader.read(into: &token)
            default: try reader.skipValue(of: key)
            }
        }
        guard let records else { throw reader.missing("records", in: "the answer") }
        self.init(records: records, continuationMarker: marker, syncToken: token)
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("records", records)
        writer.member("continuationMarker", continuationMarker)
        writer.member("syncToken", syncToken)
        writer.endObject()
    }
}
