import SwiftData
import Testing

@MainActor
@Suite struct AutosaveTests {
    private static let types: [any PersistentModel.Type] = [Plant.self, Bed.self]

    @Test(arguments: StoreKind.allCases)
    func theMainContextSavesAtTheEndOfTheTurn(kind: StoreKind) async throws {
        let store = try TestStore(kind, Self.types)
        let context = store.container.mainContext
        let plant = Plant(1, name: "one")
        context.insert(plant)
        #expect(context.hasChanges)
        await finishMainActorTurn()
        #expect(!context.hasChanges)
        #expect(try store.makeFreshContext().all(Plant.self).map(\.name) == ["one"])
        plant.name = "two"
        await finishMainActorTurn()
        #expect(try store.makeFreshContext().all(Plant.self).map(\.name) == ["two"])
        context.delete(plant)
        await finishMainActorTurn()
        #expect(try store.makeFreshContext().all(Plant.self).isEmpty)
    }

    @Test func oneTurnIsOneSave() async throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.container.mainContext
        let saves = Flag()
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { _ in saves.raise() }
        defer { NotificationCenter.default.removeObserver(token) }
        let bed = Bed(name: "bed")
        context.insert(bed)
        for code in 1...20 { bed.plants.append(Plant(code)) }
        bed.name = "renamed"
        await finishMainActorTurn()
        #expect(saves.count == 1)
        await finishMainActorTurn()
        #expect(saves.count == 1, "nothing changed, nothing saved")
    }

    @Test func otherContextsDoNotUnlessAsked() async throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.makeContext()
        #expect(!context.autosaveEnabled && store.container.mainContext.autosaveEnabled)
        context.insert(Plant(1))
        await finishMainActorTurn()
        #expect(context.hasChanges)
        context.autosaveEnabled = true
        await finishMainActorTurn()
        #expect(!context.hasChanges)
        store.container.mainContext.autosaveEnabled = false
        store.container.mainContext.insert(Plant(2))
        await finishMainActorTurn()
        #expect(store.container.mainContext.hasChanges)
    }

    @Test func theMainContextIsOne() throws {
        let store = try TestStore(.memory, Self.types)
        #expect(store.container.mainContext === store.container.mainContext)
        #expect(store.container.mainContext.container === store.container)
    }

    @Test func aFailedAutosaveIsToldAndTriedAgainAfterTheNextChange() async throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.container.mainContext
        let first = Plant(1)
        let second = Plant(2)
        context.insert(first)
        context.insert(second)
        await finishMainActorTurn()
        let failures = Flag()
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.autosaveDidFail,
            object: context,
            queue: nil
        ) { _ in failures.raise() }
        defer { NotificationCenter.default.removeObserver(token) }
        second.code = 1
        await finishMainActorTurn()
        #expect(failures.count == 1 && context.hasChanges && context.lastAutosaveError != nil)
        second.code = 3
        await finishMainActorTurn()
        #expect(failures.count == 1 && !context.hasChanges)
        #expect(try store.makeContext().all(Plant.self).map(\.code) == [1, 3])
    }
}
