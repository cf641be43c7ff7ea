import CloudKitWebServices
import Foundation

/// Makes notifications of the right kind: an initialiser of a class alone could not.
public protocol CKNotificationMaking {}

extension CKNotificationMaking where Self: CKNotification {
    /// The notification of a dictionary, as push services hand it out; nil if it is none of CloudKit's.
    ///
    /// What it makes is a ``CKQueryNotification``, a ``CKRecordZoneNotification`` or a ``CKDatabaseNotification``.
    public init?(fromRemoteNotificationDictionary dictionary: [AnyHashable: Any]) {
        guard let data = try? JSONSerialization.data(withJSONObject: dictionary.jsonObject),
            let wire = try? WireNotification(json: Array(data)),
            let made = CKNotification.make(wire) as? Self
        else { return nil }
        self = made
    }
}

extension [AnyHashable: Any] {
    /// The dictionary with texts for keys; what has others is left out.
    fileprivate var jsonObject: [String: Any] {
        reduce(into: [:]) { result, pair in
            if let key = pair.key.base as? String { result[key] = pair.value }
        }
    }
}

/// What a push says: that something changed.
///
/// A hint: it may be late, merged with others, or lost.
public class CKNotification: NSObject, CKNotificationMaking, @unchecked Sendable {
    /// What names a notification.
    public typealias ID = String

    /// What changed.
    public enum NotificationType: Int, Sendable {
        /// A record of a query.
        case query = 1
        /// A zone.
        case recordZone = 2
        /// A notification that was read; not used here.
        case readNotification = 3
        /// Something in a database.
        case database = 4
    }

    /// What changed.
    public let notificationType: NotificationType
    /// What names it.
    public let notificationID: ID?
    /// The container.
    public let containerIdentifier: String?
    /// The subscription that fired.
    public let subscriptionID: CKSubscription.ID?
    /// The text.
    public let alertBody: String?
    /// The key of the text in the app's own languages.
    public let alertLocalizationKey: String?
    /// What goes into that text.
    public let alertLocalizationArgs: [String]?
    /// The sound.
    public let soundName: String?
    /// The number on the app's badge.
    public let badge: NSNumber?
    /// Whether something was left out, so that the changes must be fetched: always, here.
    public var isPruned: Bool { true }

    init(_ type: NotificationType, _ wire: WireNotification, _ notice: WireChangeNotice) {
        notificationType = type
        notificationID = wire.notificationID
        containerIdentifier = wire.containerIdentifier
        subscriptionID = notice.subscriptionID
        alertBody = wire.alert?.body
        alertLocalizationKey = wire.alert?.localizationKey
        alertLocalizationArgs = wire.alert?.localizationArguments
        soundName = wire.sound
        badge = wire.badge.map { NSNumber(value: $0) }
    }

    static func make(_ wire: WireNotification) -> CKNotification? {
        switch wire.event {
        case .query(let notice): CKQueryNotification(wire, notice)
        case .zone(let notice): CKRecordZoneNotification(wire, notice)
        case .database(let notice): CKDatabaseNotification(wire, notice)
        case nil: nil
        }
    }
}

extension WireChangeNotice {
    fileprivate var scope: CKDatabase.Scope {
        database.flatMap { CKDatabase.Scope(rawValue: $0.frameworkValue) } ?? .private
    }

    fileprivate var zone: CKRecordZone.ID? {
        zoneName.map { name in
            let owner = scope == .shared ? zoneOwner ?? CKCurrentUserDefaultName : CKCurrentUserDefaultName
            return CKRecordZone.ID(zoneName: name, ownerName: owner)
        }
    }
}

/// A record of a query changed.
public final class CKQueryNotification: CKNotification, @unchecked Sendable {
    /// What happened to a record.
    public enum Reason: Int, Sendable {
        /// It was created.
        case recordCreated = 1
        /// It was changed.
        case recordUpdated = 2
        /// It was deleted.
        case recordDeleted = 3
    }

    /// What happened.
    public let queryNotificationReason: Reason
    /// The record.
    public let recordID: CKRecord.ID?
    /// The values of the fields that the subscription wants sent along, as far as they came; nil if none did.
    ///
    /// Dates come as their milliseconds since 1970, and references as the names of records: notifications have no types.
    public let recordFields: [String: CKRecordValue]?
    /// The database.
    public let databaseScope: CKDatabase.Scope

    init(_ wire: WireNotification, _ notice: WireChangeNotice) {
        queryNotificationReason = notice.reason.flatMap { Reason(rawValue: $0.rawValue) } ?? .recordUpdated
        let zone = notice.zone ?? .default
        recordID = notice.recordName.map { CKRecord.ID(recordName: $0, zoneID: zone) }
        recordFields = notice.additionalFields.flatMap(Self.values)
        databaseScope = notice.scope
        super.init(.query, wire, notice)
    }
}

extension CKQueryNotification {
    fileprivate static func values(of json: RawJSON) -> [String: CKRecordValue]? {
        guard let object = try? JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any] else {
            return nil
        }
        return object.compactMapValues { value -> CKRecordValue? in
            switch value {
            case let text as String: text
            case let texts as [String]: texts
            case let number as NSNumber: number
            default: nil
            }
        }
    }
}

/// A zone changed.
public final class CKRecordZoneNotification: CKNotification, @unchecked Sendable {
    /// The zone.
    public let recordZoneID: CKRecordZone.ID?
    /// The database.
    public let databaseScope: CKDatabase.Scope

    init(_ wire: WireNotification, _ notice: WireChangeNotice) {
        recordZoneID = notice.zone
        databaseScope = notice.scope
        super.init(.recordZone, wire, notice)
    }
}

/// Something in a database changed.
public final class CKDatabaseNotification: CKNotification, @unchecked Sendable {
    /// The database.
    public let databaseScope: CKDatabase.Scope

    init(_ wire: WireNotification, _ notice: WireChangeNotice) {
        databaseScope = notice.scope
        super.init(.database, wire, notice)
    }
}
