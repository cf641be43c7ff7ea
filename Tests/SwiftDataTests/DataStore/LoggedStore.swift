import Foundation
import SwiftData
import Synchronization

/// What a `LoggedStore` was asked.
final class StoreLog: Sendable, Hashable {
    private struct Entries {
        var begun: [UUID] = []
        var ended: [UUID] = []
        var batches: [String?] = []
        var fetches = 0
        var saves = 0
    }

    private let entries = Mutex(Entries())

    var begun: [UUID] { entries.withLock { $0.begun } }
    var ended: [UUID] { entries.withLock { $0.ended } }
    /// The authors of the batches.
    var batches: [String?] { entries.withLock { $0.batches } }
    var fetches: Int { entries.withLock { $0.fetches } }
    var saves: Int { entries.withLock { $0.saves } }

    func begin(_ id: UUID) { entries.withLock { $0.begun.append(id) } }
    func end(_ id: UUID) { entries.withLock { $0.ended.append(id) } }
    func batch(_ author: String?) { entries.withLock { $0.batches.append(author) } }
    func fetch() { entries.withLock { $0.fetches += 1 } }
    func save() { entries.withLock { $0.saves += 1 } }
    func clear() { entries.withLock { $0 = Entries() } }

    static func == (lhs: StoreLog, rhs: StoreLog) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

struct LoggedConfiguration: DataStoreConfiguration {
    typealias Store = LoggedStore

    let name: String
    var schema: Schema?
    let log: StoreLog
    var refusesBatches = false
}

/// Objects in a dictionary, by a store that deletes in batches and notes what it is asked.
final class LoggedStore: DataStore, DataStoreBatching {
    typealias Snapshot = DefaultSnapshot

    let configuration: LoggedConfiguration
    let identifier = UUID().uuidString
    let schema: Schema
    private var objects: [PersistentIdentifier: DefaultSnapshot] = [:]
    private var lastKey = 0

    init(_ configuration: LoggedConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        schema = configuration.schema ?? Schema()
    }

    private func all<T: PersistentModel>(_ type: T.Type) -> [DefaultSnapshot] {
        let name = Schema.entityName(for: type)
        return objects.values.filter { $0.persistentIdentifier.entityName == name }
            .sorted { $0.persistentIdentifier < $1.persistentIdentifier }
    }

    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        configuration.log.fetch()
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: all(T.self))
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        configuration.log.save()
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted {
            lastKey += 1
            remapped[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
                for: identifier,
                entityName: snapshot.persistentIdentifier.entityName,
                primaryKey: lastKey
            )
        }
        for snapshot in request.inserted + request.updated {
            let identifier = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
            objects[identifier] = snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: remapped)
        }
        for snapshot in request.deleted { objects[snapshot.persistentIdentifier] = nil }
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }

    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        if configuration.refusesBatches { throw DataStoreError.unsupportedFeature }
        configuration.log.batch(request.editingState.author)
        for snapshot in all(T.self) {
            let model = T(backingData: try backingData(of: snapshot))
            if try request.predicate?.evaluate(model) ?? true { objects[snapshot.persistentIdentifier] = nil }
        }
    }

    /// Values that an object can be made of, so that a predicate has something to look at.
    private func backingData<T: PersistentModel>(of snapshot: DefaultSnapshot) throws -> any BackingData<T> {
        let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(snapshot)) as? [String: Any]
        let data: any BackingData<T> = T.createBackingData()
        if let data = data as? any BackingData<LoggedValue>, let value = encoded?["value"] as? Int {
            data.setValue(forKey: \.value, to: value)
        }
        return data
    }

    func initializeState(for editingState: EditingState) { configuration.log.begin(editingState.id) }
    func invalidateState(for editingState: EditingState) { configuration.log.end(editingState.id) }
}
