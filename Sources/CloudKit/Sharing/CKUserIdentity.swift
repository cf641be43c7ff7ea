import CloudKitWebServices
import Foundation

/// A user, as far as others may know.
public final class CKUserIdentity: NSObject, NSCopying, @unchecked Sendable {
    /// What a user is looked for by.
    public final class LookupInfo: NSObject, NSCopying, @unchecked Sendable {
        let wire: WireLookupInfo

        init(_ wire: WireLookupInfo) {
            self.wire = wire
        }

        /// By an e-mail address; on this project's service, by the name of the account.
        public convenience init(emailAddress: String) {
            self.init(WireLookupInfo(emailAddress: emailAddress))
        }

        /// By a telephone number.
        public convenience init(phoneNumber: String) {
            self.init(WireLookupInfo(phoneNumber: phoneNumber))
        }

        /// By the ID of the user's record.
        public convenience init(userRecordID: CKRecord.ID) {
            self.init(WireLookupInfo(userRecordName: userRecordID.recordName))
        }

        /// One for each e-mail address.
        public static func lookupInfos(withEmails emails: [String]) -> [LookupInfo] {
            emails.map { LookupInfo(emailAddress: $0) }
        }

        /// One for each telephone number.
        public static func lookupInfos(withPhoneNumbers phoneNumbers: [String]) -> [LookupInfo] {
            phoneNumbers.map { LookupInfo(phoneNumber: $0) }
        }

        /// One for each record ID.
        public static func lookupInfos(with recordIDs: [CKRecord.ID]) -> [LookupInfo] {
            recordIDs.map { LookupInfo(userRecordID: $0) }
        }

        /// The e-mail address.
        public var emailAddress: String? { wire.emailAddress }
        /// The telephone number.
        public var phoneNumber: String? { wire.phoneNumber }
        /// The ID of the user's record.
        public var userRecordID: CKRecord.ID? { wire.userRecordName.map { CKRecord.ID(recordName: $0) } }

        /// Those that look for the same are equal.
        public override func isEqual(_ object: Any?) -> Bool {
            (object as? LookupInfo)?.wire == wire
        }

        /// Hashes what is looked for.
        public override var hash: Int { wire.hashValue }

        /// This itself: it never changes.
        public func copy(with zone: NSZone? = nil) -> Any { self }
    }

    /// The ID of the user's record.
    public let userRecordID: CKRecord.ID?
    /// What the user was found by.
    public let lookupInfo: LookupInfo?
    /// The user's name, if the service tells it; this project's does not.
    public let nameComponents: PersonNameComponents?
    /// Entries of the address book; none here.
    public let contactIdentifiers: [String] = []
    /// Whether the service knows the user.
    public var hasiCloudAccount: Bool { userRecordID != nil }

    init(_ wire: WireUserIdentity) {
        userRecordID = wire.userRecordName.map { CKRecord.ID(recordName: $0) }
        lookupInfo = wire.lookupInfo.map { LookupInfo($0) }
        nameComponents = wire.nameComponents.map { name in
            var components = PersonNameComponents()
            components.namePrefix = name.namePrefix
            components.givenName = name.givenName
            components.middleName = name.middleName
            components.familyName = name.familyName
            components.nickname = name.nickname
            components.nameSuffix = name.nameSuffix
            return components
        }
    }

    /// Identities of the same user, found in the same way, are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKUserIdentity else { return false }
        return other.userRecordID == userRecordID && other.lookupInfo == lookupInfo
    }

    /// Hashes the ID of the user's record.
    public override var hash: Int { userRecordID?.hash ?? 0 }

    /// The identity itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
