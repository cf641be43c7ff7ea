import SwiftData
import Testing

@Suite struct ConfigurationTests {
    @Test func theDefaultFileLiesInTheDataFolder() async {
        await #expect(processExitsWith: .success) {
            setenv("XDG_DATA_HOME", "/tmp/xdg data", 1)
            let folder = "/tmp/xdg data/\(ProcessInfo.processInfo.processName)"
            #expect(ModelConfiguration().url.path == folder + "/default.store")
            #expect(ModelConfiguration("Trips").url.path == folder + "/Trips.store")
            let shared = ModelConfiguration(groupContainer: .identifier("group.org.example"))
            #expect(shared.url.path == "/tmp/xdg data/group.org.example/default.store")
            #expect(shared.groupAppContainerIdentifier == "group.org.example")
        }
        await #expect(processExitsWith: .success) {
            setenv("XDG_DATA_HOME", "relative", 1)
            setenv("HOME", "/tmp/home", 1)
            let url = ModelConfiguration().url
            #expect(
                url.path.hasPrefix("/")
                    && url.path.hasSuffix("/.local/share/\(ProcessInfo.processInfo.processName)/default.store")
            )
        }
    }

    @Test func theFolderIsMade() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("a/b/c.store")
        let configuration = ModelConfiguration(url: url)
        #expect(configuration.name == "c" && !configuration.isStoredInMemoryOnly && configuration.id == url)
        _ = try ModelContainer(for: Plant.self, configurations: configuration)
        #expect(FileManager.default.fileExists(atPath: url.path))
    }

    @Test func whatAConfigurationSays() {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(memory.isStoredInMemoryOnly && memory.url.path == "/dev/null" && memory.allowsSave)
        #expect(ModelConfiguration(url: memory.url).isStoredInMemoryOnly)
        let mirrored = ModelConfiguration("n", cloudKitDatabase: .private("iCloud.org.example"))
        #expect(mirrored.cloudKitContainerIdentifier == "iCloud.org.example" && mirrored.name == "n")
        #expect(ModelConfiguration(cloudKitDatabase: .none).cloudKitContainerIdentifier == nil)
        #expect(memory == ModelConfiguration(isStoredInMemoryOnly: true))
        #expect(memory != ModelConfiguration(isStoredInMemoryOnly: true, allowsSave: false))
        #expect(ModelConfiguration(for: Plant.self).schema?.entitiesByName["Plant"] != nil)
    }

    @Test func badConfigurationsAreRefused() throws {
        func open(_ types: [any PersistentModel.Type], _ configurations: ModelConfiguration...) throws {
            _ = try ModelContainer(for: Schema(types), configurations: configurations)
        }
        let folder = try TemporaryFolder()
        #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
            try open([Plant.self], ModelConfiguration("a/b"))
        }
        #expect(throws: SwiftDataError.configurationFileNameTooLong) {
            try open([Plant.self], ModelConfiguration(String(repeating: "x", count: 300)))
        }
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            try open(
                [Plant.self],
                ModelConfiguration("a", url: folder.file()),
                ModelConfiguration("b", url: folder.file())
            )
        }
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            try open(
                [Plant.self],
                ModelConfiguration("a", isStoredInMemoryOnly: true),
                ModelConfiguration("a", isStoredInMemoryOnly: true)
            )
        }
        let foreign = ModelConfiguration("f", schema: Schema([Weed.self]), isStoredInMemoryOnly: true)
        let error = #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
            try open([Plant.self], foreign)
        }
        #expect(error?.description.contains("Weed") == true)
        let partial = ModelConfiguration("p", schema: Schema([Weed.self]), isStoredInMemoryOnly: true)
        let missing = #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
            try open([Spoon.self, Weed.self], partial)
        }
        #expect(missing?.description.contains("Spoon") == true)
    }

    @Test func badFilesAreNamed() throws {
        let folder = try TemporaryFolder()
        let noStore = folder.file("note.txt")
        try Data(repeating: 65, count: 5_000).write(to: noStore)
        #expect(throws: StoreError.notADatabase(noStore)) {
            try ModelContainer(for: Plant.self, configurations: ModelConfiguration(url: noStore))
        }
        #expect(try Data(contentsOf: noStore) == Data(repeating: 65, count: 5_000), "and are left alone")
        do {
            _ = try ModelContainer(for: Plant.self, configurations: ModelConfiguration(url: folder.url))
            Issue.record("a folder was opened as a store")
        } catch SwiftDataError.loadIssueModelContainer {
        }
        do {
            let missing = ModelConfiguration(url: folder.file("missing.store"), allowsSave: false)
            _ = try ModelContainer(for: Plant.self, configurations: missing)
            Issue.record("a file that is not there was opened for reading")
        } catch SwiftDataError.loadIssueModelContainer {
        }
    }

    @Test func rootTypesBringWhatTheyReach() throws {
        let container = try ModelContainer(
            for: Product.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        #expect(Set(container.schema.entities.map(\.name)) == ["Product", "Maker", "Shelf", "Review"])
        #expect(container.configurations.count == 1 && container.migrationPlan == nil)
    }
}
