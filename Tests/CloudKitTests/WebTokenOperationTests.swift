import Foundation
import Testing

@testable import CloudKit

/// A web token to hand to a page.
struct WebTokenOperationTests {
    private static func token(_ container: CKContainer, _ apiToken: String?) async -> Result<String, any Error> {
        let operation = apiToken.map { CKFetchWebAuthTokenOperation(apiToken: $0) } ?? CKFetchWebAuthTokenOperation()
        return await withCheckedContinuation { continuation in
            operation.fetchWebAuthTokenResultBlock = { continuation.resume(returning: $0) }
            container.add(operation)
        }
    }

    @Test(arguments: Way.allCases)
    func itOpensTheAccountWithAnotherAPIToken(_ way: Way) async throws {
        try await way.run { world in
            let container = try await world.container()
            let other = try await world.server.accounts.makeAPIToken(container: World.identifier, origins: [])
            let token = try await Self.token(container, other).get()
            var configuration = world.configuration(device: "page")
            configuration.apiToken = other
            configuration.webAuthToken = token
            let page = CKContainer(identifier: World.identifier, configuration: configuration)
            #expect(try await page.userRecordID() == container.userRecordID())
        }
    }

    @Test func itSaysWhatIsMissing() async throws {
        try await Way.inProcess.run { world in
            let container = try await world.container()
            #expect(
                await thrownCode {
                    try await Self.token(container, String(repeating: "0", count: 64)).get()
                } == .notAuthenticated
            )
            #expect(await thrownCode { try await Self.token(container, nil).get() } == .invalidArguments)
            container.signOut()
            #expect(await thrownCode { try await Self.token(container, world.apiToken).get() } == .notAuthenticated)
        }
    }

    @Test func theOlderBlockGetsItToo() async throws {
        try await Way.inProcess.run { world in
            let container = try await world.container()
            let operation = CKFetchWebAuthTokenOperation(apiToken: world.apiToken)
            let token = try await Handed { handler in
                operation.fetchWebAuthTokenCompletionBlock = handler
                container.add(operation)
            }
            .get()
            #expect(!token.isEmpty)
        }
    }
}
