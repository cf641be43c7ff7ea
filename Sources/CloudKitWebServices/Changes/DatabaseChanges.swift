/// The body of `changes/database`; for the old `zones/changes` see ``ZoneListChangesRequest``.
public struct DatabaseChangesRequest: Hashable, Sendable {
    /// Where the last answer ended; nil means all zones.
    public var syncToken: String?
    /// How many zones to answer at most.
    public var resultsLimit: Int?

    /// A request.
    public init(syncToken: String? = nil, resultsLimit: Int? = nil) {
        self.syncToken = syncToken
        self.resultsLimit = resultsLimit
    }
}

extension DatabaseChangesRequest: WireReadable, WireWritable {
    /// Reads a request of `changes/database`.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "syncToken": try reader.read(into: &syncToken)
            case "resultsLimit": try reader.read(into: &resultsLimit)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes a request of `changes/database`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("syncToken", syncToken)
        writer.member("resultsLimit", resultsLimit)
        writer.endObject()
    }
}

/// The answer of `changes/database`.
public struct DatabaseChangesResponse: Hashable, Sendable {
    /// The zones that changed; those that are gone are marked.
    public var zones: [ItemResult<WireZone>]
    /// Where this page ends.
    ///
    /// It may differ between two answers although nothing changed.
    public var syncToken: String?
    /// Whether more follows.
    public var moreComing: Bool

    /// An answer.
    public init(zones: [ItemResult<WireZone>], syncToken: String?, moreComing: Bool = false) {
        self.zones = zones
        self.syncToken = syncToken
        self.moreComing = moreComing
    }
}

extension DatabaseChangesResponse: WireReadable, WireWritable {
    /// Reads an answer of `changes/database`.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var zones: [ItemResult<WireZone>]?
        var token: String?
        var moreComing: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "zones": try reader.read(into: &zones)
            case "syncToken": try reader.read(into: &token)
            case "moreComing": try reader.read(into: &moreComing)
            default: try reader.skipValue(of: key)
            }
        }
        guard let zones else { throw reader.missing("zones", in: "the answer") }
        self.init(zones: zones, syncToken: token, moreComing: moreComing ?? false)
    }

    /// Writes an answer of `changes/database`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zones", zones)
        writer.member("syncToken", syncToken)
        writer.member("moreComing", moreComing)
        writer.endObject()
    }
}

/// The body of the old `zones/changes`.
///
/// A plain `syncToken` in it means nothing: the service answers all zones.
public struct ZoneListChangesRequest: Hashable, Sendable {
    /// Where the last answer ended; nil means all zones.
    public var metaSyncToken: String?
    /// How many zones to answer at most.
    public var resultsLimit: Int?

    /// A request.
    public init(metaSyncToken: String? = nil, resultsLimit: Int? = nil) {
        self.metaSyncToken = metaSyncToken
        self.resultsLimit = resultsLimit
    }
}

extension ZoneListChangesRequest: WireReadable, WireWritable {
    /// Reads a request of `zones/changes`.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "metaSyncToken": try reader.read(into: &metaSyncToken)
            case "resultsLimit": try reader.read(into: &resultsLimit)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes a request of `zones/changes`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("metaSyncToken", metaSyncToken)
        writer.member("resultsLimit", resultsLimit)
        writer.endObject()
    }
}

/// The answer of the old `zones/changes`.
public struct ZoneListChangesResponse: Hashable, Sendable {
    /// The zones that changed; those that are gone are marked.
    public var zones: [ItemResult<WireZone>]
    /// Where this page ends.
    public var metaSyncToken: String?
    /// Whether more follows.
    public var moreComing: Bool

    /// An answer.
    public init(zones: [ItemResult<WireZone>], metaSyncToken: String?, moreComing: Bool = false) {
        self.zones = zones
        self.metaSyncToken = metaSyncToken
        self.moreComing = moreComing
    }
}

extension ZoneListChangesResponse: WireReadable, WireWritable {
    /// Reads an answer of `zones/changes`.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var zones: [ItemResult<WireZone>]?
        var token: String?
        var moreComing: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "zones": try reader.read(into: &zones)
            case "metaSyncToken": try reader.read(into: &token)
            case "moreComing": try reader.read(into: &moreComing)
            default: try reader.skipValue(of: key)
            }
        }
        guard let zones else { throw reader.missing("zones", in: "the answer") }
        self.init(zones: zones, metaSyncToken: token, moreComing: moreComing ?? false)
    }

    /// Writes an answer of `zones/changes`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zones", zones)
        writer.member("metaSyncToken", metaSyncToken)
        writer.member("moreComing", moreComing)
        writer.endObject()
    }
}
