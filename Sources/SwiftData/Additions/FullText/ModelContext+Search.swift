import Foundation
import GRDB

extension ModelContext {
    /// The objects that match a descriptor and whose indexed text has every word of a search.
    ///
    /// The last word counts as the beginning of a word. Chinese, Japanese and Korean characters are found in any place.
    /// Signs and words like OR have no special meaning; text without a word or character to look for finds nothing. An
    /// addition of this package; see ``FullTextIndex``.
    ///
    /// Give the descriptor a limit and an order for which the entity has an index: then the newest fifty of a million
    /// objects come in milliseconds, however many match.
    ///
    /// - Throws: ``SwiftDataError/unsupportedKeyPath`` where the entity has no full-text index, and what `fetch`
    ///   throws.
    public func search<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T> = FetchDescriptor<T>(),
        matching text: String
    ) throws -> [T] {
        let query = FullTextQuery(text)
        let source = try FullTextSource<T>(self)
        return query.isEmpty ? [] : try source.objects(descriptor, query)
    }

    /// The number of objects that a search would find.
    ///
    /// An addition of this package; see ``search(_:matching:)``.
    ///
    /// - Throws: What ``search(_:matching:)`` throws.
    public func searchCount<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T> = FetchDescriptor<T>(),
        matching text: String
    ) throws -> Int {
        let query = FullTextQuery(text)
        let source = try FullTextSource<T>(self)
        return query.isEmpty ? 0 : try source.count(descriptor, query)
    }
}

/// Searches one entity of a context: in the store's index, and among unsaved objects.
struct FullTextSource<Model: PersistentModel> {
    private let graph: ObjectGraph
    private let registry: EntityRegistry
    private let store: SQLiteStore
    private let table: FullTextTable
    /// The indexed properties.
    private let properties: [PropertyPlan]

    init(_ context: ModelContext) throws {
        graph = context.graph
        registry = try graph.requiredRegistry(for: Model.self)
        guard let store = registry.store as? SQLiteStore,
            let (index, owner) = Self.index(for: registry.plan, in: store.configuration.fullTextIndexes)
        else {
            throw SwiftDataError.unsupportedKeyPath.explained(
                "\(registry.plan.name) has no full-text index; name one in ModelConfiguration.fullTextIndexes."
            )
        }
        self.store = store
        table = try FullTextTable(index, plan: owner)
        properties = index.propertyNames.compactMap { owner.property(named: $0) }
    }

    /// The index of the entity, or of the nearest entity above it.
    private static func index(
        for plan: EntityPlan,
        in indexes: [FullTextIndex]
    ) -> (FullTextIndex, EntityPlan)? {
        var next: EntityPlan? = plan
        while let plan = next {
            if let index = indexes.first(where: { $0.entityName == plan.name }) { return (index, plan) }
            next = plan.superplan
        }
        return nil
    }

    // MARK: Objects

