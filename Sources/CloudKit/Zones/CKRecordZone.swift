import Foundation

/// What stands for the signed-in user wherever an owner or a user is named.
public let CKCurrentUserDefaultName = "__defaultOwner__"
/// The older name of the same.
public let CKOwnerDefaultName = CKCurrentUserDefaultName

/// A zone of a database.
public final class CKRecordZone: NSObject, @unchecked Sendable {
    /// What a zone can do.
    ///
    /// Apple's default zone has none of these; that of this project's service has ``fetchChanges``.
    public struct Capabilities: OptionSet, Hashable, Sendable {
        /// One bit for each.
        public let rawValue: UInt

        /// Capabilities by their bits.
        public init(rawValue: UInt) {
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
    public let zoneID: ID
    /// What it can do: what the service said, and before that what zones of its kind can do.
    public let capabilities: Capabilities

    /// A zone of the user's, by name.
    public convenience init(zoneName: String) {
        self.init(zoneID: ID(zoneName: zoneName))
    }

    /// A zone.
    public convenience init(zoneID: ID) {
        self.init(zoneID: zoneID, capabilities: zoneID.isDefault ? [] : [.fetchChanges, .atomic])
    }

    init(zoneID: ID, capabilities: Capabilities) {
        self.zoneID = zoneID
        self.capabilities = capabilities
    }

    /// The zone that every database has.
    public static func `default`() -> CKRecordZone {
        CKRecordZone(zoneID: .default)
    }

    /// Zones with the same ID are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKRecordZone)?.zoneID == zoneID
    }

    /// Hashes the ID.
    public override var hash: Int { zoneID.hash }

    /// The zone's ID, in words.
    public override var description: String { "CKRecordZone(\(zoneID))" }
}

extension CKRecordZone {
    /// Which zone, and whose.
    public typealias ID = CKRecordZoneID
}

/// Which zone, and whose: `CKRecordZone.ID`.
public final class CKRecordZoneID: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The zone's name.
    public let zoneName: String
    /// The user whose zone it is; the signed-in user is ``CKCurrentUserDefaultName``.
    public let ownerName: String

    /// A zone's ID.
    public init(zoneName: String = CKRecordZone.ID.defaultZoneName, ownerName: String = CKCurrentUserDefaultName) {
        self.zoneName = zoneName
        self.ownerName = ownerName
    }

    /// The ID of the user's default zone.
    public static let `default` = CKRecordZoneID(zoneName: defaultZoneName)
    /// The name of the zone that every database has.
    public static let defaultZoneName = "_defaultZone"

    var isDefault: Bool { zoneName == Self.defaultZoneName }

    /// IDs with the same name and owner are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKRecordZoneID else { return false }
        return other.zoneName == zoneName && other.ownerName == ownerName
    }

    /// Hashes name and owner.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(zoneName)
        hasher.combine(ownerName)
        return hasher.finalize()
    }

    /// Name and owner, in words.
    public override var description: String { "\(zoneName):\(ownerName)" }

    /// The ID itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// It can be coded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Codes name and owner.
    public func encode(with coder: NSCoder) {
        coder.encode(zoneName as NSString, forKey: "zoneName")
        coder.encode(ownerName as NSString, forKey: "ownerName")
    }

    /// Reads what ``encode(with:)`` wrote; nil for anything else.
    public init?(coder: NSCoder) {
        guard let name = coder.string(forKey: "zoneName"), let owner = coder.string(forKey: "ownerName") else {
            return nil
        }
        (zoneName, ownerName) = (name, owner)
    }
}

extension NSCoder {
    /// A string that was coded securely; asking for a key that is not there can end the process.
    func string(forKey key: String) -> String? {
        guard containsValue(forKey: key) else { return nil }
        return decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
    }

    /// Bytes that were coded securely.
    func data(forKey key: String) -> Data? {
        guard containsValue(forKey: key) else { return nil }
        return decodeObject(of: NSData.self, forKey: key).map { Data(referencing: $0) }
    }
}
