/// What a fetch asks SQLite for, and what is left to be done in memory.
///
/// An addition of this package, for finding out why a fetch is slow.
public struct FetchExplanation: Hashable, Sendable {
    /// The statement, with `?` for the values that are bound to it.
    public let sql: String
    /// How SQLite goes about the statement, one line for each of its steps, indented by what they are part of.
    ///
    /// `SEARCH` finds rows by an index or a key, `SCAN` reads all of them, and `USE TEMP B-TREE` sorts. The words are those of
    /// SQLite's `EXPLAIN QUERY PLAN`, which its version and its statistics may change.
    public let plan: [String]
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
        let (query, plan) = try store.connection.access { db in
            let query = try RowQuery(request, store.selectedColumns(of: request), graph)
            return (query, try db.sqliteConnection.map { try QueryPlan.lines(of: query.selection, on: $0) } ?? [])
        }
        return FetchExplanation(
            sql: query.selection,
            plan: plan,
            inMemory: query.diagnostics,
            mergesPendingChanges: descriptor.includePendingChanges && graph.hasChanges
        )
    }
}
