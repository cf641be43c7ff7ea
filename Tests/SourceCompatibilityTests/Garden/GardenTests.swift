import Foundation
import SwiftData
import Testing

struct GardenTests {
    let folder: TemporaryFolder
    let container: ModelContainer
    let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: GardenBed.self,
            configurations: ModelConfiguration("Garden", url: folder.file("garden.store"))
        )
        context = ModelContext(container)
    }

    @Test func protocolsAndDescriptions() throws {
        let bed = GardenBed(name: "South", squareMeters: 4.5)
        context.insert(bed)
        let rose = Plant(name: "Rose", description: "red, smells good")
        rose.photoURLs = (1...2).compactMap { URL(string: "https://example.com/\($0).jpg") }
        bed.plants = [rose, Plant(name: "Mint")]
        #expect(rose.isThirsty(at: .day(1)))
        rose.water(at: .day(1))
        #expect(rose.isThirsty(at: .day(4)) == false)
        #expect(rose.isThirsty(at: .day(5)))
        try context.save()

        let word = "smell"
        let reader = ModelContext(container)
        let found = try reader.fetch(
            FetchDescriptor<Plant>(predicate: #Predicate { $0.description.contains(word) })
        )
        #expect(found.map(\.description) == ["red, smells good"])
        #expect(found.map { "\($0)" } == ["red, smells good"])
        #expect(found.first?.photoURLs.count == 2)
        #expect(found.first?.lastWatered == .day(1))
        let sorted = FetchDescriptor<Plant>(sortBy: [SortDescriptor(\.description, order: .reverse)])
        #expect(try context.fetch(sorted).map(\.name) == ["Rose", "Mint"])
    }

    @Test func backupAsJSON() throws {
        let bed = GardenBed(name: "South", squareMeters: 4.5)
        bed.plants = ["Rose", "Mint"].map { Plant(name: $0) }
        let data = try JSONEncoder().encode([bed])
        let restored = try JSONDecoder().decode([GardenBed].self, from: data)
        restored.forEach { context.insert($0) }
        try context.save()
        let reader = ModelContext(container)
        let copy = try #require(try reader.fetch(FetchDescriptor<GardenBed>()).first)
        #expect(copy.squareMeters == 4.5)
        #expect(copy.plants.map(\.name) == ["Rose", "Mint"])
        #expect(copy.plants.allSatisfy { $0.bed === copy })
    }

    @Test func inspectorSeesTheSchema() {
        let columns = SchemaInspector.columns(of: Plant.self, in: container.schema)
        #expect(
            columns.map(\.name) == [
                "bed", "description", "interval", "lastWatered", "latinName", "name", "photoURLs",
            ]
        )
        #expect(columns.filter(\.isOptional).map(\.name) == ["bed", "lastWatered"])
        #expect(columns.filter(\.isRelationship).map(\.name) == ["bed"])
        #expect(columns.first { $0.name == "name" }?.type == "String")
        #expect(SchemaInspector.columns(of: SensorSample.self, in: container.schema).isEmpty)
        #expect(
            SchemaInspector.relationshipDiagram(of: container.schema) == [
                "GardenBed.plants ->> Plant", "Plant.bed -> GardenBed",
            ]
        )
    }

    @Test func mirrorFindsNamesAndKeyPaths() {
        let keyPaths = SchemaInspector.keyPaths(of: GardenBed.self)
        #expect(Set(keyPaths.keys) == ["name", "squareMeters", "plants"])
        #expect(keyPaths["name"] == \GardenBed.name)
        let bed = GardenBed(name: "Herbs", squareMeters: 2)
        #expect(SchemaInspector.dump(bed)["name"] == "Herbs")
        #expect(SchemaInspector.dump(bed)["squareMeters"] == "2.0")
    }

    @Test func schemaCanBeSavedAndLoaded() throws {
        let schema = Schema([GardenBed.self, Plant.self], version: Schema.Version(3, 2, 1))
        let url = folder.file("schema.json")
        try schema.save(to: url)
        let loaded = try Schema.load(from: url)
        #expect(loaded.version == Schema.Version(3, 2, 1))
        #expect(loaded.version.description == "3.2.1")
        #expect(Set(loaded.entities.map(\.name)) == ["GardenBed", "Plant"])
        #expect(loaded.entitiesByName["Plant"]?.attributesByName["lastWatered"]?.isOptional == true)
        #expect(loaded.encodingVersion == Schema.schemaEncodingVersion)
        #expect(Schema(GardenBed.self, Plant.self).entities.count == 2)
        #expect(Schema().entities.isEmpty)
        #expect(Schema.Version(1, 10, 0) > Schema.Version(1, 9, 9))
    }

    @Test func schemasBuiltByHand() {
        let entity = Schema.Entity("Tool")
        let schema = Schema(entity, version: Schema.Version(1, 0, 0))
        #expect(schema.entitiesByName["Tool"]?.name == "Tool")
        #expect(schema.entitiesByName["Tool"]?.relationships.isEmpty == true)
        let name = Schema.Attribute(name: "name", options: [.unique], valueType: String.self)
        #expect(name.isAttribute && !name.isRelationship && name.isUnique)
        #expect(name.name == "name")
    }
}
