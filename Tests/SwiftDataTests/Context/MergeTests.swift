import SwiftData
import Testing

/// What one context saves, the others show.
@Suite struct MergeTests {
    private static let types: [any PersistentModel.Type] = [Plant.self, Bed.self]

    @Test(arguments: StoreKind.allCases)
    func updatesInsertsAndDeletionsAreSeen(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let first = store.makeContext()
        let second = store.makeContext()
        first.insert(Bed(name: "bed", plants: [Plant(1, name: "a"), Plant(2, name: "b")]))
        try first.save()
        let bed = try #require(try second.all(Bed.self).first)
        let plants = bed.plants
        #expect(plants.map(\.name) == ["a", "b"])
        let mine = try first.fetch(FetchDescriptor<Plant>(sortBy: [SortDescriptor(\.code)]))
        mine[0].name = "A"
        first.delete(mine[1])
        first.insert(Plant(3, name: "c", bed: mine[0].bed))
        try first.save()
        #expect(plants[0].name == "A")
        #expect(plants[1].modelContext == nil && plants[1].name == "b")
        #expect(bed.plants.map(\.name) == ["A", "c"])
        #expect(Set(try second.all(Plant.self).map(\.name)) == ["A", "c"])
        #expect(!second.hasChanges)
    }

    @Test(arguments: StoreKind.allCases)
    func unsavedChangesSurvive(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let first = store.makeContext()
        let plant = Plant(1, name: "old")
        first.insert(plant)
        try first.save()
        let second = store.makeContext()
        let twin = try #require(try second.all(Plant.self).first)
        twin.name = "mine"
        let new = Plant(9, name: "new")
        second.insert(new)
        plant.name = "theirs"
        plant.height = 4
        try first.save()
        #expect(twin.name == "mine" && twin.height == 4 && new.modelContext === second)
        try second.save()
        #expect(plant.name == "mine" && plant.height == 4)
        #expect(try first.all(Plant.self).map(\.code) == [1, 9])
    }

    @Test(arguments: StoreKind.allCases)
    func anEditOfARowDeletedElsewhereIsDropped(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let first = store.makeContext()
        let plant = Plant(1, name: "old")
        first.insert(plant)
        try first.save()
        let second = store.makeContext()
        let twin = try #require(try second.all(Plant.self).first)
        twin.name = "mine"
        first.delete(plant)
        try first.save()
        try second.save()
        #expect(!second.hasChanges && twin.name == "mine" && twin.modelContext == nil)
        #expect(try second.fetchCount(FetchDescriptor<Plant>()) == 0)
    }

    @Test func observersHearOfAnothersSave() throws {
        let store = try TestStore(.memory, Self.types)
        let first = store.makeContext()
        let second = store.makeContext()
        let bed = Bed(name: "bed", plants: [Plant(1, name: "old")])
        first.insert(bed)
        try first.save()
        let twinBed = try #require(try second.all(Bed.self).first)
        let twin = twinBed.plants[0]
        let name = Flag()
        let height = Flag()
        let list = Flag()
        withObservationTracking {
            _ = twin.name
        } onChange: {
            name.raise()
        }
        withObservationTracking {
            _ = twin.height
        } onChange: {
            height.raise()
        }
        withObservationTracking {
            _ = twinBed.plants
        } onChange: {
            list.raise()
        }
        bed.plants[0].name = "new"
        bed.plants.append(Plant(2))
        try first.save()
        _ = try second.fetchCount(FetchDescriptor<Plant>())
        #expect(name.isRaised && list.isRaised)
        #expect(twin.name == "new" && twinBed.plants.map(\.code) == [1, 2])
    }

    @MainActor @Test func theMainContextHearsWithoutBeingAsked() async throws {
        let store = try TestStore(.memory, Self.types)
        let main = store.container.mainContext
        let plant = Plant(1, name: "old")
        main.insert(plant)
        try main.save()
        let flag = Flag()
        withObservationTracking {
            _ = plant.name
        } onChange: {
            flag.raise()
        }
        let other = store.makeContext()
        try #require(try other.all(Plant.self).first).name = "new"
        try other.save()
        await finishMainActorTurn()
        #expect(flag.isRaised && plant.name == "new")
    }

    @Test func containersOverOneFileSeeEachOther() throws {
        let store = try TestStore(.file, Self.types)
        let first = store.makeContext()
        let plant = Plant(1, name: "old")
        first.insert(plant)
        try first.save()
        let second = try store.makeFreshContext()
        let twin = try #require(try second.all(Plant.self).first)
        twin.name = "new"
        try second.save()
        #expect(try first.all(Plant.self).map(\.name) == ["new"])
        #expect(plant.name == "new")
        second.insert(Plant(2))
        try second.save()
        first.insert(Plant(3))
        try first.save()
        let codes = try second.all(Plant.self).map(\.code).sorted()
        #expect(codes == [1, 2, 3])
    }
}
