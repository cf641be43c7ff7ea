import CloudKitWebServices
import Foundation

/// The record that says with whom a record, or a whole zone, is shared.
///
/// Apple's class. Shares are part of the protocol, and this class reads and writes them; the service of this project
/// offers no sharing yet and refuses to save one with `permissionFailure`. Over this protocol the root record must be saved
/// before its share is made, since the share names the root's version.
public final class CKShare: CKRecord, @unchecked Sendable {
    /// The keys of a share that have a meaning for Apple's system.
    public enum SystemFieldKey {
        /// What is shared, in words.
        public static let title = "cloudkit.title"
        /// A uniform type identifier of what is shared.
        public static let shareType = "cloudkit.type"
        /// A picture of what is shared.
        public static let thumbnailImageData = "cloudkit.thumbnailImageData"
    }

    /// A share of a record, and of all records whose parent it is; the record points at it from now on.
    public convenience init(rootRecord: CKRecord) {
        let name = "Share-" + CloudKitSurroundings.live.newIdentifier()
        self.init(rootRecord: rootRecord, shareID: ID(recordName: name, zoneID: rootRecord.recordID.zoneID))
    }

    /// The same, with an ID of one's own, which must be in the record's zone.
    public convenience init(rootRecord: CKRecord, shareID: ID) {
        var contents = Contents()
        var sharing = WireRecordSharing()
        sharing.forRecord = WireShareTarget(
            recordName: rootRecord.recordID.recordName,
            recordChangeTag: rootRecord.recordChangeTag
        )
        sharing.publicPermission = WireParticipantPermission.none
        contents.sharing = sharing
        self.init(recordType: WireRecordSharing.shareRecordType, recordID: shareID, contents: contents)
        rootRecord.change { $0.share = Reference(recordID: shareID, action: .none) }
    }

    /// A share of a whole zone.
    public convenience init(recordZoneID: CKRecordZone.ID) {
        var contents = Contents()
        var sharing = WireRecordSharing()
        sharing.publicPermission = WireParticipantPermission.none
        contents.sharing = sharing
        let id = ID(recordName: WireRecordSharing.zoneShareRecordName, zoneID: recordZoneID)
        self.init(recordType: WireRecordSharing.shareRecordType, recordID: id, contents: contents)
    }

    /// Where others can accept it; nil until it was saved.
    public var url: URL? {
        sharing.shortGUID.flatMap { URL(string: "https://www.icloud.com/share/\($0)") }
    }

    /// What whoever has the address may do; nobody is let in by it if this is `none`.
    public var publicPermission: ParticipantPermission {
        get { sharing.publicPermission.map(ParticipantPermission.init) ?? .none }
        set { changeSharing { $0.publicPermission = newValue.wire } }
    }

    /// Who made it.
    public var owner: Participant {
        let wire = sharing.owner ?? sharing.participants?.first { $0.type == .owner }
        return Participant(wire ?? WireParticipant(type: .owner, permission: .readWrite, acceptanceStatus: .accepted))
    }

    /// Who takes part, the owner among them once the share was saved.
    public var participants: [Participant] {
        (sharing.participants ?? []).map { Participant($0) }
    }

    /// The signed-in user's part; nil until the share was saved or fetched.
    public var currentUserParticipant: Participant? {
        sharing.currentUserParticipant.map { Participant($0) }
    }

    /// Adds somebody, or changes the part of somebody who is in it already.
    public func addParticipant(_ participant: Participant) {
        changeSharing { sharing in
            sharing.participants =
                (sharing.participants ?? []).filter { !participant.isSame(as: $0) } + [participant.wire]
        }
    }

    /// Takes somebody out.
    public func removeParticipant(_ participant: Participant) {
        changeSharing { $0.participants?.removeAll { participant.isSame(as: $0) } }
    }

    /// A copy with the same ID, values, participants and changes.
    public override func copy(with zone: NSZone? = nil) -> Any {
        CKShare(recordType: recordType, recordID: recordID, contents: read { $0 })
    }

    private var sharing: WireRecordSharing {
        read { $0.sharing ?? WireRecordSharing() }
    }

    private func changeSharing(_ body: (inout WireRecordSharing) -> Void) {
        change { contents in
            var sharing = contents.sharing ?? WireRecordSharing()
            body(&sharing)
            contents.sharing = sharing
        }
    }
}
