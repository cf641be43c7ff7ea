/// A record to look up.
public struct RecordLookup: Hashable, Sendable {
    /// The record's name.
    public var recordName: String
    /// The fields to answer with, for this record; nil means what the request says.
    public var desiredKeys: [String]?

    /// A record to look up.
    public init(recordName: String, desiredKeys: [String]? = nil) {
        self.recordName = recordName
        self.desiredKeys = desiredKeys
    }
}

extension RecordLookup: WireReadable, WireWritable {
    /// Reads which record.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var desiredKeys: [String]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "recordName": try reader.read(into: &name)
            case "desiredKeys": try reader.read(into: &desiredKeys)
            default: try reader.skipValue(of: key)
            }
        }
        guard let name else { throw reader.missing("recordName", in: "a record to look up") }
        self.init(recordName: name, desiredKeys: desiredKeys)
    }

    /// Writes which record.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("recordName", recordName)
        writer.member("desiredKeys", desiredKeys)
        writer.endObject()
    }
}

/// The body of `records/lookup`.
public struct LookupRecordsRequest: Hashable, Sendable {
    /// The records, at most 200.
    public var records: [RecordLookup]
    /// Their zone; nil means the default zone.
    public var zoneID: WireZoneID?
    /// The fields to answer with; nil means all, empty means none.
    public var desiredKeys: [String]?
    /// Whether numbers come back as strings.
    public var numbersAsStrings: Bool?

    /// A request.
    public init(
        records: [RecordLookup],
        zoneID: WireZoneID? = nil,
        desiredKeys: [String]? = nil,
        numbersAsStrings: Bool? = nil
    ) {
        self.records = records
        self.zoneID = zoneID
        self.desiredKeys = desiredKeys
        self.numbersAsStrings = numbersAsStrings
    }
}

extension LookupRecordsRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(records: [])
        var records: [RecordLookup]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "records": try reader.read(into: &records)
            case "zoneID": try reader.read(into: &zoneID)
            case "desiredKeys": try reader.read(into: &desiredKeys)
            case "numbersAsStrings": try reader.read(into: &numbersAsStrings)
            default: try reader.skipValue(of: key)
            }
        }
        guard let records else { throw reader.missing("records", in: "the request") }
        self.records = records
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zoneID", zoneID)
        writer.member("desiredKeys", desiredKeys)
        writer.member("numbersAsStrings", numbersAsStrings)
        writer.member("records", records)
        writer.endObject()
    }
}

/// The answer of `records/lookup`: the records in the order of the request, those missing as `NOT_FOUND`.
public typealias LookupRecordsResponse = ModifyRecordsResponse
