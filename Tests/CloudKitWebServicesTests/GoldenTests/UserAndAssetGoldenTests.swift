import CloudKitWebServices
import Testing

/// Users and assets, as the reference shows them.
struct UserAndAssetGoldenTests {
    private let ada = WireUserIdentity(
        userRecordName: Known.caller,
        nameComponents: WireNameComponents(givenName: "Ada", familyName: "Lovelace"),
        lookupInfo: WireLookupInfo(emailAddress: "ada@example.org")
    )

    @Test func caller() throws {
        try Golden.check("users-caller-response", is: CallerResponse(user: ada))
    }

    @Test(arguments: [#"{"userRecordName":"_a"}"#, #"{"users":[{"userRecordName":"_a"}]}"#])
    func callerInEitherPlace(_ text: String) throws {
        #expect(try CallerResponse(json: text).user.userRecordName == "_a")
    }

    @Test func current() throws {
        let answer = CurrentUserResponse(userRecordName: Known.caller, firstName: "Ada", lastName: "Lovelace")
        try Golden.check("users-current-response", is: answer)
    }

    @Test func discover() throws {
        let request = DiscoverUsersRequest(lookupInfos: [
            WireLookupInfo(emailAddress: "a@example.org"), WireLookupInfo(phoneNumber: "+4989123456"),
            WireLookupInfo(userRecordName: Known.other),
        ])
        try Golden.check("users-discover-request", is: request)
        var name = WireNameComponents(givenName: "Grace", familyName: "Hopper")
        name.namePrefix = "Dr."
        name.middleName = "B."
        name.nickname = "Amazing"
        name.nameSuffix = "jr."
        name.phoneticRepresentation = RawJSON(checked: Array(#"{"givenName": "greis"}"#.utf8))
        let user = WireUserIdentity(
            userRecordName: Known.other,
            nameComponents: name,
            lookupInfo: WireLookupInfo(emailAddress: "a@example.org")
        )
        try Golden.check("users-discover-response", is: UsersResponse(users: [.success(user)]))
    }

    @Test func lookup() throws {
        let request = LookupUsersRequest(users: [WireLookupInfo(emailAddress: "a@example.org")])
        try Golden.check("users-lookup-request", is: request)
    }

    @Test func upload() throws {
        let request = UploadAssetsRequest(
            tokens: [
                AssetToken(recordName: "N-1", recordType: "Note", fieldName: "photo"),
                AssetToken(recordType: "Note", fieldName: "sound"),
            ],
            zoneID: Known.notes
        )
        try Golden.check("assets-upload-request", is: request)
        let place = AssetUploadURL(
            recordName: "N-1",
            fieldName: "photo",
            url: "https://assets.example/u/1?sig=a%2Bb"
        )
        let failure = WireError(.badRequest, reason: "the field holds no asset", recordName: "N-2")
        try Golden.check(
            "assets-upload-response",
            is: UploadAssetsResponse(tokens: [.success(place), .failure(failure)])
        )
    }

    @Test func receipt() throws {
        let file = WireAsset(
            fileChecksum: "AQABAgMEBQYHCAkKCwwNDg8QERIT",
            size: 1234,
            receipt: "cmVjZWlwdA==",
            wrappingKey: "AAECAwQFBgcICQoLDA0ODw==",
            referenceChecksum: "AQABAgMEBQYHCAkKCwwNDg8QERIU"
        )
        try Golden.check("assets-receipt", is: AssetUploadReceipt(singleFile: file))
    }

    @Test func rereference() throws {
        let request = RereferenceAssetsRequest(
            assets: [AssetField(recordName: "N-1", fieldName: "photo")],
            zoneID: Known.notes,
            targetZoneID: WireZoneID(zoneName: "Archive")
        )
        try Golden.check("assets-rereference-request", is: request)
        let file = WireAsset(fileChecksum: "AQABAgMEBQYHCAkKCwwNDg8QERIT", size: 1234, receipt: "cmVjZWlwdA==")
        try Golden.check("assets-rereference-response", is: RereferenceAssetsResponse(assets: [.success(file)]))
    }

    @Test func fileNamesGoIntoDownloadAddresses() {
        let asset = WireAsset(downloadURL: "https://a.example/$x/${f}?e=1")
        #expect(asset.downloadURL(fileName: "Ein Bild+.png") == "https://a.example/$x/Ein%20Bild%2B.png?e=1")
        let plain = WireAsset(downloadURL: "https://a.example/f")
        #expect(plain.downloadURL(fileName: "x") == "https://a.example/f")
        #expect(WireAsset().downloadURL(fileName: "x") == nil)
    }
}
