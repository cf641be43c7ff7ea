/// What to do with one record.
public struct RecordOperation: Hashable, Sendable {
    /// The kinds of operation.
    public enum Kind: String, ClosedWireName {
        /// Create a record that does not exist.
        case create
        /// Change the given fields, if the tag is that of the present version.
        case update
        /// Change the given fields, whatever the version; create the record if need be.
        case forceUpdate
        /// Replace all fields, if the tag is that of the present version.
        case replace
        /// Replace all fields, whatever the version; create the record if need be.
        case forceReplace
        /// Delete, if the tag is that of the present version or if there is none in the request.
        case delete
        /// Delete, whatever the version.
        case forceDelete

        /// Whether the record is gone afterwards.
        public var isDelete: Bool {
            self == .delete || self == .forceDelete
        }

        /// Whether the operation creates a record that does not exist.
        public var mayCreate: Bool {
            self == .create || self == .forceUpdate || self == .forceReplace
        }
    }

    /// What to do.
    public var operationType: Kind
    /// With which record.
    public var record: WireRecord
    /// The fields to answer with, for this operation; nil means what the request says.
    public var desiredKeys: [String]?

    /// An operation.
    public init(_ operationType: Kind, _ record: WireRecord, desiredKeys: [String]? = nil) {
        self.operationType = operationType
        self.record = record
        self.desiredKeys = desiredKeys
    }
}

extension RecordOperation: WireReadable, WireWritable {
    /// Reads an operation.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var kind: Kind?
        var record: WireRecord?
        var desiredKeys: [String]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "operationType": try reader.read(into: &kind)
            case "record": try reader.read(into: &record)
            case "desiredKeys": try reader.read(into: &desiredKeys)
            default: try reader.skipValue(of: key)
            }
        }
        guard let kind else { throw reader.missing("operationType", in: "an operation") }
        guard let record else { throw reader.missing("record", in: "an operation") }
        self.init(kind, record, desiredKeys: desiredKeys)
    }

    /// Writes an operation.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("operationType", operationType)
        writer.member("record", record)
        writer.member("desiredKeys", desiredKeys)
        writer.endObject()
    }
}

/// The body of `records/modify`.
public struct ModifyRecordsRequest: Hashable, Sendable {
    /// What to do, in this order.
    public var operations: [RecordOperation]
    /// The zone of all operations; nil means the default zone.
    public var zoneID: WireZoneID?
    /// All or nothing.
    ///
    /// Apple's two documents differ on the default, so a client always says it.
    public var atomic: Bool?
    /// The fields to answer with; nil means all, empty means none.
    public var desiredKeys: [String]?
    /// Whether numbers come back as strings.
    public var numbersAsStrings: Bool?

    /// A request.
    public init(
        operations: [RecordOperation],
        zoneID: WireZoneID? = nil,
        atomic: Bool? = nil,
        desiredKeys: [String]? = nil,
        numbersAsStrings: Bool? = nil
    ) {
        self.operations = operations
        self.zoneID = zoneID
        self.atomic = atomic
        self.desiredKeys = desiredKeys
        self.numbersAsStrings = numbersAsStrings
    }
}

extension ModifyRecordsRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(operations: [])
        var operations: [RecordOperation]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "operations": try reader.read(into: &operations)
            case "zoneID": try reader.read(into: &zoneID)
            case "atomic": try reader.read(into: &atomic)
            case "desiredKeys": try reader.read(into: &desiredKeys)
            case "numbersAsStrings": try reader.read(into: &numbersAsStrings)
            default: try reader.skipValue(of: key)
            }
        }
        guard let operations else { throw reader.missing("operations", in: "the request") }
        self.operations = operations
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zoneID", zoneID)
        writer.member("atomic", atomic)
        writer.member("desiredKeys", desiredKeys)
        writer.member("numbersAsStrings", numbersAsStrings)
        writer.member("operations", operations)
        writer.endObject()
    }
}

/// The answer of `records/modify`, of `records/lookup`, and of an atomic batch that failed.
public struct ModifyRecordsResponse: Hashable, Sendable {
    /// What became of each operation, in their order.
    public var records: [RecordResult]
    /// The zone's token, where the query parameter `getCurrentSyncToken` asked for it.
    public var syncToken: String?

    /// An answer.
    public init(records: [RecordResult], syncToken: String? = nil) {
        self.records = records
        self.syncToken = syncToken
    }
}

extension ModifyRecordsResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var records: [RecordResult]?
        var syncToken: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "records": try reader.read(into: &records)
            case "syncToken": try reader.read(into: &syncToken)
            default: try reader.skipValue(of: key)
            }
        }
        guard let records else { throw reader.missing("records", in: "the answer") }
        self.init(records: records, syncToken: syncToken)
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("records", records)
        writer.member("syncToken", syncToken)
        writer.endObject()
    }
}
