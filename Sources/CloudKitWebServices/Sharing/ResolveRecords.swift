/// A share to look at or to accept, by what its address ends in.
public struct WireShortGUID: Hashable, Sendable {
    /// What the share's address ends in.
    public var value: String
    /// Whether the root record is wanted too.
    public var shouldFetchRootRecord: Bool?
    /// The fields of it that are wanted; nil means all.
    public var rootRecordDesiredKeys: [String]?

    /// A share.
    public init(value: String, shouldFetchRootRecord: Bool? = nil, rootRecordDesiredKeys: [String]? = nil) {
        self.value = value
        self.shouldFetchRootRecord = shouldFetchRootRecord
        self.rootRecordDesiredKeys = rootRecordDesiredKeys
    }
}

extension WireShortGUID: WireReadable, WireWritable {
    /// Reads which share.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(value: "")
        var value: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "value": try reader.read(into: &value)
            case "shouldFetchRootRecord": try reader.read(into: &shouldFetchRootRecord)
            case "rootRecordDesiredKeys": try reader.read(into: &rootRecordDesiredKeys)
            default: try reader.skipValue(of: key)
            }
        }
        guard let value else { throw reader.missing("value", in: "a short GUID") }
        self.value = value
    }

    /// Writes which share.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("value", value)
        writer.member("shouldFetchRootRecord", shouldFetchRootRecord)
        writer.member("rootRecordDesiredKeys", rootRecordDesiredKeys)
        writer.endObject()
    }
}

/// The body of `records/resolve` and `records/accept`.
public struct ResolveRecordsRequest: Hashable, Sendable {
    /// The shares.
    public var shortGUIDs: [WireShortGUID]

    /// A request.
    public init(shortGUIDs: [WireShortGUID]) {
        self.shortGUIDs = shortGUIDs
    }
}

extension ResolveRecordsRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(shortGUIDs: try reader.onlyMember("shortGUIDs", of: "the request"))
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("shortGUIDs", shortGUIDs)
    }
}

/// The answer of `records/resolve` and `records/accept`.
public struct ResolveRecordsResponse: Hashable, Sendable {
    /// The shares, in the order of the request.
    public var results: [ItemResult<WireResolvedShare>]

    /// An answer.
    public init(results: [ItemResult<WireResolvedShare>]) {
        self.results = results
    }
}

extension ResolveRecordsResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(results: try reader.onlyMember("results", of: "the answer"))
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("results", results)
    }
}
