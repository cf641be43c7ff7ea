import CloudKitWebServices
import Foundation

extension CKShare {
    /// What is to be known of a share before it is accepted.
    public final class Metadata: NSObject, NSCopying, @unchecked Sendable {
        /// The container that the shared records are in.
        public let containerIdentifier: String
        /// The share.
        public let share: CKShare
        /// The record that is shared; nil if a whole zone is.
        public let hierarchicalRootRecordID: CKRecord.ID?
        /// That record, if it was asked for.
        public let rootRecord: CKRecord?
        /// Who made the share.
        public let ownerIdentity: CKUserIdentity
        /// The signed-in user's part.
        public let participantRole: ParticipantRole
        /// How far the signed-in user's invitation has come.
        public let participantStatus: ParticipantAcceptanceStatus
        /// What the signed-in user may do.
        public let participantPermission: ParticipantPermission
        /// What the service names the share by.
        let shortGUID: String

        init(_ wire: WireResolvedShare, share: CKShare, rootRecord: CKRecord?, zoneID: CKRecordZone.ID, asked: String) {
            containerIdentifier = wire.containerIdentifier ?? ""
            self.share = share
            self.rootRecord = rootRecord
            hierarchicalRootRecordID = wire.rootRecordName.map { CKRecord.ID(recordName: $0, zoneID: zoneID) }
            ownerIdentity = CKUserIdentity(wire.ownerIdentity ?? WireUserIdentity())
            participantRole = wire.participantType.map(ParticipantRole.init) ?? .unknown
            participantStatus = wire.participantStatus.map(ParticipantAcceptanceStatus.init) ?? .unknown
            participantPermission = wire.participantPermission.map(ParticipantPermission.init) ?? .unknown
            shortGUID = wire.shortGUID?.value ?? asked
        }

        /// The metadata itself: it never changes.
        public func copy(with zone: NSZone? = nil) -> Any { self }
    }
}
