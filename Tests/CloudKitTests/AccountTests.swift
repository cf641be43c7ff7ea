import Foundation
import Synchronization
import Testing

@testable import CloudKit

/// Signing in and out, and what is kept of it.
@Suite(.serialized)
struct AccountTests {
    @Test(arguments: Way.allCases)
    func theStatusFollowsTheSignIn(_ way: Way) async throws {
        try await way.run { world in
            let container = CKContainer(identifier: World.identifier, configuration: world.configuration())
            #expect(try await container.accountStatus() == .noAccount)
            let error = try #require(await #expect(throws: CKError.self) { try await container.userRecordID() })
            #expect(error.code == .notAuthenticated)

            try await container.signIn(webAuthToken: try await world.webToken("anna"))
            #expect(try await container.accountStatus() == .available)
            #expect(try await container.userRecordID().recordName.hasPrefix("_"))

            // The next start of the app finds the sign-in again.
            let later = CKContainer(identifier: World.identifier, configuration: world.configuration())
            #expect(try await later.accountStatus() == .available)
            later.signOut()
            #expect(try await later.accountStatus() == .noAccount)
            let last = CKContainer(identifier: World.identifier, configuration: world.configuration())
            #expect(try await last.accountStatus() == .noAccount)
        }
    }

    @Test func changesOfTheAccountArePosted() async throws {
        try await Way.inProcess.run { world in
            let count = Mutex(0)
            let container = CKContainer(identifier: World.identifier, configuration: world.configuration())
            let observer = NotificationCenter.default.addObserver(
                forName: .CKAccountChanged,
                object: container.link,
                queue: nil
            ) { _ in count.withLock { $0 += 1 } }
            defer { NotificationCenter.default.removeObserver(observer) }
            await #expect(throws: CKError.self) { try await container.signIn(webAuthToken: "forged") }
            #expect(count.withLock { $0 } == 0)
            try await container.signIn(webAuthToken: try await world.webToken("anna"))
            #expect(count.withLock { $0 } == 1)
            container.signOut()
            container.signOut()
            #expect(count.withLock { $0 } == 2)

            // A sign-in that the service has ended is told once.
            try await container.signIn(webAuthToken: try await world.webToken("anna"))
            world.advance(seconds: 400 * 24 * 60 * 60)
            for _ in 0..<2 {
                let error = try #require(await #expect(throws: CKError.self) { try await container.userRecordID() })
                #expect(error.code == .notAuthenticated)
            }
            #expect(count.withLock { $0 } == 4)
            #expect(try await container.accountStatus() == .noAccount)
        }
    }

