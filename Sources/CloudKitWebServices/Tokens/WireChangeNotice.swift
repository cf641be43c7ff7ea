/// What a notification says of a change.
public struct WireChangeNotice: Hashable, Sendable {
    /// What happened to a record, by the numbers that notifications use.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: Int

        /// A reason from its number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// It was created.
        public static let created = Reason(rawValue: 1)
        /// It was changed.
        public static let updated = Reason(rawValue: 2)
        /// It was deleted.
        public static let deleted = Reason(rawValue: 3)
    }

    /// The database, by the numbers that notifications use: 0 public, 1 private, 2 shared.
    public var databaseCode: Int?
    /// The zone's name.
    public var zoneName: String?
    /// The zone's owner.
    public var zoneOwner: String?
    /// The subscription that fired.
    public var subscriptionID: String?
    /// The record, for a query.
    public var recordName: String?
    /// What happened to it, for a query.
    public var reason: Reason?
    /// The values sent along, for a query; kept as they came.
    public var additionalFields: RawJSON?

    /// A notice.
    public init(database: DatabaseScope? = nil, zoneID: WireZoneID? = nil, subscriptionID: String? = nil) {
        databaseCode = database.map(Self.code(of:))
        zoneName = zoneID?.zoneName
        zoneOwner = zoneID?.ownerRecordName
        self.subscriptionID = subscriptionID
    }

    /// The database; nil for numbers that none has.
    public var database: DatabaseScope? {
        DatabaseScope.allCases.first { Self.code(of: $0) == databaseCode }
    }

    /// These differ from the framework's raw values.
    private static func code(of database: DatabaseScope) -> Int {
        switch database {
        case .public: 0
        case .private: 1
        case .shared: 2
        }
    }
}

extension WireChangeNotice: WireReadable, WireWritable {
    /// Reads a notice.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        var reason: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "dbs": try reader.read(into: &databaseCode)
            case "zid": try reader.read(into: &zoneName)
            case "zoid": try reader.read(into: &zoneOwner)
            case "sid": try reader.read(into: &subscriptionID)
            case "rid": try reader.read(into: &recordName)
            case "fo": try reader.read(into: &reason)
            case "af": try reader.read(into: &additionalFields)
            default: try reader.skipValue(of: key)
            }
        }
        self.reason = reason.map(Reason.init(rawValue:))
    }

    /// Writes a notice.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("dbs", databaseCode)
        writer.member("zid", zoneName)
        writer.member("zoid", zoneOwner)
        writer.member("sid", subscriptionID)
        writer.member("rid", recordName)
        writer.member("fo", reason?.rawValue)
        writer.member("af", additionalFields)
        writer.endObject()
    }
}
