import SwiftData
import Testing

/// Objects outlive their rows, contexts and containers, and stay readable.
@Suite struct GoneObjectTests {
    @Test(arguments: StoreKind.allCases)
    func aDeletedObjectKeepsItsValues(kind: StoreKind) throws {
        let context = try TestStore(kind, [Plant.self, Bed.self]).makeContext()
        let bed = Bed(name: "bed")
        let plant = Plant(1, name: "fern", bed: bed)
        context.insert(plant)
        try context.save()
        let identifier = plant.persistentModelID
        context.delete(plant)
        #expect(plant.isDeleted && plant.hasChanges && plant.name == "fern")
        try context.save()
        #expect(!plant.isDeleted && plant.modelContext == nil && !plant.hasChanges)
        #expect(plant.name == "fern" && plant.code == 1 && plant.persistentModelID == identifier)
        _ = plant.bed
        plant.name = "dust"
        plant.bed = bed
        #expect(plant.name == "dust" && bed.plants.isEmpty && !context.hasChanges)
    }

    @Test(arguments: StoreKind.allCases)
    func aFaultKeepsItsValuesWhenItIsDeleted(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let writer = store.makeContext()
        let plant = Plant(1, name: "fern")
        writer.insert(plant)
        try writer.save()
        let context = store.makeContext()
        let fault = try #require(context.model(for: plant.persistentModelID) as? Plant)
        context.delete(fault)
        try context.save()
        #expect(fault.name == "fern")
    }

    @Test(arguments: StoreKind.allCases)
    func anObjectDeletedElsewhereKeepsItsValues(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let context = store.makeContext()
        let bed = Bed(name: "bed")
        let plant = Plant(1, name: "fern", bed: bed)
        context.insert(plant)
        try context.save()
        let other = store.makeContext()
        try other.delete(model: Plant.self)
        try other.save()
        #expect(plant.name == "fern" && plant.modelContext == nil && bed.plants.isEmpty)
        plant.name = "dust"
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Plant>()) == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func aFaultDeletedElsewhereReadsAsEmpty(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let context = store.makeContext()
        context.insert(Bed(name: "bed", plants: [Plant(1, name: "fern")]))
        try context.save()
        let reader = store.makeContext()
        let bed = try #require(try reader.all(Bed.self).first)
        let identifier = try #require(try context.all(Plant.self).first).persistentModelID
        let fault = try #require(reader.model(for: identifier) as? Plant)
        try context.delete(model: Plant.self)
        try context.save()
        #expect(fault.name == "" && fault.bed == nil)
        #expect(bed.plants.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func objectsOutliveContextAndContainer(kind: StoreKind) throws {
        func makeBed() throws -> Bed {
            let store = try TestStore(kind, [Plant.self, Bed.self])
            let writer = store.makeContext()
            writer.insert(Bed(name: "bed", plants: [Plant(1, name: "fern"), Plant(2, name: "moss")]))
            try writer.save()
            let context = store.makeContext()
            return try #require(try context.all(Bed.self).first)
        }
        let bed = try makeBed()
        #expect(bed.name == "bed")
        #expect(bed.plants.map(\.name) == ["fern", "moss"])
        bed.name = "changed"
        bed.plants.removeLast()
        bed.plants.append(Plant(3))
        #expect(bed.name == "changed" && bed.plants.map(\.code) == [1, 3])
        #expect(bed.modelContext == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func unsavedObjectsOutliveTheirContext(kind: StoreKind) throws {
        func makePlant() throws -> Plant {
            let context = try TestStore(kind, [Plant.self, Bed.self]).makeContext()
            let plant = Plant(1, name: "fern", bed: Bed(name: "bed"))
            context.insert(plant)
            return plant
        }
        let plant = try makePlant()
        #expect(plant.name == "fern" && plant.bed?.name == "bed")
        plant.name = "moss"
        #expect(plant.name == "moss" && plant.bed?.plants.count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func erasingTakesEveryObjectOutOfEveryContext(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let first = store.makeContext()
        let bed = Bed(name: "bed", plants: [Plant(1, name: "fern")])
        first.insert(bed)
        try first.save()
        let second = store.makeContext()
        let twin = try #require(try second.all(Plant.self).first)
        try store.container.erase()
        #expect(try first.fetchCount(FetchDescriptor<Plant>()) == 0)
        #expect(try second.all(Bed.self).isEmpty)
        #expect(bed.name == "bed" && bed.modelContext == nil)
        #expect(twin.name == "fern" && twin.modelContext == nil)
        twin.name = "x"
        first.insert(Plant(1, name: "new"))
        try first.save()
        try second.save()
        #expect(try second.all(Plant.self).map(\.name) == ["new"])
    }
}
