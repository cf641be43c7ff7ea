import Foundation
import Testing

@testable import CloudKit

/// Where the settings of a container come from.
struct ConfigurationTests {
    private func surroundings(_ home: URL, _ variables: [String: String] = [:]) -> CloudKitSurroundings {
        CloudKitSurroundings(
            now: { Date(timeIntervalSince1970: 0) },
            randomBytes: { [UInt8](repeating: 7, count: $0) },
            environment: variables.merging(["XDG_CONFIG_HOME": home.path]) { first, _ in first },
            processName: "notes"
        )
    }

    private func withHome(_ settings: String?, _ body: (URL) async throws -> Void) async throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("home-\(UUID().uuidString)")
        let folder = home.appendingPathComponent("cloudkit")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        if let settings {
            try Data(settings.utf8).write(to: folder.appendingPathComponent("settings.json"))
        }
        try await body(home)
    }

    @Test func variablesComeBeforeTheContainersOwnBeforeTheGeneral() async throws {
        let settings = """
            {"defaultContainer": "iCloud.org.example.main", "endpoint": "https://general.example.org", "apiToken": "g",
             "containers": {"iCloud.org.example.main": {"endpoint": "https://own.example.org/", "environment": "production"}}}
            """
        try await withHome(settings) { home in
            let plain = surroundings(home)
            let own = CloudKitConfiguration.found(for: "iCloud.org.example.main", surroundings: plain)
            #expect(own.endpoint == "https://own.example.org")
            #expect(own.environment == .production)
            #expect(own.apiToken == "g")
            #expect(own.folder == home.appendingPathComponent("cloudkit", isDirectory: true))
            let other = CloudKitConfiguration.found(for: "iCloud.org.example.other", surroundings: plain)
            #expect(other.endpoint == "https://general.example.org")
            #expect(other.environment == .development)
            let variables = ["CLOUDKIT_ENDPOINT": "http://127.0.0.1:8080", "CLOUDKIT_API_TOKEN": "v"]
            let found = CloudKitConfiguration.found(
                for: "iCloud.org.example.main",
                surroundings: surroundings(home, variables)
            )
            #expect(found.endpoint == "http://127.0.0.1:8080")
            #expect(found.apiToken == "v")
            #expect(CloudKitConfiguration.defaultIdentifier(plain) == "iCloud.org.example.main")
            let named = surroundings(home, ["CLOUDKIT_CONTAINER": "iCloud.x"])
            #expect(CloudKitConfiguration.defaultIdentifier(named) == "iCloud.x")
        }
    }

    @Test(arguments: ["http://127.0.0.1:99999", "http://127.0.0.1:0", "https://", "https://:443", "http://a b"])
    func anEndpointThatIsNoPlaceIsRefusedBeforeAnythingIsSent(endpoint: String) async throws {
        let configuration = CloudKitConfiguration(endpoint: endpoint, apiToken: "t")
        #expect(configuration.problem != nil)
        let container = CKContainer(identifier: "iCloud.notes", configuration: configuration)
        await #expect(throws: CKError.self) { try await container.userRecordID() }
    }

    @Test func withoutSettingsRequestsSayWhatIsMissing() async throws {
        try await withHome(nil) { home in
            #expect(CloudKitConfiguration.defaultIdentifier(surroundings(home)) == "iCloud.notes")
            let found = CloudKitConfiguration.found(for: "iCloud.notes", surroundings: surroundings(home))
            let container = CKContainer(identifier: "iCloud.notes", configuration: found)
            let error = try #require(await #expect(throws: CKError.self) { try await container.accountStatus() })
            #expect(error.code == .badContainer)
            #expect(error.localizedDescription.contains("CLOUDKIT_ENDPOINT"))
        }
    }

    @Test(arguments: [
        #"{"apiToken": "secret-token", "endpoint": 5}"#, "not JSON with secret-token", #"{"environment": "test"}"#,
    ])
    func aDamagedFileIsSaidSoWithoutItsContents(_ settings: String) async throws {
        try await withHome(settings) { home in
            let found = CloudKitConfiguration.found(for: "iCloud.notes", surroundings: surroundings(home))
            let container = CKContainer(identifier: "iCloud.notes", configuration: found)
            let error = try #require(
                await #expect(throws: CKError.self) { try await container.privateCloudDatabase.allRecordZones() }
            )
            #expect(error.code == .badContainer)
            #expect(error.localizedDescription.contains("settings.json"))
            #expect(!error.localizedDescription.contains("secret-token"))
        }
    }

    @Test func whoSignsInToAContainerConfiguredInCodeIsSignedInAtTheNextStart() async throws {
        try await withHome(nil) { home in
            let name = "iCloud.org.example.configured"
            let configuration = CloudKitConfiguration(
                endpoint: "https://sync.example.org",
                apiToken: "t",
                surroundings: surroundings(home)
            )
            CKContainer.configure(name, with: configuration)
            try CKContainer(identifier: name).link.session.signIn(token: "secret", userRecordName: "_anna")
            // As another process does that starts later.
            CKContainer.configure(name, with: configuration)
            #expect(CKContainer(identifier: name).link.session.standing == .user("_anna", signIn: 0))
            let file = home.appendingPathComponent("cloudkit/sign-ins/\(name).json")
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            // A container apart from the process's own keeps to memory what has no folder.
            let apart = CKContainer(identifier: name, configuration: configuration)
            #expect(!apart.isSignedIn)
            // A folder that was named is the one.
            var named = configuration
            named.folder = home.appendingPathComponent("elsewhere")
            CKContainer.configure(name, with: named)
            #expect(!CKContainer(identifier: name).isSignedIn)
        }
    }

    @Test func anEndpointNeedsAScheme() async throws {
        let configuration = CloudKitConfiguration(endpoint: "sync.example.org")
        let container = CKContainer(identifier: "iCloud.notes", configuration: configuration)
        let error = try #require(await #expect(throws: CKError.self) { try await container.accountStatus() })
        #expect(error.code == .badContainer)
    }

    @Test func aDamagedSignInIsSaidSo() async throws {
        try await withHome(#"{"endpoint": "https://x.example.org"}"#) { home in
            let folder = home.appendingPathComponent("cloudkit/sign-ins")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("nothing".utf8).write(to: folder.appendingPathComponent("iCloud.notes.json"))
            let found = CloudKitConfiguration.found(for: "iCloud.notes", surroundings: surroundings(home))
            let container = CKContainer(identifier: "iCloud.notes", configuration: found)
            let error = try #require(await #expect(throws: CKError.self) { try await container.accountStatus() })
            #expect(error.localizedDescription.contains("sign in again"))
        }
    }
}
