import SwiftData
import Testing

@Suite struct ObservationTests {
    private func makeBed(_ context: ModelContext) throws -> Bed {
        let bed = Bed(name: "bed", plants: [Plant(1, name: "fern")])
        context.insert(bed)
        try context.save()
        return bed
    }

    private func watch(_ read: () -> Void) -> Flag {
        let flag = Flag()
        withObservationTracking(read) { flag.raise() }
        return flag
    }

    @Test func onlyWhatWasReadIsObserved() throws {
        let context = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        let plant = try makeBed(context).plants[0]
        let name = watch { _ = plant.name }
        let height = watch { _ = plant.height }
        plant.name = "moss"
        #expect(name.isRaised && !height.isRaised)
        plant.name = "sedge"
        #expect(name.count == 1, "once, until it is read again")
        plant.height = 2
        #expect(height.isRaised)
    }

    /// Nothing is compared: each assignment counts, of an attribute, of a target and of a list.
    @Test(arguments: [false, true])
    func anAssignmentOfTheSameValueIsObserved(isChangedAlready: Bool) throws {
        let context = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        let bed = try makeBed(context)
        let plant = bed.plants[0]
        if isChangedAlready {
            plant.name = "moss"
            plant.bed = nil
            plant.bed = bed
        }
        let (name, owner, list) = (watch { _ = plant.name }, watch { _ = plant.bed }, watch { _ = bed.plants })
        plant.name = String(plant.name)
        #expect(name.isRaised && !owner.isRaised && !list.isRaised)
        plant.bed = plant.bed
        #expect(owner.isRaised)
        bed.plants = Array(bed.plants)
        #expect(list.isRaised)
    }

    /// Observers are called before the value changes, as by `Observable` elsewhere.
    @Test func anObserverSeesTheOldValue() throws {
        let context = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        nonisolated(unsafe) let bed = try makeBed(context)
        nonisolated(unsafe) let plant = bed.plants[0]
        let calls = Flag()
        withObservationTracking {
            _ = (plant.name, bed.plants)
        } onChange: {
            #expect(plant.name == "fern" && bed.plants.count == 1)
            calls.raise()
        }
        bed.plants = []
        #expect(bed.plants.isEmpty && plant.bed == nil)
        withObservationTracking {
            _ = plant.name
        } onChange: {
            #expect(plant.name == "fern")
            calls.raise()
        }
        plant.name = "moss"
        #expect(plant.name == "moss" && calls.count == 2)
    }

    @Test func newObjectsAreObservedBeforeAndAfterTheirInsert() throws {
        let context = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        let plant = Plant(1)
        let before = watch { _ = plant.name }
        plant.name = "a"
        #expect(before.isRaised)
        let across = watch { _ = plant.name }
        context.insert(plant)
        try context.save()
        #expect(!across.isRaised)
        plant.name = "b"
        #expect(across.isRaised)
    }

    @Test(arguments: [true, false])
    func bothEndsOfALinkAreObserved(isLoaded: Bool) throws {
        let store = try TestStore(.memory, [Plant.self, Bed.self])
        _ = try makeBed(store.makeContext())
        let context = store.makeContext()
        let bed = try #require(try context.all(Bed.self).first)
        let plant = Plant(2)
        context.insert(plant)
        if isLoaded { _ = bed.plants }
        let list = watch { _ = bed.plants }
        let owner = watch { _ = plant.bed }
        plant.bed = bed
        #expect(list.isRaised && owner.isRaised)
        let again = watch { _ = plant.bed }
        bed.plants.removeAll { $0 === plant }
        #expect(again.isRaised && plant.bed == nil)
    }

    @Test func aDeletionIsSeenInTheLists() throws {
        let context = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        let bed = try makeBed(context)
        let list = watch { _ = bed.plants }
        context.delete(bed.plants[0])
        context.processPendingChanges()
        #expect(list.isRaised && bed.plants.isEmpty)
    }

    @Test func anObserverOfAFaultIsTold() throws {
        let store = try TestStore(.memory, [Plant.self, Bed.self])
        let writer = store.makeContext()
        let plant = try makeBed(writer).plants[0]
        let context = store.makeContext()
        let fault = try #require(context.model(for: plant.persistentModelID) as? Plant)
        let name = watch { #expect(fault.name == "fern") }
        plant.name = "moss"
        try writer.save()
        _ = try context.fetchCount(FetchDescriptor<Plant>())
        #expect(name.isRaised && fault.name == "moss")
    }
}
