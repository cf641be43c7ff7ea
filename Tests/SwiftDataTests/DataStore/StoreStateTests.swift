import Foundation
import SwiftData
import Testing

/// What a container asks of an app's store besides objects.
@Suite("Custom stores: states and batches")
struct StoreStateTests {
    private let log = StoreLog()

    private func newContainer(refusing: Bool = false, linked: Bool = false) throws -> ModelContainer {
        let schema = linked ? Schema([ProbeReading.self, Probe.self]) : Schema([LoggedValue.self])
        let configuration = LoggedConfiguration(name: "logged", schema: schema, log: log, refusesBatches: refusing)
        return try ModelContainer(for: schema, configurations: [configuration])
    }

    private func fill(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        for value in 0..<6 { context.insert(LoggedValue(value: value)) }
        try context.save()
    }

    private func values(_ container: ModelContainer) throws -> [Int] {
        try ModelContext(container).fetch(FetchDescriptor<LoggedValue>(sortBy: [SortDescriptor(\.value)])).map(\.value)
    }

    @Test func `a store hears of contexts that come and go`() throws {
        let container = try newContainer()
        var context: ModelContext? = ModelContext(container)
        let state = try #require(context?.editingState)
        #expect(log.begun == [state.id])
        context?.insert(LoggedValue(value: 1))
        try context?.save()
        #expect(log.ended.isEmpty)
        context = nil
        #expect(log.ended == [state.id])
    }

    @Test func `a context may take over another state`() throws {
        let container = try newContainer()
        let first = ModelContext(container)
        let second = ModelContext(container)
        first.author = "import"
        let own = second.editingState.id
        second.editingState = first.editingState
        #expect(second.author == "import")
        #expect(log.ended == [own])
        #expect(log.begun == [first.editingState.id, own, first.editingState.id])
        second.editingState.author = "export"
        #expect(second.author == "export")
        #expect(log.begun.count == 3)
    }

    @Test func `a batch goes to the store at the save`() throws {
        let container = try newContainer()
        try fill(container)
        let context = ModelContext(container)
        context.author = "cleaner"
        log.clear()
        try context.delete(model: LoggedValue.self, where: #Predicate { $0.value > 2 })
        #expect(context.hasChanges)
        #expect(log.batches.isEmpty)
        #expect(log.fetches == 0)
        try context.save()
        #expect(!context.hasChanges)
        #expect(log.batches == ["cleaner"])
        #expect(log.saves == 0)
        #expect(try values(container) == [0, 1, 2])
    }

    @Test func `other contexts see a batch`() throws {
        let container = try newContainer()
        try fill(container)
        let reader = ModelContext(container)
        let known = try reader.fetch(FetchDescriptor<LoggedValue>(sortBy: [SortDescriptor(\.value)]))
        let observer = try ResultsObserver<LoggedValue, Never>(modelContext: reader)
        #expect(observer.results.count == 6)
        let cleaner = ModelContext(container)
        try cleaner.delete(model: LoggedValue.self, where: #Predicate { $0.value < 4 })
        try cleaner.save()
        #expect(observer.results.count == 2)
        #expect(known[0].value == 0)
        #expect(known[5].value == 5)
    }

    @Test func `looking before the save turns a batch into marks`() throws {
        let container = try newContainer()
        try fill(container)
        let context = ModelContext(container)
        try context.delete(model: LoggedValue.self, where: #Predicate { $0.value > 2 })
        #expect(try context.fetchCount(FetchDescriptor<LoggedValue>()) == 3)
        #expect(context.deletedModelsArray.count == 3)
        log.clear()
        try context.save()
        #expect(log.batches.isEmpty)
        #expect(try values(container) == [0, 1, 2])
    }

    @Test func `inserting after a batch keeps the order`() throws {
        let container = try newContainer()
        try fill(container)
        let context = ModelContext(container)
        try context.delete(model: LoggedValue.self)
        context.insert(LoggedValue(value: 9))
        log.clear()
        try context.save()
        #expect(log.batches.count == 1)
        #expect(log.saves == 1)
        #expect(try values(container) == [9])
    }

    @Test func `a rollback forgets a batch`() throws {
        let container = try newContainer()
        try fill(container)
        let context = ModelContext(container)
        try context.delete(model: LoggedValue.self)
        context.rollback()
        #expect(!context.hasChanges)
        try context.save()
        #expect(try values(container) == [0, 1, 2, 3, 4, 5])
    }

    @Test func `objects that are alive are deleted one by one`() throws {
        let container = try newContainer()
        try fill(container)
        let context = ModelContext(container)
        let all = try context.fetch(FetchDescriptor<LoggedValue>())
        log.clear()
        try context.delete(model: LoggedValue.self, where: #Predicate { $0.value == 0 })
        #expect(all.count { $0.isDeleted } == 1)
        try context.save()
        #expect(log.batches.isEmpty)
        #expect(try values(container) == [1, 2, 3, 4, 5])
    }

    @Test func `a store that refuses gets the objects`() throws {
        let container = try newContainer(refusing: true)
        try fill(container)
        let context = ModelContext(container)
        try context.delete(model: LoggedValue.self, where: #Predicate { $0.value > 0 })
        try context.save()
        #expect(try values(container) == [0])
        #expect(!context.hasChanges)
    }

    @Test func `delete rules are honoured where there are links`() throws {
        let container = try newContainer(linked: true)
        let context = ModelContext(container)
        let probe = Probe()
        context.insert(probe)
        probe.readings = [ProbeReading(), ProbeReading()]
        try context.save()
        let cleaner = ModelContext(container)
        try cleaner.delete(model: Probe.self)
        try cleaner.save()
        #expect(log.batches.isEmpty)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<ProbeReading>()) == 0)
    }
}

@Model final class LoggedValue {
    var value: Int
    init(value: Int) { self.value = value }
}

@Model final class Probe {
    @Relationship(deleteRule: .cascade, inverse: \ProbeReading.probe) var readings: [ProbeReading] = []
    init() {}
}

@Model final class ProbeReading {
    var probe: Probe?
    init() {}
}