    @Test func aRefusedTokenChangesNothing() async throws {
        try await Way.inProcess.run { world in
            let container = try await world.container()
            let error = try #require(
                await #expect(throws: CKError.self) { try await container.signIn(webAuthToken: "forged-token") }
            )
            #expect(error.code == .notAuthenticated)
            #expect(!"\(error) \(error.localizedDescription) \(error.userInfo)".contains("forged-token"))
            #expect(try await container.accountStatus() == .available)
        }
    }

    @Test func theFileIsTheUsersAloneThroughEveryRewrite() async throws {
        try await Way.inProcess.run { world in
            let container = try await world.container()
            let file = try #require(world.configuration().folder)
                .appendingPathComponent("sign-ins/\(World.identifier).json")
            var contents: Set<Data> = []
            for _ in 0..<5 {
                world.advance(seconds: 61)
                _ = try await container.userRecordID()
                let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                contents.insert(try Data(contentsOf: file))
            }
            #expect(contents.count == 5)
            let folder = file.deletingLastPathComponent()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [file.lastPathComponent])
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
    }

    @Test func tokensAreInNoWords() async throws {
        try await Way.inProcess.run { world in
            let transport = FlakyTransport(world.transport) { request, _ in
                request.address.contains("zones/list") ? .unreachable : .pass
            }
            let container = try await world.container(transport: transport)
            let token = try #require(container.link.session.ticket?.token)
            let error = try #require(
                await #expect(throws: CKError.self) { try await container.privateCloudDatabase.allRecordZones() }
            )
            let credentials = WebSession.Credentials(endpoint: "e", webAuthToken: token)
            var words = "\(error) \(error.userInfo) \(error as NSError) \(container) \(container.privateCloudDatabase)"
            words += "\(container.link.configuration) \(credentials)"
            dump(container.link.configuration, to: &words)
            dump(credentials, to: &words)
            #expect(!words.contains(token))
            #expect(!words.contains(world.apiToken))
        }
    }

    @Test func aTokenIsSentOnlyToItsOwnService() async throws {
        try await Way.inProcess.run { world in
            _ = try await world.container()
            let transport = FlakyTransport(world.transport)
            var other = world.configuration(transport: transport)
            other.endpoint = "https://elsewhere.example.org"
            let container = CKContainer(identifier: World.identifier, configuration: other)
            #expect(!container.isSignedIn)
            #expect(try await container.accountStatus() == .noAccount)
            #expect(transport.requests.isEmpty)
        }
    }

    @Test func theNewestTokenIsUsed() async throws {
        try await Way.inProcess.run { world in
            let transport = FlakyTransport(world.transport)
            let container = try await world.container(transport: transport)
            transport.forget()
            for _ in 0..<3 {
                world.advance(seconds: 1)
                _ = try await container.userRecordID()
            }
            let tokens = transport.requests.compactMap { ServiceQueryText.webToken(of: $0.address) }
            #expect(Set(tokens).count == 3)
        }
    }

    @Test func aRequestWithAnOutdatedTokenGoesOutAgainWithTheNewOne() async throws {
        let service = SingleUseTokens()
        let box = Mutex<CKContainer?>(nil)
        // While the first request is on its way, another one spends its token and gets the next.
        let transport = FlakyTransport(service) { _, number in
            guard number == 0, let session = box.withLock({ $0 })?.link.session, let ticket = session.ticket else {
                return .pass
            }
            service.spend()
            session.renew("token-1", after: ticket)
            return .pass
        }
        let configuration = CloudKitConfiguration(
            endpoint: "https://strict.example.org",
            webAuthToken: "token-0",
            pace: .concurrent,
            transport: transport
        )
        let container = CKContainer(identifier: World.identifier, configuration: configuration)
        box.withLock { $0 = container }
        #expect(try await container.userRecordID().recordName == "_0123")
        #expect(service.refused == 1)
        #expect(transport.requests.compactMap { ServiceQueryText.webToken(of: $0.address) } == ["token-0", "token-1"])
    }

    @Test func aSpentTokenEndsTheSignIn() async throws {
        let service = SingleUseTokens()
        let configuration = CloudKitConfiguration(
            endpoint: "https://strict.example.org",
            webAuthToken: "token-0",
            pace: .concurrent,
            transport: service
        )
        let container = CKContainer(identifier: World.identifier, configuration: configuration)
        for _ in 0..<5 { _ = try await container.userRecordID() }
        #expect(service.refused == 0)
        service.spend()
        let error = try #require(await #expect(throws: CKError.self) { try await container.userRecordID() })
        #expect(error.code == .notAuthenticated)
        #expect(service.refused == 1)
    }

    @Test func oneAtATimeKeepsASingleUseTokenAlive() async throws {
        let service = SingleUseTokens()
        let configuration = CloudKitConfiguration(
            endpoint: "https://strict.example.org",
            webAuthToken: "token-0",
            pace: .oneAtATime,
            transport: service
        )
        let container = CKContainer(identifier: World.identifier, configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await container.userRecordID() } }
            try await group.waitForAll()
        }
        #expect(service.refused == 0)
        #expect(service.answered == 20)
    }
}

enum ServiceQueryText {
    static func webToken(of address: String) -> String? {
        address.split(separator: "?").last?.split(separator: "&").first { $0.hasPrefix("ckWebAuthToken=") }
            .map { String($0.dropFirst("ckWebAuthToken=".count)) }
    }
}

/// A service that takes each web token once, as Apple documents its own.
private final class SingleUseTokens: CloudKitTransport {
    private let state = Mutex((number: 0, answered: 0, refused: 0))

    var answered: Int { state.withLock { $0.answered } }
    var refused: Int { state.withLock { $0.refused } }

    /// Somebody else uses the token.
    func spend() { state.withLock { $0.number += 1 } }

    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        let token = ServiceQueryText.webToken(of: request.address) ?? ""
        return state.withLock { state in
            guard token == "token-\(state.number)" else {
                state.refused += 1
                let body = #"{"serverErrorCode":"AUTHENTICATION_REQUIRED","reason":"request needs authorization"}"#
                return CloudKitAnswer(status: 421, body: Array(body.utf8))
            }
            state.number += 1
            state.answered += 1
            return CloudKitAnswer(
                status: 200,
                headers: [(name: "x-apple-cloudkit-web-auth-token", value: "token-\(state.number)")],
                body: Array(#"{"userRecordName":"_0123"}"#.utf8)
            )
        }
    }
}
