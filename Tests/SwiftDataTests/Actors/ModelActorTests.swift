import Dispatch
import SwiftData
import Testing

@Model
final class Parcel {
    @Attribute(.unique) var number: Int
    var status: String = "new"

    init(_ number: Int) { self.number = number }
}

@ModelActor
actor Depot {
    private(set) var handled = 0

    func receive(_ numbers: [Int]) throws -> [PersistentIdentifier] {
        let parcels = numbers.map { Parcel($0) }
        for parcel in parcels { modelContext.insert(parcel) }
        try modelContext.save()
        handled += parcels.count
        return parcels.map(\.persistentModelID)
    }

    func mark(_ identifier: PersistentIdentifier, _ status: String) throws -> Bool {
        guard let parcel = self[identifier, as: Parcel.self] else { return false }
        parcel.status = status
        try modelContext.save()
        return true
    }

    func mark(all status: String) throws {
        for parcel in try modelContext.fetch(FetchDescriptor<Parcel>()) { parcel.status = status }
        try modelContext.save()
    }

    func remove(_ number: Int) throws {
        try modelContext.delete(model: Parcel.self, where: #Predicate { $0.number == number })
        try modelContext.save()
    }

    func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Parcel>()) }

    func receiveAndLeaveUnsaved(_ number: Int) {
        modelContext.autosaveEnabled = true
        modelContext.insert(Parcel(number))
    }

    func hasChanges() -> Bool { modelContext.hasChanges }

    func countMainThreadSaves() -> (onMain: Flag, elsewhere: Flag) {
        let flags = (onMain: Flag(), elsewhere: Flag())
        _ = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: modelContext, queue: nil) {
            _ in
            (isOnMainQueue() ? flags.onMain : flags.elsewhere).raise()
        }
        return flags
    }

    /// Inserts one by one, each with a save of its own.
    func receiveSlowly(_ numbers: Range<Int>) async throws {
        for number in numbers {
            _ = try receive([number])
            await Task.yield()
        }
    }

    nonisolated func isOnTheMainThread() async -> Bool { await onMainThread() }

    private func onMainThread() -> Bool { isOnMainQueue() }

    func hasOwnContext() -> Bool { !modelContext.autosaveEnabled && modelContext.container === modelContainer }
}

extension Depot {
    init(configured container: ModelContainer, author: String) {
        self.init(modelContainer: container)
        modelExecutor.modelContext.author = author
    }
}

/// The conformance written by hand.
actor HandwrittenDepot: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor
    private let prefix: String

    init(container: ModelContainer, prefix: String) {
        modelContainer = container
        modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
        self.prefix = prefix
    }

    func receive(_ number: Int) throws -> Bool {
        let parcel = Parcel(number)
        parcel.status = prefix + " new"
        modelContext.insert(parcel)
        try modelContext.save()
        return isOnMainQueue()
    }
}

@Suite struct ModelActorTests {
    private static let types: [any PersistentModel.Type] = [Parcel.self]

    @MainActor @Test(arguments: StoreKind.allCases)
    func anActorMadeOnTheMainActorWorksElsewhere(kind: StoreKind) async throws {
        let store = try TestStore(kind, Self.types)
        #expect(isOnMainQueue(), "the test itself tells the difference")
        let depot = Depot(modelContainer: store.container)
        #expect(await depot.isOnTheMainThread() == false)
        #expect(await depot.hasOwnContext())
        let byHand = HandwrittenDepot(container: store.container, prefix: "hand")
        #expect(try await byHand.receive(1) == false)
        let configured = Depot(configured: store.container, author: "depot")
        #expect(try await configured.count() == 1)
        #expect(await configured.isOnTheMainThread() == false)
    }

