import SwiftData
import Testing

/// Containers are independent, and one may keep its entities in several stores.
@Suite struct SeveralStoresTests {
    @Test func memoryContainersAreIndependent() throws {
        let first = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        let second = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        first.insert(Plant(1))
        try first.save()
        #expect(try second.fetchCount(FetchDescriptor<Plant>()) == 0)
        #expect(first.container != second.container && first.container == first.container)
    }

    @Test func memoryGoesWithItsContainer() throws {
        weak var container: ModelContainer?
        do {
            let store = try TestStore(.memory, [Plant.self, Bed.self])
            container = store.container
            let context = store.makeContext()
            context.insert(Plant(1))
            try context.save()
            _ = try context.all(Plant.self)
        }
        #expect(container == nil)
    }

    @Test func anEditWithoutItsContextKeepsNothingAlive() throws {
        weak var container: ModelContainer?
        do {
            let store = try TestStore(.memory, [Plant.self, Bed.self])
            container = store.container
            var context: ModelContext? = store.makeContext()
            let plant = Plant(1)
            context?.insert(plant)
            try context?.save()
            context = nil
            plant.name = "edited"
            #expect(plant.name == "edited")
        }
        #expect(container == nil)
    }

    private func makeTwoFiles(_ folder: TemporaryFolder) throws -> ModelContainer {
        try ModelContainer(
            for: Schema([Plant.self, Bed.self, Weed.self, Product.self]),
            configurations: [
                ModelConfiguration("garden", schema: Schema([Plant.self, Bed.self]), url: folder.file("garden.store")),
                ModelConfiguration("wild", schema: Schema([Weed.self]), url: folder.file("wild.store")),
                ModelConfiguration("rest", url: folder.file("rest.store")),
            ]
        )
    }

    @Test func entitiesAreSplitOverFiles() throws {
        let folder = try TemporaryFolder()
        do {
            let context = ModelContext(try makeTwoFiles(folder))
            context.insert(Bed(name: "bed", plants: [Plant(1)]))
            context.insert(Weed())
            context.insert(Product("a", title: "a", maker: Maker("m")))
            try context.save()
        }
        let again = ModelContext(try makeTwoFiles(folder))
        #expect(try again.all(Bed.self).map { $0.plants.count } == [1])
        #expect(try again.all(Weed.self).count == 1)
        #expect(try again.all(Product.self).map { $0.maker?.name } == ["m"])
        let wild = ModelConfiguration(url: folder.file("wild.store"))
        let alone = ModelContext(try ModelContainer(for: Weed.self, configurations: wild))
        #expect(try alone.fetchCount(FetchDescriptor<Weed>()) == 1)
        let stores = Set(try again.all(Weed.self).map(\.persistentModelID.storeIdentifier))
        #expect(stores.isDisjoint(with: try again.all(Plant.self).map(\.persistentModelID.storeIdentifier)))
    }

    @Test func aSaveOverSeveralStoresIsAllOrNothing() throws {
        let folder = try TemporaryFolder()
        let container = try makeTwoFiles(folder)
        let context = ModelContext(container)
        context.insert(Plant(1))
        let clashing = Plant(2)
        context.insert(clashing)
        try context.save()
        context.insert(Weed())
        clashing.code = 1
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(context.insertedModelsArray.count == 1 && context.changedModelsArray.count == 1)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Weed>()) == 0)
        clashing.code = 2
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Weed>()) == 1)
    }

    /// A configuration's schema reaches what its classes are related to, so no link ever leads to another file.
    @Test func relatedEntitiesStayTogether() throws {
        let container = try ModelContainer(
            for: Schema([Plant.self, Bed.self, Weed.self]),
            configurations: [
                ModelConfiguration("plants", schema: Schema([Plant.self]), isStoredInMemoryOnly: true),
                ModelConfiguration("rest", isStoredInMemoryOnly: true),
            ]
        )
        let context = ModelContext(container)
        let bed = Bed(name: "bed", plants: [Plant(1)])
        let weed = Weed()
        context.insert(bed)
        context.insert(weed)
        try context.save()
        #expect(bed.persistentModelID.storeIdentifier == bed.plants[0].persistentModelID.storeIdentifier)
        #expect(bed.persistentModelID.storeIdentifier != weed.persistentModelID.storeIdentifier)
        #expect(try ModelContext(container).all(Plant.self).first?.bed?.name == "bed")
    }
}
