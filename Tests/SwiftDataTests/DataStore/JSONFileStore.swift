import Foundation
import SwiftData

/// A store as an app would write it: all objects in one JSON file, filtering and sorting left to the context.
final class JSONFileStore: DataStore {
    typealias Configuration = JSONFileConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: JSONFileConfiguration
    let identifier: String
    let schema: Schema

    init(_ configuration: JSONFileConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        identifier = configuration.fileURL.lastPathComponent
        schema = configuration.schema ?? Schema()
    }

    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        let name = Schema.entityName(for: T.self)
        let all = try read()
        var found = all.values.filter { $0.persistentIdentifier.entityName == name }
            .sorted { $0.persistentIdentifier < $1.persistentIdentifier }
        found = Array(found.dropFirst(request.descriptor.fetchOffset ?? 0))
        if let limit = request.descriptor.fetchLimit { found = Array(found.prefix(limit)) }
        return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: found, relatedSnapshots: all)
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        var all = try read()
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted {
            remapped[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
                for: identifier,
                entityName: snapshot.persistentIdentifier.entityName,
                primaryKey: UUID()
            )
        }
        for snapshot in request.inserted + request.updated {
            let identifier = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
            all[identifier] = snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: remapped)
        }
        for snapshot in request.deleted { all[snapshot.persistentIdentifier] = nil }
        try write(all)
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }

    func erase() throws { try write([:]) }

    private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
        guard FileManager.default.fileExists(atPath: configuration.fileURL.path) else { return [:] }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let snapshots = try decoder.decode([DefaultSnapshot].self, from: Data(contentsOf: configuration.fileURL))
        return Dictionary(uniqueKeysWithValues: snapshots.map { ($0.persistentIdentifier, $0) })
    }

    private func write(_ all: [PersistentIdentifier: DefaultSnapshot]) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(Array(all.values)).write(to: configuration.fileURL, options: .atomic)
    }
}

struct JSONFileConfiguration: DataStoreConfiguration {
    typealias Store = JSONFileStore

    let name: String
    var schema: Schema?
    let fileURL: URL
}
