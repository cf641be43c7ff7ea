import Foundation
import Testing

@testable import CloudKit
@testable import SwiftData

/// What a configuration does that names no database: it mirrors where a container is configured, and nowhere else.
@Suite struct ConfiguredTests {
    private static func surroundings(_ home: URL, container: String? = nil) -> CloudKitSurroundings {
        var environment = ["HOME": home.path]
        environment["CLOUDKIT_CONTAINER"] = container
        return CloudKitSurroundings(
            now: { Date(timeIntervalSince1970: 0) },
            randomBytes: { count in [UInt8](repeating: 0, count: count) },
            environment: environment
        )
    }

    @Test func automaticAsksWhetherAContainerIsConfigured() throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("configured-\(UUID().uuidString)")
        let settings = home.appendingPathComponent(".config/cloudkit")
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let (usual, never) = (
            ModelConfiguration(isStoredInMemoryOnly: true),
            ModelConfiguration(isStoredInMemoryOnly: true, cloudKitDatabase: .none)
        )
        func found(_ configuration: ModelConfiguration, _ container: String? = nil) -> String? {
            configuration.mirroredContainer(in: Self.surroundings(home, container: container))?.containerIdentifier
        }
        #expect(found(usual) == nil)
        #expect(found(usual, "iCloud.org.example.named") == "iCloud.org.example.named")
        #expect(found(never, "iCloud.org.example.named") == nil)
        try Data(#"{"defaultContainer":"iCloud.org.example.kept"}"#.utf8)
            .write(to: settings.appendingPathComponent("settings.json"))
        #expect(found(usual) == "iCloud.org.example.kept")
        #expect(found(usual, "iCloud.org.example.named") == "iCloud.org.example.named")
        #expect(found(never) == nil)
    }

    @Test func aStoreWithoutAContainerHasNoMirror() throws {
        // Whoever has set up a container on this machine has one for all stores.
        try #require(CKContainer.configured() == nil)
        let plain = try ModelContainer(
            for: Schema(Library.types),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        #expect(plain.cloudMirror == nil)
    }

    @Test func automaticMirrorsToTheContainerThatIsGiven() async throws {
        try await MirrorWorld.run { world in
            let (cloud, _) = try await world.container("anna", device: "one")
            func container(_ database: ModelConfiguration.CloudKitDatabase, _ name: String) throws -> ModelContainer {
                var configuration = ModelConfiguration(
                    url: world.folder.appendingPathComponent(name),
                    cloudKitDatabase: database
                )
                configuration.mirroring.container = cloud
                configuration.mirroring.isAutomatic = false
                let clock = world.clock
                configuration.mirroring.now = { clock.date }
                return try ModelContainer(for: Schema(Library.types), configurations: configuration)
            }
            let one = try container(.automatic, "one.store")
            #expect(try container(.none, "none.store").cloudMirror == nil)
            let context = ModelContext(one)
            context.insert(Shelf(name: "travel"))
            try context.save()
            try await #require(one.cloudMirror).caughtUp()
            let two = try await world.device("two")
            try await two.sync()
            #expect(try two.context.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["travel"])
        }
    }
}
