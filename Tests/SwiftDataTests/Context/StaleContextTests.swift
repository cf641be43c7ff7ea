import SwiftData
import Testing

/// A context that slept through more saves than are kept for it.
@Suite struct StaleContextTests {
    @Test func everythingIsCaughtUpWith() throws {
        let store = try TestStore(.memory, [Plant.self, Bed.self])
        let writer = store.makeContext()
        let beds = [Bed(name: "north", plants: (0..<500).map { Plant($0, name: "0") }), Bed(name: "south")]
        for bed in beds { writer.insert(bed) }
        try writer.save()
        let sleeper = store.makeContext()
        let order = [SortDescriptor(\Plant.code)]
        let plants = try sleeper.fetch(FetchDescriptor<Plant>(sortBy: order))
        let lists = try sleeper.all(Bed.self)
        #expect(lists[0].plants.count == 500 && lists[1].plants.isEmpty)
        plants[3].name = "mine"
        let own = Plant(9_999)
        sleeper.insert(own)

        let written = try writer.fetch(FetchDescriptor<Plant>(sortBy: order))
        for round in 1...210 {
            for plant in written { plant.name = "\(round)" }
            try writer.save()
        }
        written[0].bed = beds[1]
        writer.delete(written[1])
        try writer.save()

        #expect(plants[2].name == "210" && plants[3].name == "mine")
        #expect(plants[0].bed?.name == "south")
        #expect(lists[0].plants.count == 498 && lists[1].plants.map(\.code) == [0])
        #expect(try sleeper.fetchCount(FetchDescriptor<Plant>()) == 500)
        #expect(plants[1].name == "0" || plants[1].name == "210")
        #expect(plants[1].modelContext == nil)
        try sleeper.save()
        #expect(written[3].name == "mine")
    }
}
