import SwiftData
import Testing

@Suite struct RollbackTests {
    private static let types: [any PersistentModel.Type] = [Plant.self, Bed.self]

    @Test(arguments: StoreKind.allCases)
    func insertsEditsAndDeletesAreTakenBack(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let edited = Plant(1, name: "edited")
        let deleted = Plant(2, name: "deleted")
        context.insert(edited)
        context.insert(deleted)
        try context.save()
        let new = Plant(3, name: "new")
        context.insert(new)
        edited.name = "x"
        edited.note = "x"
        context.delete(deleted)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(edited.name == "edited" && edited.note == nil && !edited.hasChanges)
        #expect(!deleted.isDeleted && deleted.modelContext === context && deleted.name == "deleted")
        #expect(new.modelContext == nil && new.name == "new")
        #expect(try context.all(Plant.self).map(\.name) == ["edited", "deleted"])
        try context.save()
        #expect(try store.makeFreshContext().all(Plant.self).map(\.name) == ["edited", "deleted"])
    }

    /// The target of a link is made from its key alone, and may be changed before its row was read.
    @Test(arguments: StoreKind.allCases)
    func aChangeOfAnObjectThatWasNeverReadIsTakenBack(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        context.insert(Bed(name: "north", plants: [Plant(1, name: "rose")]))
        try context.save()
        let fresh = try store.makeFreshContext()
        let plant = try #require(try fresh.all(Plant.self).first)
        let bed = try #require(plant.bed)
        bed.name = "south"
        fresh.rollback()
        #expect(bed.name == "north" && !fresh.hasChanges)
        bed.name = "west"
        try fresh.save()
        #expect(try store.makeFreshContext().all(Bed.self).map(\.name) == ["west"])
    }

    @Test(arguments: StoreKind.allCases)
    func linksAreTakenBack(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let north = Bed(name: "north", plants: [Plant(1), Plant(2), Plant(3)])
        let south = Bed(name: "south")
        context.insert(north)
        context.insert(south)
        try context.save()
        let moved = north.plants[0]
        moved.bed = south
        north.plants.remove(at: 0)
        north.plants.append(Plant(4))
        context.rollback()
        #expect(north.plants.map(\.code) == [1, 2, 3] && south.plants.isEmpty && moved.bed === north)
        north.plants.reverse()
        context.rollback()
        #expect(north.plants.map(\.code) == [1, 2, 3])
        context.delete(north)
        context.processPendingChanges()
        #expect(moved.bed == nil)
        context.rollback()
        #expect(moved.bed === north && north.plants.map(\.code) == [1, 2, 3])
    }

    @Test(arguments: StoreKind.allCases)
    func aRolledBackInsertLeavesTheStoredOwnerAlone(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let bed = Bed(name: "bed", plants: [Plant(1)])
        context.insert(bed)
        try context.save()
        let fresh = store.makeContext()
        let twin = try #require(try fresh.all(Bed.self).first)
        let new = Plant(2, bed: twin)
        fresh.insert(new)
        fresh.rollback()
        #expect(twin.plants.map(\.code) == [1])
        #expect(new.modelContext == nil)
        fresh.insert(Plant(3))
        try fresh.save()
        #expect(try store.makeFreshContext().all(Plant.self).map(\.code) == [1, 3])
    }

    @Test func observersHearOfARollback() throws {
        let context = try TestStore(.memory, Self.types).makeContext()
        let plant = Plant(1, name: "old")
        context.insert(plant)
        try context.save()
        plant.name = "new"
        let flag = Flag()
        withObservationTracking {
            _ = plant.name
        } onChange: {
            flag.raise()
        }
        context.rollback()
        #expect(flag.isRaised && plant.name == "old")
    }

    @Test func aRollbackTakesInWhatOthersSaved() throws {
        let store = try TestStore(.memory, Self.types)
        let first = store.makeContext()
        let plant = Plant(1, name: "old")
        first.insert(plant)
        try first.save()
        plant.name = "mine"
        let second = store.makeContext()
        try #require(try second.all(Plant.self).first).name = "theirs"
        try second.save()
        #expect(plant.name == "mine")
        first.rollback()
        #expect(plant.name == "theirs")
    }
}
