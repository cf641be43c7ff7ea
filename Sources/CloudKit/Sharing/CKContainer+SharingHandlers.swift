import Foundation

// The forms with completion handlers, which are called on no particular thread.

extension CKContainer {
    /// What is to be known of the share of an address.
    public func fetchShareMetadata(
        with url: URL,
        completionHandler: @escaping @Sendable (CKShare.Metadata?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.shareMetadata(for: url) }
    }

    /// Accepts a share.
    public func accept(
        _ metadata: CKShare.Metadata,
        completionHandler: @escaping @Sendable (CKShare?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.accept(metadata) }
    }

    /// The user of an e-mail address as a participant to add to a share.
    public func fetchShareParticipant(
        withEmailAddress emailAddress: String,
        completionHandler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.shareParticipant(forEmailAddress: emailAddress) }
    }

    /// The user of a telephone number as a participant to add to a share.
    public func fetchShareParticipant(
        withPhoneNumber phoneNumber: String,
        completionHandler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.shareParticipant(forPhoneNumber: phoneNumber) }
    }

    /// The user whose record has that ID as a participant to add to a share.
    public func fetchShareParticipant(
        withUserRecordID userRecordID: CKRecord.ID,
        completionHandler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.shareParticipant(forUserRecordID: userRecordID) }
    }

    /// The user of an e-mail address; neither user nor error if there is none who may be found.
    public func discoverUserIdentity(
        withEmailAddress email: String,
        completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
    ) {
        handing(flat(completionHandler)) { try await self.userIdentity(forEmailAddress: email) }
    }

    /// The user of a telephone number; neither user nor error if there is none who may be found.
    public func discoverUserIdentity(
        withPhoneNumber phoneNumber: String,
        completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
    ) {
        handing(flat(completionHandler)) { try await self.userIdentity(forPhoneNumber: phoneNumber) }
    }

    /// The user whose record has that ID; neither user nor error if there is none who may be found.
    public func discoverUserIdentity(
        withUserRecordID userRecordID: CKRecord.ID,
        completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
    ) {
        handing(flat(completionHandler)) { try await self.userIdentity(forUserRecordID: userRecordID) }
    }

    /// Everybody in the address book who uses the app: nobody, as the service knows no address books.
    public func discoverAllIdentities(
        completionHandler: @escaping @Sendable ([CKUserIdentity]?, (any Error)?) -> Void
    ) {
        handing(completionHandler) { try await self.allUserIdentitiesFromContacts() }
    }

    private func flat(
        _ handler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
    ) -> @Sendable (CKUserIdentity??, (any Error)?) -> Void {
        { handler($0 ?? nil, $1) }
    }
}

/// What an app may ask the user for.
extension CKContainer {
    /// What may be asked for.
    public struct ApplicationPermissions: OptionSet, Hashable, Sendable {
        /// One bit for each.
        public let rawValue: UInt

        /// Permissions by their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// That other users of the app find this one.
        public static let userDiscoverability = ApplicationPermissions(rawValue: 1)
    }

    /// Whether the user allowed it.
    public enum ApplicationPermissionStatus: Int, Sendable {
        /// Nobody asked yet.
        case initialState = 0
        /// It could not be found out.
        case couldNotComplete = 1
        /// No.
        case denied = 2
        /// Yes.
        case granted = 3
    }

    /// Always denied: on this project's service users find nobody but themselves, and over this protocol Apple's cannot be
    /// asked.
    public func applicationPermissionStatus(
        for permission: ApplicationPermissions
    ) async throws -> ApplicationPermissionStatus {
        .denied
    }

    /// Always denied, without asking anybody.
    public func requestApplicationPermission(
        _ permission: ApplicationPermissions
    ) async throws -> ApplicationPermissionStatus {
        .denied
    }

    /// Always denied.
    public func status(
        forApplicationPermission permission: ApplicationPermissions,
        completionHandler: @escaping @Sendable (ApplicationPermissionStatus, (any Error)?) -> Void
    ) {
        Task { completionHandler(.denied, nil) }
    }

    /// Always denied, without asking anybody.
    public func requestApplicationPermission(
        _ permission: ApplicationPermissions,
        completionHandler: @escaping @Sendable (ApplicationPermissionStatus, (any Error)?) -> Void
    ) {
        Task { completionHandler(.denied, nil) }
    }
}
