import Foundation
import SwiftData
import Testing

struct HistoryKeepingConfiguration: DataStoreConfiguration {
    typealias Store = HistoryKeepingStore

    let name: String
    var schema: Schema?
    let url: URL
}

/// A custom store that passes everything on to a built-in one, as a store does that only looks on.
final class HistoryKeepingStore: DataStore, HistoryProviding {
    typealias Snapshot = DefaultSnapshot
    typealias HistoryType = DefaultHistoryTransaction

    let configuration: HistoryKeepingConfiguration
    private let inner: DefaultStore

    var identifier: String { inner.identifier }
    var schema: Schema { inner.schema }

    init(_ configuration: HistoryKeepingConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        let stored = ModelConfiguration(configuration.name, schema: configuration.schema, url: configuration.url)
        inner = try DefaultStore(stored, migrationPlan: migrationPlan)
    }

    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        try inner.fetch(request)
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        try inner.save(request)
    }

    func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] {
        try inner.fetchHistory(descriptor)
    }

    func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        try inner.deleteHistory(descriptor)
    }
}

@Suite("Custom stores: history")
struct HistoryKeepingStoreTests {
    @Test func `the history of a custom store is asked for, and deleted`() throws {
        let folder = try TemporaryFolder()
        let configuration = HistoryKeepingConfiguration(
            name: "wrapped",
            schema: Schema([LoggedValue.self]),
            url: folder.file("wrapped.store")
        )
        let container = try ModelContainer(for: Schema([LoggedValue.self]), configurations: [configuration])
        let context = ModelContext(container)
        for value in 0..<3 {
            context.insert(LoggedValue(value: value))
            try context.save()
        }
        let all = HistoryDescriptor<DefaultHistoryTransaction>()
        let transactions = try context.fetchHistory(all)
        #expect(transactions.count == 3)
        #expect(transactions.flatMap(\.changes).count == 3)
        try context.deleteHistory(all)
        #expect(try context.fetchHistory(all).isEmpty)
    }
}
