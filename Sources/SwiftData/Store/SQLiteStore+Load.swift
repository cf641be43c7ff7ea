import Foundation
import GRDB
import GRDBSQLite

extension SQLiteStore {
    func loadRows(_ registry: EntityRegistry, keys: [Int64], overwriting: Bool) throws -> Set<Int64> {
        try connection.access { db in
            let entity = sql(for: registry.plan)
            let rows = RowMaterializer(registry: registry, entity: entity, refreshes: overwriting)
            var missing = Set(keys)
            let statement = try connection.statement(RowQuery<Never>.byKeys(entity), on: db)
            try statement.run([.text(keys.jsonArray)]) { row in
                let key = sqlite3_column_int64(row, 0)
                missing.remove(key)
                guard let state = registry.identities[key], let model = state.model else { return }
                if !overwriting { state.flags.insert(.fault) }
                rows.refresh(model, state, row)
            }
            return missing
        }
    }

    func loadInstances(_ registry: EntityRegistry, keys: [Int64]) throws -> [any PersistentModel] {
        try connection.access { db in
            let entity = sql(for: registry.plan)
            var rows = RowMaterializer(registry: registry, entity: entity, refreshes: false)
            var found: [any PersistentModel] = []
            let statement = try connection.statement(RowQuery<Never>.byKeys(entity), on: db)
            try statement.run([.text(keys.jsonArray)]) { row in
                if let model = rows.anyInstance(row) { found.append(model) }
            }
            return found
        }
    }

    func loadTargets(
        of property: PropertyPlan,
        owner: EntityRegistry,
        keys: [Int64]
    ) throws -> [Int64: [any PersistentModel]] {
        guard let relationship = property.relationship else { return [:] }
        return try connection.access { db in
            try targets(of: relationship, owner, OwnerKeys(keys, areAll: false), on: db)
        }
    }

    func loadExternal(_ registry: EntityRegistry, key: Int64, property: PropertyPlan) throws -> SQLValue {
        try connection.access { db in
            let table = registry.plan.table.quoted
            let text = "SELECT \(property.column.quoted) FROM \(table) WHERE \"pk\" = ?1"
            var value = SQLValue.null
            try connection.statement(text, on: db).run([.integer(key)]) { value = SQLValue($0, 0) }
            guard case .text(let name) = value, let files = externalFiles else { return value }
            return .blob(try files.load(name))
        }
    }

    // MARK: Prefetching

    /// Loads the named relationships of fetched instances, one statement for each.
    func prefetch<Model: PersistentModel>(
        _ keyPaths: [PartialKeyPath<Model>],
        of fetched: FetchedRows<Model>,
        _ registry: EntityRegistry,
        on db: Database
    ) throws {
        guard !keyPaths.isEmpty, !fetched.models.isEmpty else { return }
        for keyPath in keyPaths {
            guard let property = registry.plan.property(keyPath), let relationship = property.relationship else {
                throw SwiftDataError.unsupportedKeyPath.explained(
                    "relationshipKeyPathsForPrefetching names "
                        + (registry.plan.property(keyPath)?.name ?? "\(keyPath)")
                        + ", which is no relationship of \(registry.plan.name)."
                )
            }
            if case .foreignKey = relationship.storage {
                try prefetchTargets(property, relationship, of: fetched.models, registry)
            } else {
                try prefetchLists(property, relationship, of: fetched, registry, on: db)
            }
        }
    }

    private func prefetchTargets<Model: PersistentModel>(
        _ property: PropertyPlan,
        _ relationship: RelationshipPlan,
        of models: [Model],
        _ registry: EntityRegistry
    ) throws {
        let destination = registry.graph.registry(of: relationship.destination)
        var wanted: Set<Int64> = []
        var kept = try instancesOfSubclasses(destination, models, property)
        for model in models {
            guard case .key(let key) = registry.graph.link(of: model, property.ordinal) else { continue }
            let target = registry.graph.target(forKey: key, of: model, property, relationship)
            if let target {
                if target._$state.flags.contains(.fault) { wanted.insert(key) }
                kept.append(target)
            }
            registry.graph.put(.target(target), on: model, property)
        }
        if !wanted.isEmpty {
            _ = try loadRows(destination, keys: wanted.sorted(), overwriting: false)
        }
        withExtendedLifetime(kept) {}
    }

    /// Targets of an entity with subentities must be read before their class is known.
    private func instancesOfSubclasses<Model: PersistentModel>(
        _ destination: EntityRegistry,
        _ models: [Model],
        _ property: PropertyPlan
    ) throws -> [any PersistentModel] {
        guard destination.plan.discriminator != nil else { return [] }
        let keys = models.compactMap { model -> Int64? in
            guard case .key(let key) = destination.graph.link(of: model, property.ordinal) else { return nil }
            return key
        }
        return try loadInstances(destination, keys: keys)
    }
}

extension [Int64] {
    /// The numbers as a JSON array, for `json_each`.
    var jsonArray: String {
        var text = "["
        for (index, number) in enumerated() {
            if index > 0 { text += "," }
            text += String(number)
        }
        return text + "]"
    }
}
