import Foundation

extension CKRecord {
    /// The type of a record.
    public typealias RecordType = String
    /// The name of a field.
    public typealias FieldKey = String
    /// Which record.
    public typealias ID = CKRecordID
    /// A pointer to a record.
    public typealias Reference = CKReference

    /// What happens to a record when the one that it points at is deleted.
    public enum ReferenceAction: UInt, Sendable {
        /// Nothing.
        case none = 0
        /// It is deleted too.
        case deleteSelf = 1
    }
}

/// Which record: `CKRecord.ID`.
///
/// Archives name classes, and cannot name nested ones, so it stands here under its name in Objective-C.
public final class CKRecordID: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The record's name, unique in its zone.
    public let recordName: String
    /// The zone that it is in.
    public let zoneID: CKRecordZone.ID

    /// A record's ID.
    ///
    /// - Parameters:
    ///   - recordName: The name: at most 255 printable ASCII characters, the first no underscore.
    ///   - zoneID: The zone.
    public init(recordName: String, zoneID: CKRecordZone.ID = .default) {
        self.recordName = recordName
        self.zoneID = zoneID
    }

    /// The ID of a new record, with a random UUID for its name.
    public convenience init(zoneID: CKRecordZone.ID = .default) {
        self.init(recordName: CloudKitSurroundings.live.newIdentifier(), zoneID: zoneID)
    }

    /// IDs with the same name and zone are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKRecordID else { return false }
        return other.recordName == recordName && other.zoneID == zoneID
    }

    /// Hashes name and zone.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(recordName)
        hasher.combine(zoneID)
        return hasher.finalize()
    }

    /// Name and zone, in words.
    public override var description: String { "\(recordName) in \(zoneID)" }

    /// The ID itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// It can be coded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Codes name and zone.
    public func encode(with coder: NSCoder) {
        coder.encode(recordName as NSString, forKey: "recordName")
        zoneID.encode(with: coder)
    }

    /// Reads what ``encode(with:)`` wrote; nil for anything else.
    public init?(coder: NSCoder) {
        guard let name = coder.string(forKey: "recordName"), let zoneID = CKRecordZone.ID(coder: coder) else {
            return nil
        }
        (recordName, self.zoneID) = (name, zoneID)
    }
}

/// A pointer to a record: `CKRecord.Reference`.
public final class CKReference: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// What happens to a record when the one that it points at is deleted.
    public typealias Action = CKRecord.ReferenceAction

    /// The record that it points at.
    public let recordID: CKRecord.ID
    /// What happens when that record is deleted.
    public let action: CKRecord.ReferenceAction

    /// A pointer to the record of that ID.
    public init(recordID: CKRecord.ID, action: CKRecord.ReferenceAction) {
        self.recordID = recordID
        self.action = action
    }

    /// A pointer to a record.
    public convenience init(record: CKRecord, action: CKRecord.ReferenceAction) {
        self.init(recordID: record.recordID, action: action)
    }

    /// References to the same record with the same action are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKReference else { return false }
        return other.recordID == recordID && other.action == action
    }

    /// Hashes the record's ID.
    public override var hash: Int { recordID.hash }

    /// The record's ID, in words.
    public override var description: String { "reference to \(recordID)" }

    /// The reference itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// It can be coded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Codes ID and action.
    public func encode(with coder: NSCoder) {
        recordID.encode(with: coder)
        coder.encode(Int64(action.rawValue), forKey: "action")
    }

    /// Reads what ``encode(with:)`` wrote; nil for anything else.
    public init?(coder: NSCoder) {
        let number = UInt(exactly: coder.decodeInt64(forKey: "action"))
        guard let id = CKRecord.ID(coder: coder), let action = number.flatMap(CKRecord.ReferenceAction.init(rawValue:))
        else {
            return nil
        }
        (recordID, self.action) = (id, action)
    }
}
