import Foundation
import SwiftData

public protocol Repository<Entity> {
    associatedtype Entity: PersistentModel

    func all(sortedBy sort: [SortDescriptor<Entity>]) throws -> [Entity]
    func first(where predicate: Predicate<Entity>) throws -> Entity?
    func count(where predicate: Predicate<Entity>?) throws -> Int
    func add(_ entity: Entity) throws
    func remove(_ entity: Entity) throws
    func removeAll(where predicate: Predicate<Entity>?) throws
}

public enum RepositoryError: Error, LocalizedError, Sendable {
    case notFound(PersistentIdentifier)
    case tooMany(limit: Int)

    public var errorDescription: String? {
        switch self {
        case .notFound(let id): "No \(id.entityName) with this identifier."
        case .tooMany(let limit): "More than \(limit) found."
        }
    }
}

public struct SwiftDataRepository<Entity: PersistentModel>: Repository {
    public let context: ModelContext

    public init(context: ModelContext) {
        self.context = context
    }

    public func all(sortedBy sort: [SortDescriptor<Entity>] = []) throws -> [Entity] {
        try context.fetch(FetchDescriptor<Entity>(sortBy: sort))
    }

    public func first(where predicate: Predicate<Entity>) throws -> Entity? {
        var descriptor = FetchDescriptor<Entity>(predicate: predicate)
        descriptor.fetchLimit = 1
        return try context.fetch(descriptor).first
    }

    public func count(where predicate: Predicate<Entity>? = nil) throws -> Int {
        try context.fetchCount(FetchDescriptor<Entity>(predicate: predicate))
    }

    public func add(_ entity: Entity) throws {
        context.insert(entity)
        try context.save()
    }

    public func remove(_ entity: Entity) throws {
        context.delete(entity)
        try context.save()
    }

    public func removeAll(where predicate: Predicate<Entity>? = nil) throws {
        try context.delete(model: Entity.self, where: predicate)
        try context.save()
    }

    public func find(_ id: PersistentIdentifier) throws -> Entity {
        if let registered: Entity = context.registeredModel(for: id) {
            return registered
        }
        let predicate = #Predicate<Entity> { $0.persistentModelID == id }
        guard let entity = try first(where: predicate) else { throw RepositoryError.notFound(id) }
        return entity
    }

    public func update<Value: Codable>(
        _ keyPath: ReferenceWritableKeyPath<Entity, Value>,
        to value: Value,
        where predicate: Predicate<Entity>? = nil
    ) throws -> Int {
        let found = try context.fetch(FetchDescriptor<Entity>(predicate: predicate))
        for entity in found {
            entity[keyPath: keyPath] = value
        }
        try context.save()
        return found.count
    }
}

extension Repository where Entity: Named {
    public func names() throws -> [String] {
        try all(sortedBy: []).map(\.name).sorted()
    }
}

public protocol Named: PersistentModel {
    var name: String { get }
}

extension ModelContext {
    /// Fetches the first match or inserts a new object.
    func firstOrInsert<T: PersistentModel>(_ predicate: Predicate<T>, make: () -> T) throws -> T {
        var descriptor = FetchDescriptor(predicate: predicate)
        descriptor.fetchLimit = 1
        if let found = try fetch(descriptor).first { return found }
        let made = make()
        insert(made)
        return made
    }

    func deleteAll<T: PersistentModel>(_ models: some Sequence<T>) {
        for model in models {
            delete(model)
        }
    }

    var unsavedTypeNames: Set<String> {
        Set((insertedModelsArray + changedModelsArray + deletedModelsArray).map { String(describing: type(of: $0)) })
    }
}
