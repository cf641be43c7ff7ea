/// What a fetch asks SQLite for, and what is left to be done in memory.
///
/// An addition of this package, for finding out why a fetch is slow.
public struct FetchExplanation: Hashable, Sendable {
    /// The statement, with `?` for the values that are bound to it.
    public let sql: String
    /// One sentence for each part of the predicate or the order that SQLite cannot work out; empty where it does all.
    ///
    /// Then every row that passes the rest is made an object first, and a limit saves nothing.
    public let inMemory: [String]
    /// Whether unsaved changes are merged in: the objects that have some are judged in memory too.
    public let mergesPendingChanges: Bool
}

extension ModelContext {
    /// Tells how a fetch would be carried out, without carrying it out.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What ``fetch(_:)`` throws before it reads, and ``SwiftDataError/unsupportedPredicate`` where the entity is
    ///   kept by a custom store.
    public func explain<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> FetchExplanation {
        let registry = try graph.requiredRegistry(for: T.self)
        guard let store = registry.store as? SQLiteStore else {
            throw SwiftDataError.unsupportedPredicate.explained("\(registry.plan.name) is kept by a custom store.")
        }
        let request = RowRequest(
            descriptor: descriptor,
            registry: registry,
            offset: descriptor.fetchOffset,
            limit: descriptor.fetchLimit
        )
        let query = try store.connection.access { _ in
            try RowQuery(request, store.selectedColumns(of: request), graph)
        }
        return FetchExplanation(
            sql: query.selection,
            inMemory: query.diagnostics,
            mergesPendingChanges: descriptor.includePendingChanges && graph.hasChanges
        )
    }
}
