/// A zone whose changes are asked for.
public struct ZoneChangesQuery: Hashable, Sendable {
    /// The zone.
    public var zoneID: WireZoneID
    /// Where the last answer ended; nil means from the start.
    ///
    /// Never send an empty one: the service takes it to mean that the caller has everything.
    public var syncToken: String?
    /// What this zone wants otherwise than the rest of the request.
    public var options: ZoneChangesOptions

    /// A zone.
    public init(zoneID: WireZoneID, syncToken: String? = nil, options: ZoneChangesOptions = ZoneChangesOptions()) {
        self.zoneID = zoneID
        self.syncToken = syncToken
        self.options = options
    }
}

extension ZoneChangesQuery: WireReadable, WireWritable {
    /// Reads a zone.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var zoneID: WireZoneID?
        var token: String?
        var options = ZoneChangesOptions()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "zoneID": try reader.read(into: &zoneID)
            case "syncToken": try reader.read(into: &token)
            default: if try !options.read(key, from: &reader) { try reader.skipValue(of: key) }
            }
        }
        guard let zoneID else { throw reader.missing("zoneID", in: "a zone of the request") }
        self.init(zoneID: zoneID, syncToken: token, options: options)
    }

    /// Writes a zone.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zoneID", zoneID)
        writer.member("syncToken", syncToken)
        options.writeMembers(to: &writer)
        writer.endObject()
    }
}

/// The body of `changes/zone`.
public struct ZoneChangesRequest: Hashable, Sendable {
    /// The zones, each with its token.
    public var zones: [ZoneChangesQuery]
    /// What zones want that do not say otherwise.
    public var defaults: ZoneChangesOptions

    /// A request.
    public init(zones: [ZoneChangesQuery], defaults: ZoneChangesOptions = ZoneChangesOptions()) {
        self.zones = zones
        self.defaults = defaults
    }
}

extension ZoneChangesRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var zones: [ZoneChangesQuery]?
        var defaults = ZoneChangesOptions()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "zones": try reader.read(into: &zones)
            default: if try !defaults.read(key, from: &reader) { try reader.skipValue(of: key) }
            }
        }
        guard let zones else { throw reader.missing("zones", in: "the request") }
        self.init(zones: zones, defaults: defaults)
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zones", zones)
        defaults.writeMembers(to: &writer)
        writer.endObject()
    }
}

/// A page of the changes of a zone.
public struct ZoneChanges: Hashable, Sendable {
    /// The zone.
    public var zoneID: WireZoneID
    /// Where this page ends.
    public var syncToken: String?
    /// Whether more follows.
    ///
    /// Only this tells: a page may be empty and more may follow.
    public var moreComing: Bool
    /// The records in their latest state, and tombstones.
    public var records: [RecordResult]
    /// Whether the records' numbers are written as strings; not part of the wire, and false in what is read.
    public var writesNumbersAsStrings = false

    /// A page.
    public init(zoneID: WireZoneID, syncToken: String?, moreComing: Bool = false, records: [RecordResult] = []) {
        self.zoneID = zoneID
        self.syncToken = syncToken
        self.moreComing = moreComing
        self.records = records
    }
}

extension ZoneChanges: WireReadable, WireWritable {
    /// Reads a page.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var zoneID: WireZoneID?
        var token: String?
        var moreComing: Bool?
        var records: [RecordResult]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "zoneID": try reader.read(into: &zoneID)
            case "syncToken": try reader.read(into: &token)
            case "moreComing": try reader.read(into: &moreComing)
            case "records": try reader.read(into: &records)
            default: try reader.skipValue(of: key)
            }
        }
        guard let zoneID else { throw reader.missing("zoneID", in: "a zone of the answer") }
        self.init(zoneID: zoneID, syncToken: token, moreComing: moreComing ?? false, records: records ?? [])
    }

    /// Writes a page.
    public func write(to writer: inout JSONWriter) {
        let outer = writer.numbersAsStrings
        if writesNumbersAsStrings { writer.numbersAsStrings = true }
        writer.beginObject()
        writer.member("zoneID", zoneID)
        writer.member("syncToken", syncToken)
        writer.member("moreComing", moreComing)
        writer.member("records", records)
        writer.endObject()
        writer.numbersAsStrings = outer
    }
}

/// The answer of `changes/zone`: each zone's page, or its own error.
public struct ZoneChangesResponse: Hashable, Sendable {
    /// The zones in the order of the request.
    public var zones: [ItemResult<ZoneChanges>]

    /// An answer.
    public init(zones: [ItemResult<ZoneChanges>]) {
        self.zones = zones
    }
}

extension ZoneChangesResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(zones: try reader.onlyMember("zones", of: "the answer"))
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("zones", zones)
    }
}
