import Foundation
import SwiftData
import Testing

struct OrchardTests {
    @Test func treesArePlantedFoundAndFelled() throws {
        let store = try SampleStore([Tree(name: "Oak"), FruitTree(name: "Ápple", fruit: "apple")])
        #expect(try store.count() == 2)
        let viewModel = OrchardViewModel(container: store.container)
        #expect(viewModel.trees.map(\.name) == ["Ápple", "Oak"])
        viewModel.searchText = "apple"
        #expect(viewModel.trees.first is FruitTree && viewModel.trees.count == 1)
        viewModel.searchText = ""
        try viewModel.plant(Tree(name: "Birch"))
        let oak = try #require(viewModel.trees.last)
        oak.isSelected = true
        oak.place = OrchardSchemaV2.Place(row: 1, column: 2)
        try viewModel.fell(oak)
        #expect(viewModel.trees.map(\.name) == ["Ápple", "Birch"])
    }

    @Test func theImporterWorksBesideTheMainActor() async throws {
        let store = try SampleStore([Tree(name: "Pear")])
        let importer = HarvestImporter(modelContainer: store.container)
        #expect(try await importer.add([1.5, 2], toTreeNamed: "Pear") == 3.5)
        let pear = try #require(OrchardViewModel(container: store.container).trees.first)
        #expect(pear.total == 3.5 && pear.harvests.count == 2)
        #expect(try await importer.identifiers() == [pear.persistentModelID])
        let heavy = #Predicate<Harvest> { $0.kilograms > 1.6 && $0.tree?.name == "Pear" }
        #expect(try store.container.mainContext.fetchCount(FetchDescriptor(predicate: heavy)) == 1)
    }

    @Test func anOlderStoreIsMigrated() throws {
        let folder = URL.temporaryDirectory.appending(path: "Orchard-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "orchard.store")
        do {
            let schema = Schema(versionedSchema: OrchardSchemaV1.self)
            let configuration = ModelConfiguration(schema: schema, url: file)
            let container = try ModelContainer(for: schema, configurations: configuration)
            for _ in 0..<2 { container.mainContext.insert(OrchardSchemaV1.Tree(name: "Plum")) }
            container.mainContext.insert(OrchardSchemaV1.Harvest(kilograms: 4))
            try container.mainContext.save()
        }
        let schema = Schema(versionedSchema: OrchardSchemaV2.self)
        let container = try ModelContainer(
            for: schema,
            migrationPlan: OrchardMigrationPlan.self,
            configurations: ModelConfiguration(schema: schema, url: file)
        )
        let trees = try container.mainContext.fetch(FetchDescriptor<Tree>(sortBy: [SortDescriptor(\.name)]))
        #expect(trees.map(\.name) == ["Plum", "Plum'"])
        #expect(trees.allSatisfy { $0.health == .good && $0.plantedOn == nil })
    }
}
