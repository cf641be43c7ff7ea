import CloudKitWebServices
import Foundation

/// A wish to be told of changes: of a query's records, of a zone, or of a whole database.
///
/// This project's service takes subscriptions in the private database.
public class CKSubscription: NSObject, @unchecked Sendable {
    /// What names a subscription.
    public typealias ID = String

    /// What a subscription watches.
    public enum SubscriptionType: Int, Sendable {
        /// The records of a query.
        case query = 1
        /// A zone.
        case recordZone = 2
        /// The whole database.
        case database = 3
    }

    /// What names it.
    public let subscriptionID: ID
    /// What it watches.
    public let subscriptionType: SubscriptionType
    /// How the user is told.
    public var notificationInfo: NotificationInfo?

    init(_ type: SubscriptionType, id: ID) {
        subscriptionType = type
        subscriptionID = id
    }

    /// The subscription as the wire has it.
    func wire() throws(CKError) -> WireSubscription {
        WireSubscription(subscriptionID: subscriptionID, notificationInfo: notificationInfo?.wire)
    }

    /// Subscriptions of the same name and kind are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKSubscription else { return false }
        return other.subscriptionID == subscriptionID && other.subscriptionType == subscriptionType
    }

    /// Hashes the name.
    public override var hash: Int { subscriptionID.hashValue }

    /// Kind and name, in words.
    public override var description: String { "CKSubscription(\(subscriptionType), \(subscriptionID))" }
}

/// A subscription to changes of a whole database.
public final class CKDatabaseSubscription: CKSubscription, @unchecked Sendable {
    /// The records to watch; nil means all.
    ///
    /// Without effect here: the service tells of every change.
    public var recordType: CKRecord.RecordType?

    /// A subscription.
    public init(subscriptionID: ID = CloudKitSurroundings.live.newIdentifier()) {
        super.init(.database, id: subscriptionID)
    }

    override func wire() throws(CKError) -> WireSubscription {
        var wire = try super.wire()
        wire.subscriptionType = .database
        return wire
    }
}

/// A subscription to changes of a zone.
public final class CKRecordZoneSubscription: CKSubscription, @unchecked Sendable {
    /// The zone.
    public let zoneID: CKRecordZone.ID
    /// The records to watch; nil means all.
    ///
    /// Without effect here: the service tells of every change.
    public var recordType: CKRecord.RecordType?

    /// A subscription.
    public init(zoneID: CKRecordZone.ID, subscriptionID: ID = CloudKitSurroundings.live.newIdentifier()) {
        self.zoneID = zoneID
        super.init(.recordZone, id: subscriptionID)
    }

    override func wire() throws(CKError) -> WireSubscription {
        var wire = try super.wire()
        wire.subscriptionType = .zone
        wire.zoneID = zoneID.wire
        return wire
    }
}

/// A subscription to changes of the records that a query finds.
public final class CKQuerySubscription: CKSubscription, @unchecked Sendable {
    /// What must happen to a record, and how often it is told.
    public struct Options: OptionSet, Hashable, Sendable {
        /// One bit for each.
        public let rawValue: UInt

        /// Options by their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// A record is created.
        public static let firesOnRecordCreation = Options(rawValue: 1)
        /// A record is changed.
        public static let firesOnRecordUpdate = Options(rawValue: 2)
        /// A record is deleted.
        public static let firesOnRecordDeletion = Options(rawValue: 4)
        /// It ends with the first notification.
        public static let firesOnce = Options(rawValue: 8)
    }

    /// The type of the records.
    public let recordType: CKRecord.RecordType
    /// The condition.
    public let predicate: NSPredicate
    /// The zone; nil means all.
    public var zoneID: CKRecordZone.ID?
    /// What must happen, and how often it is told.
    public let querySubscriptionOptions: Options

    /// A subscription.
    public init(
        recordType: CKRecord.RecordType,
        predicate: NSPredicate,
        subscriptionID: ID = CloudKitSurroundings.live.newIdentifier(),
        options: Options = []
    ) {
        self.recordType = recordType
        self.predicate = predicate
        querySubscriptionOptions = options
        super.init(.query, id: subscriptionID)
    }

    override func wire() throws(CKError) -> WireSubscription {
        var wire = try super.wire()
        wire.subscriptionType = .query
        guard let query = try CKQuery(recordType: recordType, predicate: predicate).wire(in: zoneID ?? .default) else {
            throw CKError(.invalidArguments, reason: "a subscription needs a predicate that can be true")
        }
        wire.query = query
        wire.zoneID = zoneID?.wire
        wire.zoneWide = zoneID == nil
        wire.firesOn = Self.triggers.filter { querySubscriptionOptions.contains($0.0) }.map(\.1)
        wire.firesOnce = querySubscriptionOptions.contains(.firesOnce) ? true : nil
        return wire
    }

    static let triggers: [(Options, WireSubscriptionTrigger)] = [
        (.firesOnRecordCreation, .create), (.firesOnRecordUpdate, .update), (.firesOnRecordDeletion, .delete),
    ]
}
