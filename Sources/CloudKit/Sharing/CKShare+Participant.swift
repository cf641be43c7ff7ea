import CloudKitWebServices
import Foundation
import Synchronization

extension CKShare {
    /// What somebody may do with what is shared.
    public enum ParticipantPermission: Int, Sendable {
        /// Nobody knows.
        case unknown = 0
        /// Nothing.
        case none = 1
        /// Read.
        case readOnly = 2
        /// Read and write.
        case readWrite = 3
    }

    /// The part that somebody has.
    public enum ParticipantRole: Int, Sendable {
        /// Nobody knows.
        case unknown = 0
        /// Whoever made the share.
        case owner = 1
        /// Someone who may change who takes part.
        case administrator = 2
        /// Someone who was invited.
        case privateUser = 3
        /// Someone who came by the address.
        case publicUser = 4
    }

    /// How far an invitation has come.
    public enum ParticipantAcceptanceStatus: Int, Sendable {
        /// Nobody knows.
        case unknown = 0
        /// Not accepted yet.
        case pending = 1
        /// Accepted.
        case accepted = 2
        /// Taken out.
        case removed = 3
    }

    /// Someone who takes part in a share.
    public final class Participant: NSObject, NSCopying, @unchecked Sendable {
        private let state: Mutex<WireParticipant>

        init(_ wire: WireParticipant) {
            state = Mutex(wire)
        }

        /// Who it is.
        public var userIdentity: CKUserIdentity { CKUserIdentity(wire.userIdentity ?? WireUserIdentity()) }
        /// How far the invitation has come.
        public var acceptanceStatus: ParticipantAcceptanceStatus {
            wire.acceptanceStatus.map(ParticipantAcceptanceStatus.init) ?? .unknown
        }
        /// What names the participant within the share; empty until the share was saved.
        public var participantID: String { wire.participantID ?? "" }

        /// The part.
        public var role: ParticipantRole {
            get { wire.type.map(ParticipantRole.init) ?? .unknown }
            set { state.withLock { $0.type = newValue.wire } }
        }

        /// What the participant may do.
        public var permission: ParticipantPermission {
            get { wire.permission.map(ParticipantPermission.init) ?? .unknown }
            set { state.withLock { $0.permission = newValue.wire } }
        }

        var wire: WireParticipant { state.withLock { $0 } }

        /// Whether the service means the same person.
        func isSame(as other: WireParticipant) -> Bool {
            let own = wire
            if let id = own.participantID, let other = other.participantID { return id == other }
            if let name = own.userIdentity?.userRecordName, let other = other.userIdentity?.userRecordName {
                return name == other
            }
            return own.userIdentity?.lookupInfo != nil && own.userIdentity?.lookupInfo == other.userIdentity?.lookupInfo
        }

        /// Participants with the same identity and part are equal.
        public override func isEqual(_ object: Any?) -> Bool {
            (object as? Participant)?.wire == wire
        }

        /// Hashes what names the participant.
        public override var hash: Int { participantID.hashValue }

        /// A copy.
        public func copy(with zone: NSZone? = nil) -> Any { Participant(wire) }
    }
}

extension CKShare.ParticipantPermission {
    init(_ wire: WireParticipantPermission) {
        self =
            switch wire {
            case .none: .none
            case .readOnly: .readOnly
            case .readWrite: .readWrite
            default: .unknown
            }
    }

    var wire: WireParticipantPermission {
        switch self {
        case .unknown: .unknown
        case .none: .none
        case .readOnly: .readOnly
        case .readWrite: .readWrite
        }
    }
}

extension CKShare.ParticipantRole {
    init(_ wire: WireParticipantType) {
        self =
            switch wire {
            case .owner: .owner
            case .administrator: .administrator
            case .user, .privateUser: .privateUser
            case .publicUser: .publicUser
            default: .unknown
            }
    }

    var wire: WireParticipantType {
        switch self {
        case .unknown: .unknown
        case .owner: .owner
        case .administrator: .administrator
        case .privateUser: .user
        case .publicUser: .publicUser
        }
    }
}

extension CKShare.ParticipantAcceptanceStatus {
    init(_ wire: WireParticipantStatus) {
        self =
            switch wire {
            case .invited, .pending: .pending
            case .accepted: .accepted
            case .removed: .removed
            default: .unknown
            }
    }
}
