/// Which zone, and whose.
///
/// Two IDs are equal when name and owner are; the zone's type, which only answers carry, does not count.
public struct WireZoneID: Sendable {
    /// The name of the zone that every database has.
    public static let defaultName = "_defaultZone"
    /// What stands for the caller as an owner, beside leaving the owner out.
    public static let callerNames: Set<String> = ["__defaultOwner__", "_defaultOwner"]

    /// The zone's name.
    public var zoneName: String
    /// The user whose zone it is; nil means the caller.
    public var ownerRecordName: String?
    /// The kind of zone, in answers.
    public var zoneType: WireZoneType?

    /// A zone's ID.
    public init(zoneName: String, ownerRecordName: String? = nil, zoneType: WireZoneType? = nil) {
        self.zoneName = zoneName
        self.ownerRecordName = ownerRecordName
        self.zoneType = zoneType
    }

    /// The caller's default zone.
    public static let defaultZone = WireZoneID(zoneName: defaultName)

    /// Whether this is a default zone.
    public var isDefault: Bool {
        zoneName == Self.defaultName
    }

    /// Whether the owner is left out or is one of the names for the caller.
    public var isOwnedByCaller: Bool {
        ownerRecordName.map(Self.callerNames.contains) ?? true
    }
}

/// The kind of a zone, as answers tell it.
public struct WireZoneType: OpenWireName {
    /// The kind as the wire spells it.
    public let rawValue: String

    /// A kind from its spelling on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The zone that every database has.
    public static let defaultZone = WireZoneType(rawValue: "DEFAULT_ZONE")
    /// A zone that someone made.
    public static let customZone = WireZoneType(rawValue: "REGULAR_CUSTOM_ZONE")
}

extension WireZoneID: Hashable {
    /// Whether two IDs name the same zone in the same words.
    public static func == (lhs: WireZoneID, rhs: WireZoneID) -> Bool {
        lhs.zoneName == rhs.zoneName && lhs.ownerRecordName == rhs.ownerRecordName
    }

    /// Hashes name and owner.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(zoneName)
        hasher.combine(ownerRecordName)
    }
}

extension WireZoneID: WireReadable, WireWritable {
    /// Reads a zone's ID.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var owner: String?
        var type: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "zoneName": try reader.readShared(into: &name)
            case "ownerRecordName": try reader.readShared(into: &owner)
            case "zoneType": try reader.readShared(into: &type)
            default: try reader.skipValue(of: key)
            }
        }
        guard let name else { throw reader.missing("zoneName", in: "a zone ID") }
        self.init(zoneName: name, ownerRecordName: owner, zoneType: type.map(WireZoneType.init(rawValue:)))
    }

    /// Writes a zone's ID.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zoneName", zoneName)
        writer.member("ownerRecordName", ownerRecordName)
        writer.member("zoneType", zoneType)
        writer.endObject()
    }
}
