import SwiftData
import Testing

@Suite struct SaveTests {
    private static let types: [any PersistentModel.Type] = [Plant.self, Bed.self]

    @Test(arguments: StoreKind.allCases)
    func theThreeArraysAndHasChanges(kind: StoreKind) throws {
        let context = try TestStore(kind, Self.types).makeContext()
        #expect(!context.hasChanges)
        let plants = (1...3).map { Plant($0) }
        for plant in plants { context.insert(plant) }
        #expect(context.hasChanges && context.insertedModelsArray.count == 3)
        #expect(plants.allSatisfy { $0.hasChanges })
        try context.save()
        #expect(!context.hasChanges && context.insertedModelsArray.isEmpty && !plants.contains { $0.hasChanges })
        plants[0].name = "changed"
        plants[0].height = 3
        context.delete(plants[1])
        context.insert(Plant(4))
        #expect(context.changedModelsArray.map(\.persistentModelID) == [plants[0].persistentModelID])
        #expect(context.deletedModelsArray.map(\.persistentModelID) == [plants[1].persistentModelID])
        #expect(context.insertedModelsArray.count == 1)
        #expect(plants[0].hasChanges && plants[1].isDeleted && !plants[2].hasChanges)
        try context.save()
        #expect(!context.hasChanges && context.deletedModelsArray.isEmpty && context.changedModelsArray.isEmpty)
    }

    @Test func deletingAnUnsavedObjectLeavesNothing() throws {
        let context = try TestStore(.memory, Self.types).makeContext()
        let bed = Bed(name: "bed")
        context.insert(bed)
        let plant = Plant(1, bed: bed)
        context.insert(plant)
        context.delete(plant)
        #expect(context.insertedModelsArray.count == 1 && bed.plants.isEmpty && plant.modelContext == nil)
        context.delete(bed)
        #expect(!context.hasChanges)
        try context.save()
        #expect(try context.storedCount(Bed.self) == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func aFailedSaveChangesNothing(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let kept = Plant(1, name: "kept")
        let gone = Plant(2, name: "gone")
        let clashing = Plant(3, name: "clashing")
        for plant in [kept, gone, clashing] { context.insert(plant) }
        try context.save()
        kept.name = "edited"
        context.delete(gone)
        context.insert(Plant(4, name: "new"))
        clashing.code = 1
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(try store.makeFreshContext().all(Plant.self).map(\.name) == ["kept", "gone", "clashing"])
        #expect(context.changedModelsArray.count == 2 && context.deletedModelsArray.count == 1)
        #expect(gone.isDeleted && kept.name == "edited")
        #expect(try context.all(Plant.self).map(\.name) == ["edited", "clashing", "new"])
        clashing.code = 3
        try context.save()
        #expect(try store.makeFreshContext().all(Plant.self).map(\.name) == ["edited", "clashing", "new"])
    }

    @Test func transactionRunsAndSaves() throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.makeContext()
        try context.transaction {
            context.insert(Plant(1))
            context.insert(Plant(2))
        }
        #expect(!context.hasChanges)
        #expect(try store.makeContext().fetchCount(FetchDescriptor<Plant>()) == 2)
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try context.transaction {
                context.insert(Plant(3))
                throw Stop()
            }
        }
        #expect(context.hasChanges)
        #expect(try context.storedCount(Plant.self) == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func aReadOnlyStoreRefusesSaves(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let schema = Schema(Self.types)
        if kind == .file {
            let writable = ModelContext(
                try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: folder.file()))
            )
            writable.insert(Plant(1, name: "old"))
            try writable.save()
        }
        let configuration =
            kind == .file
            ? ModelConfiguration(schema: schema, url: folder.file(), allowsSave: false)
            : ModelConfiguration(schema: schema, isStoredInMemoryOnly: true, allowsSave: false)
        let context = ModelContext(try ModelContainer(for: schema, configurations: configuration))
        #expect(try context.all(Plant.self).map(\.name) == (kind == .file ? ["old"] : []))
        context.insert(Plant(2))
        for plant in try context.all(Plant.self) { plant.name = "edited" }
        #expect(throws: StoreError.readOnly(configuration.url)) { try context.save() }
        #expect(context.hasChanges)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(try context.all(Plant.self).map(\.name) == (kind == .file ? ["old"] : []))
    }

    @Test func aChangeOfADeletedObjectIsNoUpdate() throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.makeContext()
        let plant = Plant(1)
        context.insert(plant)
        try context.save()
        context.delete(plant)
        plant.name = "late"
        #expect(context.changedModelsArray.isEmpty && plant.name == "late" && plant.isDeleted)
        try context.save()
        #expect(try context.storedCount(Plant.self) == 0)
        #expect(plant.name == "late")
    }

    @Test(arguments: StoreKind.allCases)
    func aChangedPropertyAloneIsWritten(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let first = store.makeContext()
        let plant = Plant(1, name: "name")
        first.insert(plant)
        try first.save()
        let second = try store.makeFreshContext()
        let twin = try #require(try second.all(Plant.self).first)
        twin.height = 7
        plant.note = "note"
        try first.save()
        try second.save()
        let stored = try #require(try store.makeFreshContext().all(Plant.self).first)
        #expect(stored.height == 7 && stored.note == "note" && stored.name == "name")
    }

    @Test func aValueThatCannotBeWrittenIsNamed() throws {
        let store = try TestStore(.memory, [Stubborn.self])
        let context = store.makeContext()
        let stubborn = Stubborn()
        context.insert(stubborn)
        try context.save()
        stubborn.value = Unwritable(isWritable: false)
        let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(error?.description.contains("Stubborn.value") == true)
        #expect(context.hasChanges)
        stubborn.value = Unwritable(isWritable: true)
        try context.save()
    }
}
