import Foundation
import SwiftData

/// Every table of the app through one class.
@MainActor
final class ModelRepository<T: PersistentModel> {
    private let context: ModelContext

    init(container: ModelContainer) { context = container.mainContext }

    init(context: ModelContext) { self.context = context }

    func fetch(_ descriptor: FetchDescriptor<T> = FetchDescriptor()) throws -> [T] { try context.fetch(descriptor) }

    func fetch(
        where predicate: Predicate<T>? = nil,
        sortedBy sort: SortDescriptor<T>...,
        limit: Int? = nil
    ) throws -> [T] {
        var descriptor = FetchDescriptor(predicate: predicate, sortBy: sort)
        descriptor.fetchLimit = limit
        return try context.fetch(descriptor)
    }

    func first<Value: Equatable & Codable & Sendable>(
        where keyPath: any KeyPath<T, Value> & Sendable,
        is value: Value
    ) throws -> T? {
        let predicate = Predicate<T> { model in
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(
                    root: PredicateExpressions.build_Arg(model),
                    keyPath: keyPath
                ),
                rhs: PredicateExpressions.build_Arg(value)
            )
        }
        return try fetch(where: predicate, limit: 1).first
    }

    subscript(id: PersistentIdentifier) -> T? { context.model(for: id) as? T }

    @discardableResult
    func insert(_ make: @autoclosure () -> T, save: Bool = true) throws -> T {
        let model = make()
        context.insert(model)
        if save { try context.save() }
        return model
    }

    func delete(_ models: some Sequence<T>) throws {
        try context.transaction {
            for model in models { context.delete(model) }
        }
    }

    func deleteAll() throws {
        try context.delete(model: T.self)
        try context.save()
    }

    var count: Int {
        get throws { try context.fetchCount(FetchDescriptor<T>()) }
    }
}

/// The same away from the main actor: only values cross.
@ModelActor
actor TaskImporter {
    private(set) var imported = 0

    func importDrafts(_ drafts: [TaskDraft], for email: String) throws -> [PersistentIdentifier] {
        let owner = try owner(email)
        let tasks = drafts.map { BoardTask($0, owner: owner) }
        tasks.forEach(modelContext.insert)
        try modelContext.save()
        imported += tasks.count
        return tasks.map(\.persistentModelID)
    }

    func titles(of ids: [PersistentIdentifier]) -> [String] {
        ids.compactMap { self[$0, as: BoardTask.self]?.title }
    }

    func count<T: PersistentModel>(_ type: T.Type, where predicate: Predicate<T>? = nil) throws -> Int {
        try modelContext.fetchCount(FetchDescriptor<T>(predicate: predicate))
    }

    func finish(_ id: PersistentIdentifier) throws {
        guard let task = self[id, as: BoardTask.self] else { return }
        task.state = .done
        try modelContext.save()
    }

    private func owner(_ email: String) throws -> TeamMember? {
        var descriptor = FetchDescriptor<TeamMember>(predicate: #Predicate { $0.email == email })
        descriptor.fetchLimit = 1
        return try modelContext.fetch(descriptor).first
    }
}
