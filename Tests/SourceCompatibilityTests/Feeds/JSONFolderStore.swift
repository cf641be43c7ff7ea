import Foundation
import SwiftData

/// Where a JSONFolderStore keeps its files: one per entity.
struct JSONFolderConfiguration: DataStoreConfiguration {
    typealias Store = JSONFolderStore

    var name: String
    var schema: Schema?
    var folder: URL

    init(name: String, schema: Schema? = nil, folder: URL) {
        self.name = name
        self.schema = schema
        self.folder = folder
    }

    func validate() throws {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: folder.path, isDirectory: &isDirectory)
        guard exists, isDirectory.boolValue else { throw CocoaError(.fileNoSuchFile) }
    }

    static func == (left: JSONFolderConfiguration, right: JSONFolderConfiguration) -> Bool {
        left.name == right.name && left.folder == right.folder
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(folder)
    }
}

final class JSONFolderStore: DataStore {
    typealias Configuration = JSONFolderConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: JSONFolderConfiguration
    let identifier: String
    let schema: Schema

    init(_ configuration: JSONFolderConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        try configuration.validate()
        self.configuration = configuration
        self.schema = configuration.schema ?? Schema()
        self.identifier = try Self.storedIdentifier(in: configuration.folder)
    }

    func fetch<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
        if request.descriptor.predicate != nil {
            throw DataStoreError.preferInMemoryFilter
        }
        if !request.descriptor.sortBy.isEmpty {
            throw DataStoreError.preferInMemorySort
        }
        let found = try load(Schema.entityName(for: T.self)).values
        var related: [PersistentIdentifier: DefaultSnapshot] = [:]
        for entity in schema.entities {
            related.merge(try load(entity.name)) { first, _ in first }
        }
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: Array(found),
            relatedSnapshots: related
        )
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted {
            remapped[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
                for: identifier,
                entityName: snapshot.persistentIdentifier.entityName,
                primaryKey: UUID().uuidString
            )
        }
        var files: [String: [PersistentIdentifier: DefaultSnapshot]] = [:]
        func change(_ id: PersistentIdentifier, to snapshot: DefaultSnapshot?) throws {
            var file = try files[id.entityName] ?? load(id.entityName)
            file[id] = snapshot
            files[id.entityName] = file
        }
        for snapshot in request.inserted {
            let id = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
            try change(id, to: snapshot.copy(persistentIdentifier: id, remappedIdentifiers: remapped))
        }
        for snapshot in request.updated {
            let id = snapshot.persistentIdentifier
            try change(id, to: snapshot.copy(persistentIdentifier: id, remappedIdentifiers: remapped))
        }
        for snapshot in request.deleted {
            try change(snapshot.persistentIdentifier, to: nil)
        }
        for (entity, snapshots) in files {
            try JSONEncoder().encode(Array(snapshots.values)).write(to: file(entity), options: .atomic)
        }
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }

    func erase() throws {
        for entity in schema.entities where FileManager.default.fileExists(atPath: file(entity.name).path) {
            try FileManager.default.removeItem(at: file(entity.name))
        }
    }

    private func load(_ entity: String) throws -> [PersistentIdentifier: DefaultSnapshot] {
        guard FileManager.default.fileExists(atPath: file(entity).path) else { return [:] }
        let snapshots = try JSONDecoder().decode([DefaultSnapshot].self, from: Data(contentsOf: file(entity)))
        return Dictionary(uniqueKeysWithValues: snapshots.map { ($0.persistentIdentifier, $0) })
    }

    private func file(_ entity: String) -> URL {
        configuration.folder.appendingPathComponent(entity + ".json")
    }

    private static func storedIdentifier(in folder: URL) throws -> String {
        let url = folder.appendingPathComponent("identifier.txt")
        if let known = try? String(contentsOf: url, encoding: .utf8) { return known }
        let new = UUID().uuidString
        try new.write(to: url, atomically: true, encoding: .utf8)
        return new
    }
}
