import SwiftData
import Testing

@Suite struct InsertTests {
    @Test(arguments: StoreKind.allCases)
    func insertingTwiceIsInsertingOnce(kind: StoreKind) throws {
        let context = try TestStore(kind, [Plant.self, Bed.self]).makeContext()
        let plant = Plant(1)
        context.insert(plant)
        context.insert(plant)
        #expect(context.insertedModelsArray.count == 1)
        try context.save()
        context.insert(plant)
        #expect(!context.hasChanges)
        #expect(try context.fetchCount(FetchDescriptor<Plant>()) == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func whatIsReachableComesAlong(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let context = store.makeContext()
        context.insert(Bed(name: "north", plants: [Plant(1), Plant(2)]))
        let south = Bed(name: "south")
        context.insert(Plant(3, bed: south))
        #expect(south.modelContext === context)
        try context.save()
        let fresh = try store.makeFreshContext()
        #expect(try fresh.all(Plant.self).map(\.code).sorted() == [1, 2, 3])
        #expect(try fresh.all(Bed.self).map { $0.plants.map(\.code) } == [[1, 2], [3]])
    }

    @Test(arguments: StoreKind.allCases)
    func whatIsReachableKeepsItsOrder(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let context = store.makeContext()
        context.insert(Bed(name: "bed", plants: (1...5).map { Plant($0) }))
        try context.save()
        #expect(try store.makeFreshContext().all(Plant.self).map(\.code) == [1, 2, 3, 4, 5])
    }

    @Test(arguments: StoreKind.allCases)
    func linkingToAnInsertedObjectInserts(kind: StoreKind) throws {
        let context = try TestStore(kind, [Plant.self, Bed.self]).makeContext()
        let bed = Bed(name: "bed")
        context.insert(bed)
        try context.save()
        let fromParent = Plant(1)
        bed.plants.append(fromParent)
        let fromChild = Plant(2)
        fromChild.bed = bed
        #expect(fromParent.modelContext === context && fromChild.modelContext === context)
        #expect(bed.plants.map(\.code) == [1, 2])
        #expect(fromParent.bed === bed)
        try context.save()
        #expect(try context.storedCount(Plant.self) == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func linkingAStoredObjectInserts(kind: StoreKind) throws {
        let context = try TestStore(kind, [Plant.self, Bed.self]).makeContext()
        let plant = Plant(1)
        context.insert(plant)
        try context.save()
        plant.bed = Bed(name: "new")
        #expect(context.hasChanges && plant.bed?.modelContext === context)
        let other = Bed(name: "other", plants: [plant])
        #expect(plant.bed === other)
        try context.save()
        #expect(try context.all(Bed.self).map { $0.plants.count } == [0, 1])
    }

    @Test func childBeforeParentAndParentBeforeChild() throws {
        for childFirst in [true, false] {
            let context = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
            let bed = Bed(name: "bed")
            let plant = Plant(1)
            if childFirst { context.insert(plant) } else { context.insert(bed) }
            plant.bed = bed
            if childFirst { context.insert(bed) } else { context.insert(plant) }
            try context.save()
            #expect(try context.all(Bed.self).first?.plants.first === plant)
        }
    }

    @Test func anObjectOfAnotherContextIsRefusedByName() throws {
        let store = try TestStore(.memory, [Plant.self, Bed.self])
        let owner = store.makeContext()
        let plant = Plant(1)
        owner.insert(plant)
        let other = store.makeContext()
        other.insert(plant)
        let error = #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
        #expect(error?.description.contains("Plant") == true)
        other.rollback()
        #expect(!other.hasChanges)
        try other.save()
        try owner.save()
        #expect(try other.fetchCount(FetchDescriptor<Plant>()) == 1)
    }

    @Test func aClassOutsideTheSchemaIsRefusedByName() throws {
        let context = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        context.insert(Weed())
        let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(error?.description.contains("Weed") == true)
        #expect(throws: SwiftDataError.unknownSchema) { try context.fetch(FetchDescriptor<Weed>()) }
    }

    @Test(arguments: StoreKind.allCases)
    func aDeletedObjectCanBeInsertedAgain(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let context = store.makeContext()
        let plant = Plant(7, name: "fern")
        context.insert(plant)
        try context.save()
        let first = plant.persistentModelID
        context.delete(plant)
        try context.save()
        context.insert(plant)
        try context.save()
        #expect(plant.persistentModelID != first, "a key is never used twice")
        #expect(try store.makeFreshContext().all(Plant.self).map(\.name) == ["fern"])
    }
}
