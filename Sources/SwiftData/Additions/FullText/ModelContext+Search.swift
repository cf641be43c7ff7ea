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
        let refreshes = try graph.prepare(descriptor, registry).refreshes
        let pending = pendingObjects(descriptor)
        guard !pending.isEmpty else { return try stored(descriptor, query, refreshes: refreshes) }
        var wider = descriptor
        // At most as many stored rows as there are pending objects can turn out to be wrong.
        wider.fetchLimit = descriptor.fetchLimit.map { $0 + (descriptor.fetchOffset ?? 0) + pending.count }
        wider.fetchOffset = nil
        let unaffected = Set(pending.map { ObjectIdentifier($0) })
        var found = try stored(wider, query, refreshes: refreshes).filter { !unaffected.contains(ObjectIdentifier($0)) }
        found += graph.withoutRecordingReads { pending.filter { matches($0, descriptor.predicate, query) } }
        let sorted = try FetchTranslation.sorted(found, by: descriptor.sortBy) { model in
            model._$state.key > 0 ? model._$state.key : .max + model._$state.key
        }
        return sorted.window(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
    }

    func count(_ descriptor: FetchDescriptor<Model>, _ query: FullTextQuery) throws -> Int {
        if descriptor.includePendingChanges, graph.hasChanges { return try objects(descriptor, query).count }
        _ = try graph.prepare(descriptor, registry)
        return try store.connection.access { db in
            guard let handle = db.sqliteConnection else { return 0 }
            let search = FullTextSearch(table: table, query: query, connection: handle)
            if descriptor.predicate == nil, registry.plan.name == table.entityName, descriptor.fetchLimit == nil,
                descriptor.fetchOffset == nil
            {
                return try search.count()
            }
            let rows = try rows(descriptor, search.join)
            guard rows.remainder == nil else { return try objects(descriptor, query).count }
            var count = 0
            try store.connection.statement(rows.count, on: db).run(rows.arguments) { row in
                count = Int._read(row, 0)
            }
            return count
        }
    }

    private func stored(
        _ descriptor: FetchDescriptor<Model>,
        _ query: FullTextQuery,
        refreshes: Bool
    ) throws -> [Model] {
        try store.connection.access { db in
            guard let handle = db.sqliteConnection else { return [] }
            let search = FullTextSearch(table: table, query: query, connection: handle)
            if let walk = try walk(descriptor, search, handle) {
                do {
                    return try stored(descriptor, walk, refreshes: refreshes, on: db)
                } catch  where walk.matches?.isExhausted == true {
                    // The matches are far from the beginning of the order.
                }
            }
            return try stored(descriptor, search.join, refreshes: refreshes, on: db)
        }
    }

    private func stored(
        _ descriptor: FetchDescriptor<Model>,
        _ restriction: FullTextRestriction,
        refreshes: Bool,
        on db: Database
    ) throws -> [Model] {
        let rows = try rows(descriptor, restriction)
        let entity = store.sql(for: registry.plan)
        var objects = RowMaterializer(registry: registry, entity: entity, refreshes: refreshes)
        var found: [Model] = []
        try store.connection.statement(rows.selection, on: db).run(rows.arguments) { row in
            if let model = objects.instance(row, Model.self) { found.append(model) }
        }
        withExtendedLifetime(restriction.matches) {}
        return try rows.finish(found, by: descriptor.sortBy, RowWindow(descriptor))
    }

    /// The fetch, restricted to what the index gave.
    private func rows(
        _ descriptor: FetchDescriptor<Model>,
        _ restriction: FullTextRestriction
    ) throws -> RowQuery<Model> {
        try RowQuery(
            descriptor,
            window: RowWindow(descriptor),
            restriction: restriction,
            store.sql(for: registry.plan),
            graph
        )
    }

    private func walk(
        _ descriptor: FetchDescriptor<Model>,
        _ search: FullTextSearch,
        _ connection: OpaquePointer
    ) throws -> FullTextRestriction? {
        guard descriptor.fetchLimit != nil else { return nil }
        return try search.walk { walk in
            try !QueryPlan.sorts(rows(descriptor, walk).selection, on: connection)
        }
    }

    // MARK: Unsaved objects

    private func pendingObjects(_ descriptor: FetchDescriptor<Model>) -> [Model] {
        guard descriptor.includePendingChanges else { return [] }
        return [graph.inserted, graph.changed, graph.deleted].joined().compactMap { $0 as? Model }
    }

    private func matches(_ model: Model, _ predicate: Predicate<Model>?, _ query: FullTextQuery) -> Bool {
        guard !model._$state.flags.contains(.deleted), model._$state.graph === graph else { return false }
        let texts = properties.map { (model as Any)[keyPath: $0.keyPath].flatMap { $0 as? String } }
        return query.matches(texts) && (predicate.map { CheckedPredicate($0).matches(model) } ?? true)
    }
}

extension SQLiteStore {
    /// Whether the file has these indexes and no others.
    private func hasFullText(_ tables: [FullTextTable]) throws -> Bool {
        try connection.access { db in
            guard let handle = db.sqliteConnection else { return false }
            return try FullTextMaintenance.areCurrent(tables, on: handle)
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
        // Reading first: to look at a store must not need the right to write, nor room on the disk.
        guard allowsSave, try !hasFullText(tables) else { return }
        _ = try connection.write { db in
            guard let handle = db.sqliteConnection else { return [String]() }
            return try FullTextMaintenance.apply(tables, to: handle)
        }
    }
}
