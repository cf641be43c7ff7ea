import CloudKitWebServices
import Testing

/// Addresses of requests, taken apart and put together.
struct ServicePathTests {
    @Test func everyEndpointComesBack() throws {
        for endpoint in ServiceEndpoint.allCases {
            for scope in DatabaseScope.allCases {
                let path = ServicePath(
                    container: "iCloud.org.example.notes",
                    environment: .production,
                    database: scope,
                    endpoint: endpoint
                )
                #expect(path.database == (endpoint.isForDevice ? nil : scope))
                #expect(try ServicePath(parsing: path.path) == path)
                #expect(try ServicePath(parsing: path.path + "?ckAPIToken=a/b") == path)
            }
        }
    }

    @Test(
        arguments: [
            ("/database/1/iCloud.a/development/private/records/modify", .modifyRecords),
            ("/database/1/iCloud%2Ea/production/public/users/lookup/email", .lookupUsersByEmail),
            ("/database/1/iCloud.a/development/shared/changes/zone", .zoneChanges),
            ("/device/1/iCloud.a/development/tokens/create", .createToken),
        ] as [(String, ServiceEndpoint)]
    )
    func publishedPaths(_ path: String, _ endpoint: ServiceEndpoint) throws {
        let parsed = try ServicePath(parsing: path)
        #expect(parsed.endpoint == endpoint)
        #expect(parsed.container == "iCloud.a")
    }

    @Test(
        arguments: [
            ("", .noEndpoint), ("/", .noEndpoint), ("database/1/iCloud.a/development/public/zones/list", .noEndpoint),
            ("/database/2/iCloud.a/development/public/zones/list", .noEndpoint),
            ("/database/1/iCloud.a/development/public/zones/lists", .noEndpoint),
            ("/database/1/iCloud.a/development/public/zones/list/", .noEndpoint),
            ("/database/1/iCloud.a/development/public//zones/list", .noEndpoint),
            ("/database/1/iCloud.a/development/zones/list", .noEndpoint), ("/database/1/iCloud.a", .noEndpoint),
            ("/database/1/org.example/development/public/zones/list", .badContainer),
            ("/database/1/iCloud./development/public/zones/list", .badContainer),
            ("/database/1/iCloud.a%2Fb/development/public/zones/list", .badContainer),
            ("/database/1/iCloud.%zz/development/public/zones/list", .badContainer),
            ("/database/1/iCloud.%FF/development/public/zones/list", .badContainer),
            ("/database/1/iCloud.a/staging/public/zones/list", .badEnvironment),
            ("/database/1/iCloud.a/Development/public/zones/list", .badEnvironment),
            ("/database/1/iCloud.a/development/PUBLIC/zones/list", .badDatabase),
            ("/database/1/iCloud.a/development/public/tokens/create", .methodNotAllowed),
            ("/database/1/iCloud.a/development/tokens/register", .methodNotAllowed),
            ("/device/1/iCloud.a/development/zones/list", .noEndpoint), ("/device/1/iCloud.a/development", .noEndpoint),
        ] as [(String, ServicePathError)]
    )
    func otherPathsAreRefused(_ path: String, _ expected: ServicePathError) {
        let error = #expect(throws: ServicePathError.self) { try ServicePath(parsing: path) }
        #expect(error == expected)
    }

    @Test func refusalsHaveAnswers() {
        #expect(ServicePathError.noEndpoint.httpStatus == 404)
        #expect(ServicePathError.noEndpoint.error.serverErrorCode == .notFound)
        #expect(ServicePathError.methodNotAllowed.httpStatus == 405)
        #expect(ServicePathError.badDatabase.httpStatus == 400)
        #expect(ServicePathError.badEnvironment.error.serverErrorCode == .badRequest)
        #expect(ServicePathError.badContainer.error.reason?.contains("iCloud.") == true)
    }

    @Test func endpointsKnowTheirRules() {
        #expect(ServiceEndpoint.allCases.filter(\.allowsGET).count == 6)
        #expect(ServiceEndpoint.zoneChanges.databases == [.private, .shared])
        #expect(ServiceEndpoint.modifyZones.databases == [.private])
        #expect(ServiceEndpoint.currentUser.databases == [.public])
        #expect(ServiceEndpoint.queryRecords.databases.count == 3)
        #expect(ServiceEndpoint.createToken.databases.isEmpty)
        #expect(ServiceEndpoint.modifyZones.requiresUser)
        #expect(!ServiceEndpoint.queryRecords.requiresUser)
        #expect(DatabaseScope.allCases.map(\.frameworkValue) == [1, 2, 3])
    }

    /// Tokens are full of the characters that form encoding would spoil.
    @Test func queryTokensComeBack() {
        let query = ServiceQuery(apiToken: "00ff", webAuthToken: "54__26__a+b/c==", getCurrentSyncToken: true)
        #expect(
            query.text == "ckAPIToken=00ff&ckWebAuthToken=54__26__a%2Bb%2Fc%3D%3D&getCurrentSyncToken=true"
        )
        #expect(ServiceQuery(parsing: query.text) == query)
        #expect(ServiceQuery().text == "")
    }

    @Test(arguments: [
        ("ckWebAuthToken=a+b%2Bc", "a+b+c"), ("ckWebAuthToken=a%252B", "a%2B"), ("ckWebAuthToken=a=b==", "a=b=="),
        ("x=1&&ckjsVersion=2&ckWebAuthToken=t&remapEnums=true", "t"), ("ckWebAuthToken=%zz", nil),
        ("ckWebAuthToken", nil), ("ckWebAuthToken=a&ckWebAuthToken=b", "a"), ("", nil), ("ckWebAuthToken=", ""),
        ("ckWebAuthToken=%C3", nil), ("ckWebAuthToken=%2", nil), ("=&=&", nil),
    ])
    func queriesAreDecodedOnce(_ text: String, _ token: String?) {
        #expect(ServiceQuery(parsing: text).webAuthToken == token)
    }

    @Test func names() {
        #expect(Names.isRecordName("A-1 with (anything) printable!"))
        #expect(Names.isRecordName(String(repeating: "a", count: 255)))
        #expect(!Names.isRecordName(String(repeating: "a", count: 256)))
        #expect(!Names.isRecordName("_a"))
        #expect(!Names.isRecordName("ä"))
        #expect(!Names.isRecordName("a\n"))
        #expect(!Names.isRecordName(""))
        #expect(Names.isZoneName("com.apple.coredata.cloudkit.zone"))
        #expect(!Names.isZoneName(WireZoneID.defaultName))
        #expect(Names.isTypeOrFieldName("CD_title2"))
        #expect(!Names.isTypeOrFieldName("2a"))
        #expect(!Names.isTypeOrFieldName("_a"))
        #expect(!Names.isTypeOrFieldName("a-b"))
        #expect(Names.isReservedType("Users"))
        #expect(Names.isReservedType("cloudkit.share"))
        #expect(Names.isUserRecordName(Known.caller))
        #expect(!Names.isUserRecordName(Known.caller.uppercased()))
        #expect(!Names.isUserRecordName(String(Known.caller.dropLast())))
        #expect(Names.isContainer("iCloud.com.buildwithharry.IdeaBox"))
        #expect(!Names.isContainer("iCloud.a b"))
    }
}
