import GRDB
import GRDBSQLite

// One to one: an object that got a partner takes it from whoever had it. Within a context both ends were kept in step
// already; what remains are links that another context saved meanwhile, and the last writer wins.

extension SaveWriter {
    func claimTargets(on db: Database) throws {
        let claiming = store.plans.filter { $0.properties.contains { $0.isOneToOneKey && $0.isOptional } }.map(\.index)
        guard !claiming.isEmpty else { return }
        for model in changes.changed + changes.inserted where claiming.contains(Int(model._$state.entity)) {
            try claimTargets(of: model, on: db)
        }
    }

    private func claimTargets(of model: any PersistentModel, on db: Database) throws {
        let state = model._$state
        let plan = graph.plan(of: model)
        for property in plan.properties where property.isOneToOneKey && property.isOptional {
            guard state.flags.contains(.inserted) || state.isChanged(property.ordinal),
                let target = targetKey(of: model, property)
            else { continue }
            for key in try rivals(of: state.key, property, plan, target, on: db) {
                let sql = "UPDATE \(plan.table.quoted) SET \(property.column.quoted) = NULL WHERE \"pk\" = ?1"
                try store.connection.statement(sql, on: db).run([.integer(key)]) { _ in }
                try history.update(plan, key: key, mask: DirtyMask.bit(property.ordinal), on: db)
                outcome.sideEffects.append(RowReference(entity: plan.index, key: key))
            }
        }
    }

    private func rivals(
        of key: Int64,
        _ property: PropertyPlan,
        _ plan: EntityPlan,
        _ target: Int64,
        on db: Database
    ) throws -> [Int64] {
        let sql = "SELECT \"pk\" FROM \(plan.table.quoted) WHERE \(property.column.quoted) = ?1 AND \"pk\" <> ?2"
        var keys: [Int64] = []
        try store.connection.statement(sql, on: db).run([.integer(target), .integer(key)]) { row in
            keys.append(sqlite3_column_int64(row, 0))
        }
        return keys
    }
}

extension PropertyPlan {
    /// Whether this is the column of a relationship that is to-one at both ends.
    var isOneToOneKey: Bool {
        guard isMirroredKey, let inverse = relationship?.inverse else { return false }
        return !inverse.isToMany
    }
}
