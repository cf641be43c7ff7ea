import Foundation
import Testing

@testable import SwiftData

struct ClampingConfiguration: DataStoreConfiguration {
    typealias Store = ClampingStore

    let name: String
    var schema: Schema?
    let url: URL
}

/// A custom store with a will of its own: no value above ten, and no predicates.
final class ClampingStore: DataStore {
    typealias Snapshot = DefaultSnapshot

    let configuration: ClampingConfiguration
    private let inner: DefaultStore

    var identifier: String { inner.identifier }
    var schema: Schema { inner.schema }

    init(_ configuration: ClampingConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        let stored = ModelConfiguration(configuration.name, schema: configuration.schema, url: configuration.url)
        inner = try DefaultStore(stored, migrationPlan: migrationPlan)
    }

    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        if request.descriptor.predicate != nil { throw DataStoreError.invalidPredicate }
        return try inner.fetch(request)
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        var changed: [PersistentIdentifier: DefaultSnapshot] = [:]
        func clamped(_ snapshot: DefaultSnapshot) throws -> DefaultSnapshot {
            let coded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(snapshot))
            guard var values = coded as? [String: Any], let value = values["value"] as? Int, value > 10 else {
                return snapshot
            }
            values["value"] = 10
            let data = try JSONSerialization.data(withJSONObject: values)
            let made = try JSONDecoder().decode(DefaultSnapshot.self, from: data)
            changed[snapshot.persistentIdentifier] = made
            return made
        }
        let result = try inner.save(
            DataStoreSaveChangesRequest(
                editingState: request.editingState,
                inserted: request.inserted.map(clamped),
                updated: request.updated.map(clamped),
                deleted: request.deleted
            )
        )
        return DataStoreSaveChangesResult(
            for: identifier,
            remappedIdentifiers: result.remappedIdentifiers,
            snapshotsToReregister: changed,
            historyToken: result.historyToken
        )
    }
}

/// What a custom store answers beside what it was asked for.
@Suite("Custom stores: answers")
struct StoreAnswerTests {
    private func context(_ folder: TemporaryFolder) throws -> ModelContext {
        let schema = Schema([LoggedValue.self])
        let configuration = ClampingConfiguration(name: "clamping", schema: schema, url: folder.file("clamping.store"))
        return ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
    }

    @Test func `values that the store changed in saving are seen at once`() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        let object = LoggedValue(value: 3)
        context.insert(object)
        try context.save()
        object.value = 25
        try context.save()
        #expect(object.value == 10 && !context.hasChanges)
        #expect(try self.context(folder).fetch(FetchDescriptor<LoggedValue>()).map(\.value) == [10])
    }

    @Test func `a predicate that the store refuses is told as unsupported`() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        context.insert(LoggedValue(value: 3))
        try context.save()
        let descriptor = FetchDescriptor<LoggedValue>(predicate: #Predicate { $0.value > 1 })
        #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(descriptor) }
        #expect(try context.fetchCount(FetchDescriptor<LoggedValue>()) == 1)
    }

    @Test func `the history token of a save stands in its notification`() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        context.insert(LoggedValue(value: 3))
        nonisolated(unsafe) var tokens: [any HistoryToken] = []
        let watch = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { note in
            tokens = note.userInfo?[ModelContext.NotificationKey.historyTokens.rawValue] as? [any HistoryToken] ?? []
        }
        defer { NotificationCenter.default.removeObserver(watch) }
        try context.save()
        let token = try #require(tokens.first as? DefaultHistoryToken)
        #expect(tokens.count == 1)
        #expect(token.tokenValue?.values.contains { $0 > 0 } == true)
    }
}