    func objects(_ descriptor: FetchDescriptor<Model>, _ query: FullTextQuery) throws -> [Model] {
        graph.catchUpWithOthers()
        try graph.propagateDeletions()
        let pending = pendingObjects(descriptor)
        guard !pending.isEmpty else { return try stored(descriptor, query) }
        var wider = descriptor
        // At most as many stored rows as there are pending objects can turn out to be wrong.
        wider.fetchLimit = descriptor.fetchLimit.map { $0 + (descriptor.fetchOffset ?? 0) + pending.count }
        wider.fetchOffset = nil
        let unaffected = Set(pending.map { ObjectIdentifier($0) })
        var found = try stored(wider, query).filter { !unaffected.contains(ObjectIdentifier($0)) }
        found += try pending.filter { try matches($0, descriptor.predicate, query) }
        let sorted = try FetchTranslation.sorted(found, by: descriptor.sortBy) { model in
            model._$state.key > 0 ? model._$state.key : .max + model._$state.key
        }
        return sorted.window(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
    }

    func count(_ descriptor: FetchDescriptor<Model>, _ query: FullTextQuery) throws -> Int {
        if descriptor.includePendingChanges, graph.hasChanges { return try objects(descriptor, query).count }
        return try store.connection.access { db in
            guard let handle = db.sqliteConnection else { return 0 }
            let search = FullTextSearch(table: table, query: query, connection: handle)
            if descriptor.predicate == nil, registry.plan.name == table.entityName, descriptor.fetchLimit == nil,
                descriptor.fetchOffset == nil
            {
                return try search.count()
            }
            let statement = try SearchStatement(descriptor, search.join, registry, store, graph)
            guard statement.isComplete else { return try objects(descriptor, query).count }
            var count = 0
            try store.connection.statement(statement.count, on: db).run(statement.arguments) { row in
                count = Int._read(row, 0)
            }
            return count
        }
    }

    private func stored(_ descriptor: FetchDescriptor<Model>, _ query: FullTextQuery) throws -> [Model] {
        try store.connection.access { db in
            guard let handle = db.sqliteConnection else { return [] }
            let search = FullTextSearch(table: table, query: query, connection: handle)
            if let walk = try walk(descriptor, search, handle) {
                do {
                    return try stored(descriptor, walk, on: db)
                } catch where walk.matches?.isExhausted == true {
                    // The matches are far from the beginning of the order.
                }
            }
            return try stored(descriptor, search.join, on: db)
        }
    }

    private func stored(
        _ descriptor: FetchDescriptor<Model>,
        _ restriction: FullTextRestriction,
        on db: Database
    ) throws -> [Model] {
        let statement = try SearchStatement(descriptor, restriction, registry, store, graph)
        var rows = RowMaterializer(registry: registry, entity: store.sql(for: registry.plan), refreshes: false)
        var found: [Model] = []
        try store.connection.statement(statement.selection, on: db).run(statement.arguments) { row in
            if let model = rows.instance(row, Model.self) { found.append(model) }
        }
        withExtendedLifetime(restriction.matches) {}
        return statement.isComplete ? found : try finished(found, statement, descriptor)
    }

    /// Does in memory what SQL could not: the rest of the condition, the order, then the window.
    private func finished(
        _ found: [Model],
        _ statement: SearchStatement<Model>,
        _ descriptor: FetchDescriptor<Model>
    ) throws -> [Model] {
        var found = found
        if let remainder = statement.remainder {
            found = try found.filter { try CheckedPredicate(remainder).evaluate($0) }
        }
        if statement.sortsInMemory {
            found = try FetchTranslation.sorted(found, by: descriptor.sortBy) { $0._$state.key }
        }
        return found.window(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
    }

    private func walk(
        _ descriptor: FetchDescriptor<Model>,
        _ search: FullTextSearch,
        _ connection: OpaquePointer
    ) throws -> FullTextRestriction? {
        guard descriptor.fetchLimit != nil else { return nil }
        return try search.walk { walk in
            let statement = try SearchStatement(descriptor, walk, registry, store, graph)
            return try !FullTextSearch.needsSorting(statement.selection, on: connection)
        }
    }

    // MARK: Unsaved objects

    private func pendingObjects(_ descriptor: FetchDescriptor<Model>) -> [Model] {
        guard descriptor.includePendingChanges else { return [] }
        return (graph.inserted + graph.changed + graph.deleted).compactMap { $0 as? Model }
    }

    private func matches(_ model: Model, _ predicate: Predicate<Model>?, _ query: FullTextQuery) throws -> Bool {
        guard !model._$state.flags.contains(.deleted), model._$state.graph === graph else { return false }
        let texts = properties.map { (model as Any)[keyPath: $0.keyPath].flatMap { $0 as? String } }
        return try query.matches(texts) && (predicate.map { try CheckedPredicate($0).evaluate(model) } ?? true)
    }
}

/// The statement of a search: a fetch with a restriction to what the index gave.
struct SearchStatement<Model: PersistentModel> {
    let selection: String
    let count: String
    let arguments: [SQLValue]
    /// The part of the condition that must be evaluated on the objects.
    let remainder: Predicate<Model>?
    /// Whether the order is one that only memory can make.
    let sortsInMemory: Bool

    /// Whether the rows are the answer as they come.
    var isComplete: Bool { remainder == nil && !sortsInMemory }

    init(
        _ descriptor: FetchDescriptor<Model>,
        _ restriction: FullTextRestriction,
        _ registry: EntityRegistry,
        _ store: SQLiteStore,
        _ graph: ObjectGraph
    ) throws {
        let plan = registry.plan
        let entity = store.sql(for: plan)
        let translated = try descriptor.predicate.map { try FetchTranslation.predicate($0, plan, graph) }
        remainder = translated?.remainderIsInMemory == true ? descriptor.predicate : nil
        let conditions = [restriction.condition, entity.familyCondition, translated?.sql?.sql].compactMap { $0 }
        let source =
            " FROM \(restriction.joinPrefix)\(plan.table.quoted) AS t0 WHERE "
            + conditions.map { "(\($0))" }.joined(separator: " AND ")
        let order = FetchTranslation.order(descriptor.sortBy, plan)
        sortsInMemory = order == nil
        var window = ""
        if remainder == nil, order != nil, descriptor.fetchLimit != nil || descriptor.fetchOffset != nil {
            window =
                " LIMIT \(descriptor.fetchLimit.map { Swift.max($0, 0) } ?? -1)"
                + " OFFSET \(Swift.max(descriptor.fetchOffset ?? 0, 0))"
        }
        selection = "SELECT \(entity.selection)\(source)\(order ?? "")\(window)"
        count =
            window.isEmpty
            ? "SELECT count(*)\(source)" : "SELECT count(*) FROM (SELECT 1\(source)\(order ?? "")\(window))"
        arguments = restriction.arguments + (translated?.sql?.arguments ?? [])
    }
}

extension SQLiteStore {
    /// Whether the file has indexes from an earlier configuration.
    private func hasFullText() throws -> Bool {
        try connection.access { db in
            guard let handle = db.sqliteConnection else { return false }
            let look = "SELECT count(*) FROM sqlite_master WHERE name = '_fts_index'"
            return try RawStatement.integer(look, on: handle) != 0
        }
    }

    /// Brings the full-text indexes in line with the configuration.
    ///
    /// To be called once, after the store was opened and migrated.
    ///
    /// - Throws: ``SwiftDataError/unsupportedKeyPath`` where an index names what the entity does not have.
    func prepareFullText() throws {
        let tables = try configuration.fullTextIndexes.map { index in
            guard let plan = plans.first(where: { $0.name == index.entityName }) else {
                throw SwiftDataError.unsupportedKeyPath.explained(
                    "The store \(configuration.name) does not keep \(index.entityName), of which it has a full-text index."
                )
            }
            return try FullTextTable(index, plan: plan)
        }
        guard allowsSave, try !tables.isEmpty || hasFullText() else { return }
        _ = try connection.write { db in
            guard let handle = db.sqliteConnection else { return [String]() }
            return try FullTextMaintenance.apply(tables, to: handle)
        }
    }
}
