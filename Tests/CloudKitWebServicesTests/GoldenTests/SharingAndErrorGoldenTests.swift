import CloudKitWebServices
import Testing

/// Shares and errors, as the reference shows them.
struct SharingAndErrorGoldenTests {
    @Test func resolveRequest() throws {
        let guid = WireShortGUID(value: "0abCDefG", shouldFetchRootRecord: true, rootRecordDesiredKeys: ["title"])
        try Golden.check("records-resolve-request", is: ResolveRecordsRequest(shortGUIDs: [guid]))
    }

    @Test func resolveAnswer() throws {
        let failure = WireError(.accessDenied, reason: "sharing is not offered yet")
        try Golden.check(
            "records-resolve-response",
            is: ResolveRecordsResponse(results: [.success(resolvedShare), .failure(failure)])
        )
    }

    private var resolvedShare: WireResolvedShare {
        var result = WireResolvedShare()
        result.shortGUID = WireShortGUID(value: "0abCDefG")
        result.containerIdentifier = "iCloud.org.example.notes"
        result.environment = "PRODUCTION"
        result.databaseScope = "SHARED"
        result.zoneID = WireZoneID(zoneName: "Notes", ownerRecordName: Known.other)
        result.rootRecordName = "N-1"
        result.rootRecord = WireRecord(recordName: "N-1", recordType: "Note", fields: ["title": .string("Milk")])
        result.share = share
        result.ownerIdentity = WireUserIdentity(userRecordName: Known.other)
        result.participantType = .user
        result.participantStatus = .invited
        result.participantPermission = .readOnly
        let contact = RawJSON(checked: Array(#"{"emailAddress": "a@example.org"}"#.utf8))
        result.potentialMatchList = [WireParticipantMatch(participantID: "p2", contactInformation: contact)]
        result.webpageURL = "https://www.example.org/"
        result.anonymousPublicAccess = RawJSON(checked: Array(#"{"token": "t", "databasePartition": "p1"}"#.utf8))
        return result
    }

    private var share: WireRecord {
        var sharing = WireRecordSharing()
        sharing.shortGUID = "0abCDefG"
        sharing.publicPermission = WireParticipantPermission.none
        sharing.participants = [
            WireParticipant(
                participantID: "p1",
                userIdentity: WireUserIdentity(userRecordName: Known.other),
                type: .owner,
                permission: .readWrite,
                acceptanceStatus: .accepted
            )
        ]
        sharing.owner = WireParticipant(participantID: "p1")
        sharing.currentUserParticipant = WireParticipant(
            participantID: "p2",
            type: WireParticipantType(rawValue: "FUTURE_TYPE")
        )
        return WireRecord(recordName: "S-1", recordType: WireRecordSharing.shareRecordType)
            .with { $0.sharing = sharing }
    }

    @Test func shareRequest() throws {
        var root = WireRecordSharing()
        root.createShortGUID = true
        var share = WireRecordSharing()
        share.forRecord = WireShareTarget(recordName: "N-1", recordChangeTag: "1h")
        share.publicPermission = .readOnly
        share.participants = []
        let request = ModifyRecordsRequest(
            operations: [
                RecordOperation(
                    .update,
                    WireRecord(recordName: "N-1", recordType: "Note", recordChangeTag: "1h")
                        .with { $0.sharing = root }
                ),
                RecordOperation(
                    .create,
                    WireRecord(recordName: "S-1", recordType: "cloudkit.share").with { $0.sharing = share }
                ),
            ],
            zoneID: Known.notes,
            atomic: true
        )
        try Golden.check("share-create-request", is: request)
    }

    @Test func errors() throws {
        let signIn = WireError(
            .authenticationRequired,
            reason: ErrorReason.needsAuthorization,
            uuid: "4d3c0000-0000-4000-8000-000000000000",
            redirectURL: "https://ck.example/auth/start?state=s"
        )
        try Golden.check("error-authentication-required", is: signIn)
        try Golden.check("error-throttled", is: WireError(.throttled, reason: "slow down", uuid: "u", retryAfter: 30))
        try Golden.check("error-unknown", is: WireError(ServerErrorCode(rawValue: "SOMETHING_NEW")))
    }

    @Test func otherSpellingOfTheRedirection() throws {
        let error = try WireError(json: #"{"serverErrorCode":"AUTHENTICATION_REQUIRED","redirectUrl":"x"}"#)
        #expect(error.redirectURL == "x")
    }
}
