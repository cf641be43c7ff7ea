import Foundation
import SwiftData
import Testing

/// The built-in store inside of an app's own.
@Suite("Built-in store, wrapped")
struct DefaultStoreTests {
    private func newContainer(_ folder: TemporaryFolder) throws -> ModelContainer {
        let schema = Schema([Crew.self, Sailor.self])
        let configuration = WrappedConfiguration(name: "crew", schema: schema, url: folder.file("crew.store"))
        return try ModelContainer(for: schema, configurations: [configuration])
    }

    private func fill(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        context.author = "wrapped"
        let crew = Crew("Walnut")
        context.insert(crew)
        crew.sailors = ["Ada", "Ben", "Cleo"].enumerated().map { Sailor($1, age: 20 + $0 * 10) }
        crew.captain = crew.sailors.first
        context.insert(Sailor("Drifter", age: 70))
        try context.save()
    }

    @Test func `objects, links and orders come back`() throws {
        let folder = try TemporaryFolder()
        try fill(newContainer(folder))
        let context = ModelContext(try newContainer(folder))
        let crew = try #require(try context.fetch(FetchDescriptor<Crew>()).first)
        #expect(crew.sailors.map(\.name) == ["Ada", "Ben", "Cleo"])
        #expect(crew.captain?.name == "Ada")
        #expect(crew.sailors.allSatisfy { $0.crew === crew })
        let old = FetchDescriptor<Sailor>(
            predicate: #Predicate { $0.age > 25 && $0.crew?.name == "Walnut" },
            sortBy: [SortDescriptor(\.age, order: .reverse)]
        )
        #expect(try context.fetch(old).map(\.name) == ["Cleo", "Ben"])
        #expect(try context.fetchCount(old) == 2)
        #expect(try context.fetchIdentifiers(old).count == 2)
        #expect(Set(try context.fetchIdentifiers(old).map(\.storeIdentifier)).count == 1)
    }

    @Test func `windows are the inner store's`() throws {
        let folder = try TemporaryFolder()
        try fill(newContainer(folder))
        var descriptor = FetchDescriptor<Sailor>(sortBy: [SortDescriptor(\.age)])
        descriptor.fetchLimit = 2
        descriptor.fetchOffset = 1
        #expect(try ModelContext(newContainer(folder)).fetch(descriptor).map(\.name) == ["Ben", "Cleo"])
    }

    @Test func `changes, moves and deletions are kept`() throws {
        let folder = try TemporaryFolder()
        try fill(newContainer(folder))
        do {
            let context = ModelContext(try newContainer(folder))
            let sailors = try context.fetch(FetchDescriptor<Sailor>(sortBy: [SortDescriptor(\.age)]))
            let crew = try #require(sailors[0].crew)
            sailors[0].name = "Adele"
            sailors[3].crew = crew
            crew.captain = sailors[1]
            context.delete(sailors[2])
            try context.save()
            #expect(!context.hasChanges)
            sailors[1].age += 1
            try context.save()
        }
        let context = ModelContext(try newContainer(folder))
        let crew = try #require(try context.fetch(FetchDescriptor<Crew>()).first)
        #expect(Set(crew.sailors.map(\.name)) == ["Adele", "Ben", "Drifter"])
        #expect(crew.captain?.name == "Ben")
        #expect(crew.captain?.age == 31)
        context.delete(crew)
        try context.save()
        #expect(try ModelContext(newContainer(folder)).fetchCount(FetchDescriptor<Sailor>()) == 0)
    }

    @Test func `the inner store can be driven by itself`() throws {
        let folder = try TemporaryFolder()
        try fill(newContainer(folder))
        let schema = Schema([Crew.self, Sailor.self])
        let store = try DefaultStore(ModelConfiguration(schema: schema, url: folder.file("crew.store")))
        let plain = try ModelContext(
            ModelContainer(for: schema, configurations: ModelConfiguration(url: folder.file("crew.store")))
        )
        #expect(try plain.fetchCount(FetchDescriptor<Sailor>()) == 4)
        #expect(store.schema == schema)
        let transactions = try store.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(transactions.count == 1)
        #expect(transactions.first?.author == "wrapped")
        try store.erase()
        #expect(try plain.fetchCount(FetchDescriptor<Sailor>()) == 0)
    }

    @Test func `a batch reaches the inner store`() throws {
        let folder = try TemporaryFolder()
        let schema = Schema([LoggedValue.self])
        let configuration = WrappedConfiguration(name: "m", schema: schema, url: folder.file("m.store"))
        let container = try ModelContainer(for: schema, configurations: [configuration])
        let context = ModelContext(container)
        for value in 0..<5 { context.insert(LoggedValue(value: value)) }
        try context.save()
        let cleaner = ModelContext(container)
        try cleaner.delete(model: LoggedValue.self, where: #Predicate { $0.value >= 2 })
        try cleaner.save()
        let left = FetchDescriptor<LoggedValue>(sortBy: [SortDescriptor(\.value)])
        #expect(try ModelContext(container).fetch(left).map(\.value) == [0, 1])
        try container.erase()
        #expect(try ModelContext(container).fetchCount(left) == 0)
    }
}

@Model final class Crew {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Sailor.crew) var sailors: [Sailor] = []
    var captain: Sailor?

    init(_ name: String) { self.name = name }
}

@Model final class Sailor {
    var name: String
    var age: Int
    var crew: Crew?

    init(_ name: String, age: Int) {
        self.name = name
        self.age = age
    }
}

struct WrappedConfiguration: DataStoreConfiguration {
    typealias Store = WrappedStore

    let name: String
    var schema: Schema?
    let url: URL
}

/// A store as an app would write it around the built-in one, to see every request.
final class WrappedStore: DataStore, DataStoreBatching {
    typealias Snapshot = DefaultStore.Snapshot

    let configuration: WrappedConfiguration
    private let inner: DefaultStore

    init(_ configuration: WrappedConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        inner = try DefaultStore(
            ModelConfiguration(configuration.name, schema: configuration.schema, url: configuration.url),
            migrationPlan: migrationPlan
        )
    }

    var identifier: String { inner.identifier }
    var schema: Schema { inner.schema }

    func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot> {
        try inner.fetch(request)
    }

    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try inner.fetchCount(request)
    }

    func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot> {
        try inner.save(request)
    }

    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        try inner.delete(request)
    }

    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot] {
        try inner.cachedSnapshots(for: persistentIdentifiers, editingState: editingState)
    }

    func erase() throws { try inner.erase() }
}
