/// A zone, as answers and `zones/modify` carry it.
public struct WireZone: Hashable, Sendable {
    /// What a zone can do.
    ///
    /// Source: the framework's `CKRecordZone.Capabilities` and its raw values.
    public struct Capabilities: OptionSet, Hashable, Sendable {
        /// One bit for each.
        public let rawValue: Int

        /// Capabilities by their bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// It has a change feed.
        public static let fetchChanges = Capabilities(rawValue: 1)
        /// Batches can be all or nothing.
        public static let atomic = Capabilities(rawValue: 2)
        /// Its records can be shared.
        public static let sharing = Capabilities(rawValue: 4)
        /// It can be shared as a whole.
        public static let zoneWideSharing = Capabilities(rawValue: 8)
    }

    /// Which zone.
    public var zoneID: WireZoneID
    /// The zone's token.
    public var syncToken: String?
    /// Whether batches can be all or nothing.
    public var atomic: Bool?
    /// Whether it is gone.
    public var deleted: Bool?
    /// What the zone can do: an extension of this project under the key `capabilities`.
    ///
    /// Without it, the framework's rule holds: a custom zone has ``Capabilities/fetchChanges`` and
    /// ``Capabilities/atomic``, the default zone nothing.
    public var capabilities: Capabilities?

    /// A zone.
    public init(
        zoneID: WireZoneID,
        syncToken: String? = nil,
        atomic: Bool? = nil,
        deleted: Bool? = nil,
        capabilities: Capabilities? = nil
    ) {
        self.zoneID = zoneID
        self.syncToken = syncToken
        self.atomic = atomic
        self.deleted = deleted
        self.capabilities = capabilities
    }

    /// Whether it is gone.
    public var isDeleted: Bool {
        deleted ?? false
    }
}

extension WireZone: WireReadable, WireWritable {
    /// Reads a zone.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(zoneID: .defaultZone)
        var zoneID: WireZoneID?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "zoneID": try reader.read(into: &zoneID)
            case "syncToken": try reader.read(into: &syncToken)
            case "atomic": try reader.read(into: &atomic)
            case "deleted": try reader.read(into: &deleted)
            case "capabilities": try reader.read(into: &capabilities)
            default: try reader.skipValue(of: key)
            }
        }
        guard let zoneID else { throw reader.missing("zoneID", in: "a zone") }
        self.zoneID = zoneID
    }

    /// Writes a zone.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zoneID", zoneID)
        writer.member("syncToken", syncToken)
        writer.member("atomic", atomic)
        writer.member("deleted", deleted)
        writer.member("capabilities", capabilities)
        writer.endObject()
    }
}

extension WireZone.Capabilities: WireReadable, WireWritable {
    /// Reads the bits.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(rawValue: try Int(from: &reader))
    }

    /// Writes the bits.
    public func write(to writer: inout JSONWriter) {
        rawValue.write(to: &writer)
    }
}
