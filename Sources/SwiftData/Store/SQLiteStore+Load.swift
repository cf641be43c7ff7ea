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
            try targets(of: relationship, owner, ownerKeys: keys, on: db)
        }
    }

    func loadExternal(_ registry: EntityRegistry, key: Int64, property: PropertyPlan) throws -> SQLValue {
        try connection.access { db in
            let table = registry.plan.table.quoted
            let text = "SELECT \(property.column.quoted) FROM \(table) WHERE \"pk\" = ?1"
            var value = SQLValue.null
            try connection.statement(text, on: db).run([.integer(key)]) { value = SQLValue($0, 0) }
            if case .text(let name) = value, let data = externalFiles?.load(name) { return .blob(data) }
            return value
        }
    }

    // MARK: Targets

    /// The targets of many owners in one statement; the owner's key is the last column.
    private func targets(
        of relationship: RelationshipPlan,
        _ owner: EntityRegistry,
        ownerKeys: [Int64],
        on db: Database
    ) throws -> [Int64: [any PersistentModel]] {
        let destination = owner.graph.registry(of: relationship.destination)
        let entity = sql(for: destination.plan)
        guard let query = TargetQuery(relationship, entity, single: ownerKeys.count == 1) else { return [:] }
        let bindings: [SQLValue] = ownerKeys.count == 1 ? [.integer(ownerKeys[0])] : [.text(ownerKeys.jsonArray)]
        var rows = RowMaterializer(registry: destination, entity: entity, refreshes: false)
        var groups: [Int64: TargetGroup] = [:]
        groups.reserveCapacity(ownerKeys.count)
        let statement = try connection.statement(query.sql, on: db)
        let width = sqlite3_column_count(statement.handle)
        try statement.run(bindings) { row in
            guard let target = rows.anyInstance(row), !target._$state.flags.contains(.deleted) else { return }
            let position = sqlite3_column_int64(row, width - 2)
            groups[sqlite3_column_int64(row, width - 1), default: TargetGroup()].add(target, at: position)
        }
        return groups.mapValues { $0.inOrder() }
    }

    /// Loads the named relationships of fetched instances, one statement for each.
    func prefetch<Model: PersistentModel>(
        _ keyPaths: [PartialKeyPath<Model>],
        of models: [Model],
        _ registry: EntityRegistry
    ) throws {
        guard !keyPaths.isEmpty, !models.isEmpty else { return }
        for keyPath in keyPaths {
            guard let property = registry.plan.property(keyPath), let relationship = property.relationship else {
                throw SwiftDataError.unsupportedKeyPath.explained(
                    "relationshipKeyPathsForPrefetching names "
                        + (registry.plan.property(keyPath)?.name ?? "\(keyPath)")
                        + ", which is no relationship of \(registry.plan.name)."
                )
            }
            if case .foreignKey = relationship.storage {
                try prefetchTargets(property, relationship, of: models, registry)
            } else {
                try prefetchLists(property, of: models, registry)
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
            let target = destination.instance(forKey: key)
            if target._$state.flags.contains(.fault) { wanted.insert(key) }
            kept.append(target)
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

    private func prefetchLists<Model: PersistentModel>(
        _ property: PropertyPlan,
        of models: [Model],
        _ registry: EntityRegistry
    ) throws {
        let graph = registry.graph
        let waiting = models.filter { model in
            if case .unset = graph.link(of: model, property.ordinal) { return true }
            return false
        }
        let found = try loadTargets(of: property, owner: registry, keys: waiting.map { $0._$state.key })
        for model in waiting {
            let stored = found[model._$state.key] ?? []
            if property.isToMany {
                graph.put(.targets(graph.withPendingLinks(stored, model, property)), on: model, property)
            } else {
                graph.put(.target(stored.first), on: model, property)
            }
        }
    }
}

/// Targets of one owner as they come, put in order at the end where they did not come in order.
private struct TargetGroup {
    private var members: [(position: Int64, model: any PersistentModel)] = []
    private var isInOrder = true

    mutating func add(_ model: any PersistentModel, at position: Int64) {
        if let last = members.last, (last.position, last.model._$state.key) > (position, model._$state.key) {
            isInOrder = false
        }
        members.append((position, model))
    }

    func inOrder() -> [any PersistentModel] {
        if isInOrder { return members.map(\.model) }
        return
            members
            .sorted { ($0.position, $0.model._$state.key) < ($1.position, $1.model._$state.key) }
            .map(\.model)
    }
}

/// The statement that reads the targets of one relationship: selection, position, owner's key.
private struct TargetQuery {
    let sql: String

    init?(_ relationship: RelationshipPlan, _ entity: EntitySQL, single: Bool) {
        let owners = single ? "= ?1" : "IN (SELECT value FROM json_each(?1))"
        let table = entity.plan.table.quoted
        switch relationship.storage {
        case .foreignKey: return nil
        case .inverseKey(_, let column, let orderColumn):
            let order = single ? " ORDER BY t0.\(orderColumn.quoted), t0.\"pk\"" : ""
            sql =
                "SELECT \(entity.selection), t0.\(orderColumn.quoted), t0.\(column.quoted) FROM \(table) AS t0 "
                + "WHERE t0.\(column.quoted) \(owners)\(order)"
        case .inverseToOne(_, let column):
            sql =
                "SELECT \(entity.selection), 0, t0.\(column.quoted) FROM \(table) AS t0 "
                + "WHERE t0.\(column.quoted) \(owners)"
        case .joinTable(let join, let own, let other, let orderColumn):
            let order = single ? " ORDER BY j.\(orderColumn.quoted), t0.\"pk\"" : ""
            sql =
                "SELECT \(entity.selection), j.\(orderColumn.quoted), j.\(own.quoted) FROM \(join.quoted) AS j "
                + "JOIN \(table) AS t0 ON t0.\"pk\" = j.\(other.quoted) WHERE j.\(own.quoted) \(owners)\(order)"
        }
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
