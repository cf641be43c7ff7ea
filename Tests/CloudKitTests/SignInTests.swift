import Foundation
import Testing

@testable import CloudKit
@testable import CloudKitServer

/// Signing in with a name and a password, through the service's own page.
struct SignInTests {
    @Test(arguments: Way.allCases)
    func aPasswordOpensAnAccount(_ way: Way) async throws {
        try await way.run { world in
            try await world.server.accounts.create(name: "berta", password: "a good & long password+")
            let transport = FlakyTransport(world.transport)
            let configuration = world.configuration(transport: transport)
            let container = CKContainer(identifier: World.identifier, configuration: configuration)
            let error = try #require(
                await #expect(throws: CKError.self) {
                    try await container.signIn(name: "berta", password: "another password")
                }
            )
            #expect(error.code == .notAuthenticated)
            #expect(!"\(error) \(error.userInfo)".contains("another password"))
            #expect(try await container.accountStatus() == .noAccount)

            try await container.signIn(name: "berta", password: "a good & long password+")
            #expect(try await container.accountStatus() == .available)
            try await container.privateCloudDatabase.save(CKRecordZone(zoneID: World.notes))
            #expect(transport.requests.allSatisfy { !$0.address.contains("password") })
        }
    }

    @Test func aPasswordGoesToTheServiceOnly() async throws {
        let transport = FlakyTransport(NoTransport()) { _, _ in
            let body =
                #"{"serverErrorCode":"AUTHENTICATION_REQUIRED","redirectURL":"https://elsewhere.example.org/auth"}"#
            return .answer(CloudKitAnswer(status: 421, body: Array(body.utf8)))
        }
        let container = CKContainer(
            identifier: World.identifier,
            configuration: CloudKitConfiguration(endpoint: "https://sync.example.org", transport: transport)
        )
        let error = try #require(
            await #expect(throws: CKError.self) { try await container.signIn(name: "berta", password: "secret") }
        )
        #expect(error.code == .notAuthenticated)
        #expect(transport.requests.count == 1)
    }
}
