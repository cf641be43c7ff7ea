import SwiftData
import Testing

/// Two containers over one file, as two processes have them.
@Suite struct TwoContainersTests {
    private func makePair() throws -> (TestStore, ModelContainer, ModelContainer) {
        let store = try TestStore(.file, [Plant.self, Bed.self])
        let other = try ModelContainer(for: store.container.schema, configurations: store.configuration)
        return (store, store.container, other)
    }

    @Test func keysNeverMeet() throws {
        let (store, first, second) = try makePair()
        let contexts = [ModelContext(first), ModelContext(second), ModelContext(first)]
        for round in 0..<20 {
            for (index, context) in contexts.enumerated() { context.insert(Plant(round * 10 + index)) }
            if round % 3 == 0 { for context in contexts.reversed() { try context.save() } }
        }
        for context in contexts { try context.save() }
        let plants = try store.makeFreshContext().all(Plant.self)
        #expect(plants.count == 60 && Set(plants.map(\.persistentModelID)).count == 60)
    }

    @Test func bothWriteAtOnce() async throws {
        let (store, first, second) = try makePair()
        let depots = [first, second].map { Gardener(modelContainer: $0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, gardener) in depots.enumerated() {
                group.addTask { try await gardener.plant(index * 1_000..<index * 1_000 + 60) }
            }
            try await group.waitForAll()
        }
        for gardener in depots { #expect(try await gardener.count() == 120) }
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<Plant>()) == 120)
    }

    @Test func deletionsAndLinksAreSeen() throws {
        let (_, first, second) = try makePair()
        let writer = ModelContext(first)
        let bed = Bed(name: "bed", plants: [Plant(1, name: "a"), Plant(2, name: "b")])
        writer.insert(bed)
        try writer.save()
        let reader = ModelContext(second)
        let twin = try #require(try reader.all(Bed.self).first)
        let plants = twin.plants
        #expect(plants.map(\.name) == ["a", "b"])
        bed.plants[0].name = "A"
        writer.delete(bed.plants[1])
        bed.plants.append(Plant(3, name: "c"))
        try writer.save()
        #expect(Set(try reader.all(Plant.self).map(\.name)) == ["A", "c"])
        #expect(plants[0].name == "A" && twin.plants.map(\.name) == ["A", "c"])
        #expect(plants[1].name == "b" && plants[1].modelContext == nil)
        twin.name = "renamed"
        try reader.save()
        #expect(try writer.all(Bed.self).map(\.name) == ["renamed"])
    }

    @Test func anUpsertMeetsTheOthersRow() throws {
        let (store, first, second) = try makePair()
        let contexts = [ModelContext(first), ModelContext(second)]
        contexts[0].insert(Plant(7, name: "first"))
        contexts[1].insert(Plant(7, name: "second"))
        try contexts[0].save()
        try contexts[1].save()
        #expect(try store.makeFreshContext().all(Plant.self).map(\.name) == ["second"])
        #expect(try contexts[0].all(Plant.self).map(\.name) == ["second"])
    }

    @Test func aReaderThatMayNotWriteFollows() throws {
        let (store, first, _) = try makePair()
        let readOnly = ModelConfiguration(schema: first.schema, url: store.configuration.url, allowsSave: false)
        let reader = ModelContext(try ModelContainer(for: first.schema, configurations: readOnly))
        #expect(try reader.fetchCount(FetchDescriptor<Plant>()) == 0)
        let writer = ModelContext(first)
        writer.insert(Plant(1))
        try writer.save()
        #expect(try reader.fetchCount(FetchDescriptor<Plant>()) == 1)
    }
}

@ModelActor
actor Gardener {
    func plant(_ codes: Range<Int>) throws {
        for code in codes {
            modelContext.insert(Plant(code))
            try modelContext.save()
        }
    }

    func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Plant>()) }
}
