import Foundation
import Testing

@testable import SwiftData

/// What the store cannot give behind the reading of a property is told by the next call that can throw.
@Suite struct LoadFailureTests {
    private let store: TestStore
    private let context: ModelContext

    init() throws {
        store = try TestStore(.file, [Plant.self, Bed.self])
        let writer = store.makeContext()
        for number in 0..<20 {
            writer.insert(Bed(name: "bed \(number)", plants: [Plant(number), Plant(100 + number)]))
        }
        try writer.save()
        context = store.makeContext()
    }

    /// Another program spoils the store.
    private func losePlants() throws {
        try RawDatabase(store.configuration.url.path).execute("ALTER TABLE Plant RENAME TO Lost")
    }

    @Test func aListThatCannotBeLoadedFailsTheNextFetchOnce() throws {
        let bed = try #require(try context.all(Bed.self).first)
        try losePlants()
        #expect(bed.plants.isEmpty)
        #expect(context.lastLoadError is StoreError)
        #expect(throws: StoreError.self) { try context.all(Bed.self) }
        #expect(try context.all(Bed.self).count == 20)
    }

    @Test func nothingIsSavedByIt() throws {
        let bed = try #require(try context.all(Bed.self).first)
        try losePlants()
        if bed.plants.isEmpty { bed.name = "without plants" }
        #expect(throws: StoreError.self) { try context.save() }
        #expect(context.hasChanges)
        #expect(try store.makeContext().all(Bed.self).contains { $0.name == "without plants" } == false)
    }

    @Test func aRollbackForgetsIt() throws {
        let bed = try #require(try context.all(Bed.self).first)
        try losePlants()
        #expect(bed.plants.isEmpty)
        context.rollback()
        #expect(try context.all(Bed.self).count == 20)
    }

    @Test func enumeratingThrowsAtTheBatchThatIsLost() throws {
        var seen: [Int] = []
        #expect(throws: StoreError.self) {
            try context.enumerate(FetchDescriptor<Plant>(), batchSize: 10) { plant in
                seen.append(plant.code)
                if seen.count == 10 { try losePlants() }
            }
        }
        #expect(seen.count == 10)
    }
}
