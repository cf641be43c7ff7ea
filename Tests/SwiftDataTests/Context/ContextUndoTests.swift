import SwiftData
import Testing

@Suite struct ContextUndoTests {
    private static let types: [any PersistentModel.Type] = [Plant.self, Bed.self]

    private func makeContext() throws -> (ModelContext, UndoManager) {
        let context = try TestStore(.memory, Self.types).makeContext()
        let manager = UndoManager()
        context.undoManager = manager
        return (context, manager)
    }

    @Test func anEditGoesBackAndForth() throws {
        let (context, manager) = try makeContext()
        let plant = Plant(1, name: "old")
        context.insert(plant)
        try context.save()
        manager.removeAllActions()
        plant.name = "new"
        plant.note = "note"
        manager.endEventGroup()
        manager.undo()
        #expect(plant.name == "old" && plant.note == nil)
        manager.redo()
        #expect(plant.name == "new" && plant.note == "note")
        try context.save()
        manager.undo()
        #expect(plant.name == "old" && context.hasChanges)
        try context.save()
        #expect(try context.all(Plant.self).map(\.name) == ["old"])
    }

    @Test func anInsertGoesBackAndForth() throws {
        let (context, manager) = try makeContext()
        context.insert(Plant(1, name: "fern"))
        manager.endEventGroup()
        manager.undo()
        #expect(try context.all(Plant.self).isEmpty)
        manager.redo()
        #expect(try context.all(Plant.self).map(\.name) == ["fern"])
        try context.save()
        manager.undo()
        try context.save()
        #expect(try context.all(Plant.self).isEmpty)
    }

    @Test func aDeletionIsTakenBackBeforeAndAfterTheSave() throws {
        for saves in [false, true] {
            let (context, manager) = try makeContext()
            let plant = Plant(1, name: "fern")
            context.insert(plant)
            try context.save()
            manager.removeAllActions()
            context.delete(plant)
            if saves { try context.save() }
            manager.endEventGroup()
            manager.undo()
            #expect(plant.modelContext === context && !plant.isDeleted)
            try context.save()
            #expect(try context.all(Plant.self).map(\.name) == ["fern"])
        }
    }

    @Test func aTakenBackDeletionHasItsLinksAgain() throws {
        for saves in [false, true] {
            let (context, manager) = try makeContext()
            let bed = Bed(name: "bed", plants: [Plant(1), Plant(2)])
            context.insert(bed)
            try context.save()
            manager.removeAllActions()
            context.delete(bed)
            context.processPendingChanges()
            if saves { try context.save() }
            manager.endEventGroup()
            manager.undo()
            try context.save()
            #expect(bed.plants.map(\.code) == [1, 2], "saved in between: \(saves)")
            #expect(try context.all(Plant.self).allSatisfy { $0.bed === bed }, "saved in between: \(saves)")
        }
    }

    @Test func aTakenBackCascadeIsWhole() throws {
        for saves in [false, true] {
            let context = try TestStore(.memory, [Playlist.self, Track.self]).makeContext()
            let manager = UndoManager()
            context.undoManager = manager
            let list = Playlist("list", tracks: [Track("a"), Track("b")])
            context.insert(list)
            try context.save()
            manager.removeAllActions()
            context.delete(list)
            context.processPendingChanges()
            if saves { try context.save() }
            manager.endEventGroup()
            manager.undo()
            try context.save()
            #expect(try context.all(Track.self).count == 2, "saved in between: \(saves)")
            #expect(list.tracks.map(\.title) == ["a", "b"], "saved in between: \(saves)")
            #expect(list.tracks.allSatisfy { $0.playlist === list }, "saved in between: \(saves)")
            manager.redo()
            try context.save()
            #expect(try context.fetchCount(FetchDescriptor<Track>()) == 0, "saved in between: \(saves)")
        }
    }

    @Test func aMoveBetweenListsGoesBackAndForth() throws {
        let (context, manager) = try makeContext()
        let north = Bed(name: "north", plants: [Plant(1), Plant(2)])
        let south = Bed(name: "south")
        context.insert(north)
        context.insert(south)
        try context.save()
        manager.removeAllActions()
        north.plants[0].bed = south
        manager.endEventGroup()
        #expect(north.plants.map(\.code) == [2] && south.plants.map(\.code) == [1])
        manager.undo()
        #expect(Set(north.plants.map(\.code)) == [1, 2] && south.plants.isEmpty)
        manager.redo()
        #expect(north.plants.map(\.code) == [2] && south.plants.map(\.code) == [1])
    }

    @Test func aRollbackForgetsWhatCouldBeTakenBack() throws {
        let (context, manager) = try makeContext()
        let plant = Plant(1)
        context.insert(plant)
        try context.save()
        plant.name = "x"
        context.rollback()
        #expect(!manager.canUndo)
    }

    @MainActor @Test func oneTurnOfTheMainActorIsOneStep() async throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.container.mainContext
        let manager = UndoManager()
        context.undoManager = manager
        let plant = Plant(1, name: "one")
        context.insert(plant)
        await finishMainActorTurn()
        plant.name = "two"
        plant.height = 2
        await finishMainActorTurn()
        plant.name = "three"
        await finishMainActorTurn()
        manager.undo()
        #expect(plant.name == "two" && plant.height == 2)
        manager.undo()
        #expect(plant.name == "one" && plant.height == 0)
    }
}
