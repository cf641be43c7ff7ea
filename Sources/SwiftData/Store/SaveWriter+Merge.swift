import GRDB
import GRDBSQLite

// A new instance with a unique value that a stored row has already becomes an update of that row. The rules:
// every attribute takes the new instance's value; a to-one relationship takes the new target, if there is one, and
// otherwise keeps the row's; a to-many relationship keeps its members and gains the new ones.

extension SaveWriter {
    func merge(_ model: any PersistentModel, _ plan: EntityPlan, _ entity: EntitySQL, on db: Database) throws {
        let clash = UniqueClash(store, graph, model, plan)
        let rows = try clash.rows(on: db)
        guard let key = rows.first, rows.count == 1 else { throw try clash.error(on: db) }
        let old = model._$state.key
        let properties = mergedProperties(of: model, plan)
        let mask = properties.reduce(UInt64(0)) { $0 | DirtyMask.bit($1.ordinal) }
        try overwrite(key, with: model, properties, plan, on: db)
        rekey(model, to: key)
        try moveToEnd(model, properties, on: db)
        try redirectLinks(to: plan, from: old, to: key, on: db)
        try history.update(plan, key: key, mask: mask, on: db)
        outcome.merged.append((model, key))
    }

    private func mergedProperties(of model: any PersistentModel, _ plan: EntityPlan) -> [PropertyPlan] {
        plan.properties.filter { property in
            guard property.columnIndex != nil else { return false }
            return property.relationship == nil || targetKey(of: model, property) != nil
        }
    }

    private func overwrite(
        _ key: Int64,
        with model: any PersistentModel,
        _ properties: [PropertyPlan],
        _ plan: EntityPlan,
        on db: Database
    ) throws {
        guard !properties.isEmpty else { return }
        let assignments = properties.enumerated().map { "\($1.column.quoted) = ?\($0 + 2)" }.joined(separator: ", ")
        let sql = "UPDATE \(plan.table.quoted) SET \(assignments) WHERE \"pk\" = ?1"
        let statement = try store.connection.statement(sql, on: db)
        try recordExternalFiles(of: properties, plan, key: key, on: db)
        sqlite3_bind_int64(statement.handle, 1, key)
        var writer = makeWriter(statement.handle, from: 2)
        for property in properties { try bind(model, property, &writer) }
        let code = statement.execute()
        sqlite3_clear_bindings(statement.handle)
        try check(code, model, plan, on: db)
    }

    /// Rows already written in this transaction may point to the key that the new instance does not get.
    private func redirectLinks(to plan: EntityPlan, from old: Int64, to key: Int64, on db: Database) throws {
        let hierarchy = Set(plan.root.family.map(\.index))
        for other in store.plans {
            for property in other.properties {
                guard let relationship = property.relationship, hierarchy.contains(relationship.destination.index)
                else {
                    continue
                }
                try redirect(relationship.storage, of: other, from: old, to: key, on: db)
            }
        }
    }

    private func redirect(
        _ storage: RelationshipPlan.Storage,
        of plan: EntityPlan,
        from old: Int64,
        to key: Int64,
        on db: Database
    ) throws {
        switch storage {
        case .foreignKey(let column): try replace(plan.table, column, old, key, on: db)
        case .joinTable(let table, _, let other, _): try replace(table, other, old, key, on: db)
        case .inverseKey, .inverseToOne: break
        }
    }

    private func replace(_ table: String, _ column: String, _ old: Int64, _ key: Int64, on db: Database) throws {
        let sql = "UPDATE OR REPLACE \(table.quoted) SET \(column.quoted) = ?2 WHERE \(column.quoted) = ?1"
        try store.connection.statement(sql, on: db).run([.integer(old), .integer(key)]) { _ in }
    }
}

/// A write that SQLite refused because a unique value is taken.
struct UniqueClash {
    static let code: Int32 = SQLITE_CONSTRAINT | (8 << 8)

    let store: SQLiteStore
    let graph: ObjectGraph
    let model: any PersistentModel
    let plan: EntityPlan

    init(_ store: SQLiteStore, _ graph: ObjectGraph, _ model: any PersistentModel, _ plan: EntityPlan) {
        self.store = store
        self.graph = graph
        self.model = model
        self.plan = plan
    }

    /// Keys of the rows that hold one of the instance's unique values.
    func rows(on db: Database) throws -> [Int64] {
        var keys: [Int64] = []
        for constraint in plan.uniqueConstraints {
            for key in try rows(of: constraint, on: db) where !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    private func rows(of constraint: [Int], on db: Database) throws -> [Int64] {
        let properties = constraint.map { plan.properties[$0] }
        let condition = properties.enumerated().map { "\($1.column.quoted) = ?\($0 + 1)" }.joined(separator: " AND ")
        let sql = "SELECT \"pk\" FROM \(plan.table.quoted) WHERE \(condition) AND \"pk\" <> ?\(properties.count + 1)"
        let statement = try store.connection.statement(sql, on: db)
        var writer = _RowWriter(statement: statement.handle, index: 1, graph: graph)
        for property in properties { model._$bind(property.ordinal, to: &writer) }
        model._$state.key._bind(statement.handle, writer.next())
        var keys: [Int64] = []
        try statement.run { keys.append(sqlite3_column_int64($0, 0)) }
        return keys
    }

    /// The error that names what clashes.
    func error(on db: Database) throws -> SwiftDataError {
        for constraint in plan.uniqueConstraints {
            guard let row = try rows(of: constraint, on: db).first else { continue }
            let names = constraint.map { plan.properties[$0].name }.joined(separator: ", ")
            let other = store.identifier(forKey: row, scope: graph.registry(of: plan).scope)
            return SwiftDataError.modelValidationFailure.explained(
                entity: plan.name,
                property: names,
                identifier: model.persistentModelID,
                "must be unique, and \(other) has the same value."
            )
        }
        return SwiftDataError.modelValidationFailure.explained("\(plan.name): a unique value is taken.")
    }
}
