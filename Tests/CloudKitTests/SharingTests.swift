import Foundation
import Synchronization
import Testing

@testable import CloudKit

/// Sharing: what this project's service says to it, and an exchange with a service that offers it, written down from the
/// published reference.
struct SharingTests {
    private static let address = URL(filePath: "/share/0abcDEF")

    // MARK: This project's service

    @Test(arguments: Way.allCases)
    func theServiceOffersNone(_ way: Way) async throws {
        try await way.run { world in
            let container = try await world.container()
            let url = try #require(URL(string: "https://www.icloud.com/share/0abcDEF#Boats"))
            #expect(await thrownCode { try await container.shareMetadata(for: url) } == .permissionFailure)
            #expect(
                await Handed { container.fetchShareMetadata(with: url, completionHandler: $0) }.code
                    == .permissionFailure
            )
            let database = try await world.notes()
            let note = try await database.save(World.note("N-1"))
            let share = CKShare(rootRecord: note)
            let (saves, _) = try await database.modifyRecords(saving: [share], deleting: [])
            #expect(saves.code(of: share.recordID.recordName) == .permissionFailure)
            #expect(
                await thrownCode {
                    try await container.sharedCloudDatabase.record(for: note.recordID)
                } == .permissionFailure
            )
        }
    }

    @Test(arguments: Way.allCases)
    func operationsSayThatThereIsNone(_ way: Way) async throws {
        try await way.run { world in
            let container = try await world.container()
            let url = try #require(URL(string: "https://www.icloud.com/share/0abcDEF"))
            let fetch = CKFetchShareMetadataOperation(shareURLs: [url])
            #expect(
                await Self.code(container, fetch) { fetch.fetchShareMetadataResultBlock = $0 } == .permissionFailure
            )
            let accept = CKAcceptSharesOperation(shareMetadatas: [try await Self.metadata()])
            #expect(await Self.code(container, accept) { accept.acceptSharesResultBlock = $0 } == .permissionFailure)
            let handed = try await Self.metadata()
            #expect(await Handed { container.accept(handed, completionHandler: $0) }.code == .permissionFailure)
        }
    }

    @Test func whatIsNoAddressOfAShareIsNotAskedFor() async throws {
        let container = CKContainer(
            identifier: World.identifier,
            configuration: CloudKitConfiguration(endpoint: "https://sync.example.org", transport: Exchange([]))
        )
        for text in ["https://www.icloud.com/", "https://www.icloud.com/share", "https://example.org/a/b"] {
            let url = try #require(URL(string: text))
            #expect(await thrownCode { try await container.shareMetadata(for: url) } == .invalidArguments)
        }
    }

    // MARK: A service that offers it

    @Test func aShareIsLookedAtAndAccepted() async throws {
        let exchange = Exchange([
            .init("POST", Self.base + "/public/records/resolve", Self.asked, 200, #"{"results":[\#(Self.resolved)]}"#),
            .init("POST", Self.base + "/public/records/accept", Self.asked, 200, #"{"results":[\#(Self.resolved)]}"#),
        ])
        let container = Self.container(exchange)
        let url = try #require(URL(string: "https://www.icloud.com/share/0abcDEF#Boats"))
        let metadata = try await container.shareMetadata(for: url)
        let owned = CKRecordZone.ID(zoneName: "Notes", ownerName: "_77aa")
        #expect(metadata.containerIdentifier == World.identifier)
        #expect(metadata.hierarchicalRootRecordID == CKRecord.ID(recordName: "N-1", zoneID: owned))
        #expect(metadata.ownerIdentity.userRecordID?.recordName == "_77aa")
        #expect(metadata.ownerIdentity.nameComponents?.givenName == "Anna")
        #expect(metadata.participantRole == .privateUser)
        #expect(metadata.participantStatus == .pending)
        #expect(metadata.participantPermission == .readWrite)
        let share = try await container.accept(metadata)
        #expect(share.recordID == CKRecord.ID(recordName: "Share-1", zoneID: owned))
        #expect(share.url == URL(string: "https://www.icloud.com/share/0abcDEF"))
        #expect(share[CKShare.SystemFieldKey.title] as? String == "Boats")
        #expect(share.publicPermission == .none)
        #expect(share.owner.role == .owner)
        #expect(share.participants.map(\.participantID) == ["p-1", "p-2"])
        #expect(share.currentUserParticipant?.permission == .readWrite)
        #expect(exchange.isOver)

        // It survives being archived, as a share.
        let coder = NSKeyedArchiver(requiringSecureCoding: true)
        share.encode(with: coder)
        let reader = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
        let read = try #require(CKShare(coder: reader))
        #expect(read.participants == share.participants)
        #expect((share.copy() as? CKShare)?.participants == share.participants)
    }

    @Test func aShareIsSaved() async throws {
        let exchange = Exchange([
            .init(
                "POST",
                Self.base + "/private/records/modify",
                """
                {"zoneID":{"zoneName":"Notes"},"atomic":false,"operations":[{"operationType":"create","record":
                 {"recordName":"Share-1","recordType":"cloudkit.share","publicPermission":"READ_ONLY",
                  "forRecord":{"recordName":"N-1"},
                  "participants":[{"userIdentity":{"userRecordName":"_3f0c"},"type":"USER","permission":"READ_WRITE",
                   "acceptanceStatus":"INVITED"}],
                  "fields":{"cloudkit.title":{"value":"Boats","type":"STRING"}}}}]}
                """,
                200,
                #"{"records":[\#(Self.share)]}"#
            )
        ])
        let root = World.note("N-1")
        let share = CKShare(rootRecord: root, shareID: CKRecord.ID(recordName: "Share-1", zoneID: World.notes))
        #expect(root.share?.recordID == share.recordID)
        share[CKShare.SystemFieldKey.title] = "Boats"
        share.publicPermission = .readOnly
        let participant = CKShare.Participant(
            .init(userIdentity: .init(userRecordName: "_3f0c"), type: .user, acceptanceStatus: .invited)
        )
        participant.permission = .readOnly
        share.addParticipant(participant)
        participant.permission = .readWrite
        // The same person is there once, with the last permission.
        share.addParticipant(participant)
        let stranger = CKShare.Participant(.init(userIdentity: .init(userRecordName: "_9999")))
        share.addParticipant(stranger)
        share.removeParticipant(stranger)
        let saved = try await Self.container(exchange).privateCloudDatabase.save(share)
        #expect((saved as? CKShare)?.participants.count == 2)
        #expect(CKShare(recordZoneID: World.notes).recordID.recordName == "cloudkit.zoneshare")
    }

    // MARK: People

    @Test(arguments: Way.allCases)
    func peopleFindThemselves(_ way: Way) async throws {
        try await way.run { world in
            let container = try await world.container("anna")
            _ = try await world.webToken("berta")
            let own = try await container.userRecordID()
            #expect(try await container.userIdentity(forEmailAddress: "anna")?.userRecordID == own)
            #expect(try await container.userIdentity(forUserRecordID: own)?.hasiCloudAccount == true)
            #expect(try await container.userIdentity(forEmailAddress: "berta") == nil)
            #expect(try await container.userIdentity(forPhoneNumber: "1") == nil)
            #expect(try await container.allUserIdentitiesFromContacts().isEmpty)
            let participant = try await container.shareParticipant(forUserRecordID: own)
            #expect(participant.userIdentity.userRecordID == own)
            #expect(participant.role == .privateUser)
            #expect(participant.acceptanceStatus == .pending)
            #expect(
                await thrownCode {
                    try await container.shareParticipant(forEmailAddress: "berta")
                } == .unknownItem
            )
            #expect(await thrownCode { try await container.shareParticipant(forPhoneNumber: "1") } == .unknownItem)
        }
    }

    @Test(arguments: Way.allCases)
    func handlersGetPeopleToo(_ way: Way) async throws {
        try await way.run { world in
            let container = try await world.container("anna")
            let own = try await container.userRecordID()
            let found = await Handed {
                container.discoverUserIdentity(withUserRecordID: own, completionHandler: $0)
            }
            #expect(found.value?.userRecordID == own)
            let mail = await Handed { container.discoverUserIdentity(withEmailAddress: "anna", completionHandler: $0) }
            #expect(mail.value?.userRecordID == own)
            let nobody = await Handed { container.discoverUserIdentity(withPhoneNumber: "1", completionHandler: $0) }
            #expect(nobody.value == nil && nobody.error == nil)
            let all = try await Handed { container.discoverAllIdentities(completionHandler: $0) }.get()
            #expect(all.isEmpty)
            let part = try await Handed {
                container.fetchShareParticipant(withUserRecordID: own, completionHandler: $0)
            }
            .get()
            #expect(part.userIdentity.userRecordID == own)
            let anna = try await Handed {
                container.fetchShareParticipant(withEmailAddress: "anna", completionHandler: $0)
            }
            .get()
            #expect(anna.userIdentity.lookupInfo?.emailAddress == "anna")
            #expect(
                await Handed { container.fetchShareParticipant(withPhoneNumber: "1", completionHandler: $0) }.code
                    == .unknownItem
            )
        }
    }

    @Test(arguments: Way.allCases)
    func operationsGetPeopleToo(_ way: Way) async throws {
        try await way.run { world in
            let container = try await world.container("anna")
            _ = try await world.webToken("berta")
            let infos = CKUserIdentity.LookupInfo.lookupInfos(withEmails: ["anna", "berta"])
            let found = Mutex<[String]>([])
            let discover = CKDiscoverUserIdentitiesOperation(userIdentityLookupInfos: infos)
            discover.userIdentityDiscoveredBlock = { _, info in found.withLock { $0.append(info.emailAddress ?? "") } }
            #expect(await Self.code(container, discover) { discover.discoverUserIdentitiesResultBlock = $0 } == nil)
            #expect(found.withLock { $0 } == ["anna"])
            let all = CKDiscoverAllUserIdentitiesOperation()
            #expect(await Self.code(container, all) { all.discoverAllUserIdentitiesResultBlock = $0 } == nil)
            let parts = CKFetchShareParticipantsOperation(userIdentityLookupInfos: infos)
            let lines = Mutex<[String]>([])
            parts.perShareParticipantResultBlock = { info, result in
                let word = (try? result.get()) == nil ? "nobody" : "found"
                lines.withLock { $0.append("\(info.emailAddress ?? "") \(word)") }
            }
            #expect(
                await Self.code(container, parts) { parts.fetchShareParticipantsResultBlock = $0 } == .partialFailure
            )
            #expect(lines.withLock { $0 } == ["anna found", "berta nobody"])
        }
    }

    @Test func nobodyMayBeFoundByOthers() async throws {
        try await Way.inProcess.run { world in
            let container = try await world.container()
            #expect(try await container.applicationPermissionStatus(for: .userDiscoverability) == .denied)
            #expect(try await container.requestApplicationPermission(.userDiscoverability) == .denied)
            let status = await withCheckedContinuation { continuation in
                container.status(forApplicationPermission: .userDiscoverability) { status, _ in
                    continuation.resume(returning: status)
                }
            }
            #expect(status == .denied)
            let requested = await withCheckedContinuation { continuation in
                container.requestApplicationPermission(.userDiscoverability) { status, _ in
                    continuation.resume(returning: status)
                }
            }
            #expect(requested == .denied)
        }
    }

    // MARK: The exchange

    private static let base = "https://api.apple-cloudkit.com/database/1/iCloud.org.example.notes/development"
    private static let zone = #"{"zoneName":"Notes","ownerRecordName":"_77aa"}"#
    private static let asked = #"{"shortGUIDs":[{"value":"0abcDEF"}]}"#
    private static let share = """
        {"recordName":"Share-1","recordType":"cloudkit.share","recordChangeTag":"2a","shortGUID":"0abcDEF",
         "fields":{"cloudkit.title":{"value":"Boats","type":"STRING"}},"publicPermission":"NONE",
         "participants":[
          {"participantId":"p-1","userIdentity":{"userRecordName":"_77aa"},"type":"OWNER","permission":"READ_WRITE",
           "acceptanceStatus":"ACCEPTED"},
          {"participantId":"p-2","userIdentity":{"userRecordName":"_3f0c"},"type":"USER","permission":"READ_WRITE",
           "acceptanceStatus":"INVITED"}],
         "currentUserParticipant":{"participantId":"p-2","type":"USER","permission":"READ_WRITE",
          "acceptanceStatus":"INVITED"},"requesters":[],"zoneID":\(zone)}
        """
    private static let resolved = """
        {"shortGUID":{"value":"0abcDEF"},"containerIdentifier":"iCloud.org.example.notes","environment":"DEVELOPMENT",
         "databaseScope":"SHARED","zoneID":\(zone),"rootRecordName":"N-1","share":\(share),
         "ownerIdentity":{"userRecordName":"_77aa","nameComponents":{"givenName":"Anna"}},
         "participantType":"USER","participantStatus":"INVITED","participantPermission":"READ_WRITE"}
        """

    private static func container(_ exchange: Exchange) -> CKContainer {
        CKContainer(
            identifier: World.identifier,
            configuration: CloudKitConfiguration(
                endpoint: CloudKitConfiguration.appleEndpoint,
                apiToken: "0123abcd",
                webAuthToken: "one",
                transport: exchange
            )
        )
    }

    private static func metadata() async throws -> CKShare.Metadata {
        let answer = #"{"results":[\#(resolved)]}"#
        let exchange = Exchange([.init("POST", base + "/public/records/resolve", asked, 200, answer)])
        return try await container(exchange).shareMetadata(for: address)
    }

    /// The code with which an operation ends; nil for success.
    private static func code(
        _ container: CKContainer,
        _ operation: CKOperation,
        _ set: (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void
    ) async -> CKError.Code? {
        let result = await withCheckedContinuation { continuation in
            set { continuation.resume(returning: $0) }
            container.add(operation)
        }
        guard case .failure(let error) = result else { return nil }
        return (error as? CKError)?.code ?? .internalError
    }
}
