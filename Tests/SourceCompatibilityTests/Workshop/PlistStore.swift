import Foundation
import SwiftData

/// One property list for everything, with snapshots of the app's own.
struct PlistStoreConfiguration: DataStoreConfiguration {
    typealias Store = PlistStore

    let name: String
    var schema: Schema?
    let url: URL

    init(name: String = "Plist", schema: Schema? = nil, url: URL) {
        self.name = name
        self.schema = schema
        self.url = url
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.url == rhs.url }
    func hash(into hasher: inout Hasher) { hasher.combine(url) }

    func validate() throws {
        if url.pathExtension != "plist" { throw CocoaError(.fileWriteInvalidFileName) }
    }
}

final class PlistStore: DataStore, DataStoreBatching {
    typealias Configuration = PlistStoreConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: PlistStoreConfiguration
    let identifier: String
    let schema: Schema
    private(set) var activeStates: Set<UUID> = []
    private(set) var batchCount = 0
    private var next = 0
    private var rows: [PersistentIdentifier: DefaultSnapshot] = [:]

    init(_ configuration: PlistStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        try configuration.validate()
        self.configuration = configuration
        identifier = "plist-" + configuration.url.lastPathComponent
        schema = configuration.schema ?? Schema()
        if let data = try? Data(contentsOf: configuration.url) {
            let snapshots = try PropertyListDecoder().decode([DefaultSnapshot].self, from: data)
            rows = Dictionary(uniqueKeysWithValues: snapshots.map { ($0.persistentIdentifier, $0) })
            next = rows.count
        }
    }

    func initializeState(for editingState: EditingState) { activeStates.insert(editingState.id) }
    func invalidateState(for editingState: EditingState) { activeStates.remove(editingState.id) }

    private func snapshots(of entity: String) -> [DefaultSnapshot] {
        rows.values.filter { $0.persistentIdentifier.entityName == entity }
            .sorted { $0.persistentIdentifier < $1.persistentIdentifier }
    }

    func fetch<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
        guard request.descriptor.predicate == nil else { throw DataStoreError.preferInMemoryFilter }
        guard request.descriptor.sortBy.isEmpty else { throw DataStoreError.preferInMemorySort }
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: snapshots(of: Schema.entityName(for: T.self)),
            relatedSnapshots: rows
        )
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted {
            next += 1
            remapped[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
                for: identifier,
                entityName: snapshot.persistentIdentifier.entityName,
                primaryKey: "row-\(next)"
            )
        }
        for snapshot in request.inserted {
            guard let id = remapped[snapshot.persistentIdentifier] else { continue }
            rows[id] = snapshot.copy(persistentIdentifier: id, remappedIdentifiers: remapped)
        }
        for snapshot in request.updated {
            rows[snapshot.persistentIdentifier] = snapshot.copy(
                persistentIdentifier: snapshot.persistentIdentifier,
                remappedIdentifiers: remapped
            )
        }
        for snapshot in request.deleted { rows[snapshot.persistentIdentifier] = nil }
        try write()
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }

    func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
        guard request.predicate == nil else { throw DataStoreError.preferInMemoryFilter }
        batchCount += 1
        for snapshot in snapshots(of: Schema.entityName(for: T.self)) { rows[snapshot.persistentIdentifier] = nil }
        try write()
    }

    func erase() throws {
        rows.removeAll()
        try write()
    }

    private func write() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        try encoder.encode(Array(rows.values)).write(to: configuration.url, options: .atomic)
    }
}

@Model
final class PlistNote {
    var text: String
    var badge: String?
    var created: Date

    init(text: String, created: Date) {
        self.text = text
        self.created = created
    }
}