    @MainActor @Test(arguments: StoreKind.allCases)
    func theMainContextSeesWhatAnActorSaves(kind: StoreKind) async throws {
        let store = try TestStore(kind, Self.types)
        let main = store.container.mainContext
        let depot = Depot(modelContainer: store.container)
        let identifiers = try await depot.receive([1, 2, 3])
        let parcels = try main.fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.number)]))
        #expect(parcels.map(\.persistentModelID) == identifiers)
        let told = Flag()
        withObservationTracking {
            _ = parcels[0].status
        } onChange: {
            told.raise()
        }
        #expect(try await depot.mark(identifiers[0], "sent"))
        await finishMainActorTurn()
        #expect(told.isRaised && parcels[0].status == "sent")
        try await depot.remove(2)
        #expect(try main.fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.number)])).map(\.number) == [1, 3])
        #expect(parcels[1].modelContext == nil && parcels[1].number == 2)
    }

    @MainActor @Test(arguments: StoreKind.allCases)
    func anActorSeesWhatTheMainContextSaves(kind: StoreKind) async throws {
        let store = try TestStore(kind, Self.types)
        let main = store.container.mainContext
        let depot = Depot(modelContainer: store.container)
        let parcel = Parcel(1)
        main.insert(parcel)
        let identifier = parcel.persistentModelID
        #expect(try await depot.count() == 0 || !main.hasChanges, "unsaved objects stay where they are")
        await finishMainActorTurn()
        #expect(try await depot.count() == 1)
        #expect(try await depot.mark(identifier, "seen"))
        #expect(parcel.status == "seen")
        main.delete(parcel)
        try main.save()
        #expect(try await depot.mark(identifier, "late") == false, "the row is gone")
        #expect(try await depot.count() == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func unsavedEditsSurviveAnActorsSave(kind: StoreKind) async throws {
        let store = try TestStore(kind, Self.types)
        let depot = Depot(modelContainer: store.container)
        _ = try await depot.receive([1, 2])
        let container = store.container
        try await MainActor.run {
            let main = container.mainContext
            main.autosaveEnabled = false
            try #require(try main.fetch(FetchDescriptor<Parcel>()).first).status = "mine"
        }
        try await depot.mark(all: "theirs")
        try await MainActor.run {
            let main = container.mainContext
            let shown = try main.fetch(FetchDescriptor<Parcel>()).map(\.status)
            #expect(shown == ["mine", "theirs"])
            try main.save()
        }
        let stored = try store.makeFreshContext().fetch(FetchDescriptor<Parcel>()).map(\.status)
        #expect(stored == ["mine", "theirs"])
    }

    @Test(arguments: StoreKind.allCases)
    func manyActorsSaveAtOnce(kind: StoreKind) async throws {
        let store = try TestStore(kind, Self.types)
        let depots = (0..<4).map { _ in Depot(modelContainer: store.container) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, depot) in depots.enumerated() {
                group.addTask { try await depot.receiveSlowly(index * 100..<index * 100 + 40) }
            }
            try await group.waitForAll()
        }
        for depot in depots { #expect(try await depot.count() == 160) }
        let sorted = FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.number)])
        let numbers = try store.makeFreshContext().fetch(sorted).map(\.number)
        let expected: [Int] = (0..<4).flatMap { depot in Array(depot * 100..<depot * 100 + 40) }
        #expect(numbers == expected)
    }

    @Test(arguments: StoreKind.allCases)
    func manyActorsUpsertOneRow(kind: StoreKind) async throws {
        let store = try TestStore(kind, Self.types)
        let depots = (0..<4).map { _ in Depot(modelContainer: store.container) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for depot in depots {
                group.addTask { for _ in 0..<20 { _ = try await depot.receive([7]) } }
            }
            try await group.waitForAll()
        }
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<Parcel>()) == 1)
    }

    /// An actor's context must be touched by the actor alone, autosave included.
    @Test func anActorsAutosaveRunsOnTheActor() async throws {
        let store = try TestStore(.memory, Self.types)
        let depot = Depot(modelContainer: store.container)
        let saves = await depot.countMainThreadSaves()
        await depot.receiveAndLeaveUnsaved(1)
        _ = await depot.hasChanges()
        await finishMainActorTurn()
        #expect(await depot.hasChanges() == false)
        #expect(saves.onMain.count == 0 && saves.elsewhere.count == 1)
        #expect(try store.makeContext().fetchCount(FetchDescriptor<Parcel>()) == 1)
    }

    @Test func anActorOutlivesEverythingElse() async throws {
        func makeDepot() throws -> Depot { Depot(modelContainer: try TestStore(.memory, Self.types).container) }
        let depot = try makeDepot()
        _ = try await depot.receive([1])
        #expect(try await depot.count() == 1)
        #expect(await depot.handled == 1)
    }
}
