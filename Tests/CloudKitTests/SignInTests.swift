import Foundation
import Testing

@testable import CloudKit
@testable import CloudKitServer

/// Signing in with a name and a password, through the service's own page.
struct SignInTests {
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
