/// The answer of `zones/list`, `zones/lookup` and `zones/modify`.
public struct ZonesResponse: Hashable, Sendable {
    /// The zones; those that failed as their errors.
    public var zones: [ItemResult<WireZone>]

    /// An answer.
    public init(zones: [ItemResult<WireZone>]) {
        self.zones = zones
    }
}

extension ZonesResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(zones: try reader.onlyMember("zones", of: "the answer"))
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("zones", zones)
    }
}

/// The body of `zones/lookup`: bare IDs.
public struct LookupZonesRequest: Hashable, Sendable {
    /// The zones.
    public var zones: [WireZoneID]

    /// A request.
    public init(zones: [WireZoneID]) {
        self.zones = zones
    }
}

extension LookupZonesRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(zones: try reader.onlyMember("zones", of: "the request"))
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("zones", zones)
    }
}

/// What to do with one zone.
public struct ZoneOperation: Hashable, Sendable {
    /// The kinds of operation.
    public enum Kind: String, ClosedWireName {
        /// Create the zone.
        case create
        /// Delete the zone with all its records.
        case delete
    }

    /// What to do.
    public var operationType: Kind
    /// With which zone.
    public var zone: WireZone

    /// An operation.
    public init(_ operationType: Kind, _ zoneID: WireZoneID) {
        self.operationType = operationType
        zone = WireZone(zoneID: zoneID)
    }
}

extension ZoneOperation: WireReadable, WireWritable {
    /// Reads an operation.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var kind: Kind?
        var zone: WireZone?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "operationType": try reader.read(into: &kind)
            case "zone": try reader.read(into: &zone)
            default: try reader.skipValue(of: key)
            }
        }
        guard let kind else { throw reader.missing("operationType", in: "an operation") }
        guard let zone else { throw reader.missing("zone", in: "an operation") }
        self.init(kind, zone.zoneID)
        self.zone = zone
    }

    /// Writes an operation.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("operationType", operationType)
        writer.member("zone", zone)
        writer.endObject()
    }
}

/// The body of `zones/modify`.
///
/// Every operation is tried, in this order.
public struct ModifyZonesRequest: Hashable, Sendable {
    /// What to do.
    public var operations: [ZoneOperation]

    /// A request.
    public init(operations: [ZoneOperation]) {
        self.operations = operations
    }
}

extension ModifyZonesRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(operations: try reader.onlyMember("operations", of: "the request"))
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("operations", operations)
    }
}
