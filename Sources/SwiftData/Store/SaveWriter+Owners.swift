import GRDB
import GRDBSQLite

// A member that was taken out of a list has no owner any more, unless somebody else gave it a new one meanwhile. Within
// the process the context knows of that before it writes; what remains are saves between its last look and this
// transaction, and those of other processes.

extension SaveWriter {
    /// The changed properties of an instance, less the links that were cut to an owner that the row has no more.
    func changedProperties(of model: any PersistentModel, _ plan: EntityPlan, on db: Database) throws -> UInt64 {
        let state = model._$state
        guard let cutOwners = state.extras?.cutOwners, !cutOwners.isEmpty else { return state.dirty }
        var mask = state.dirty
        for property in plan.properties where property.ordinal < DirtyMask.sharedBit {
            guard DirtyMask.contains(mask, property.ordinal), let owner = graph.cutOwner(of: model, property),
                let stored = try storedTarget(of: state.key, property, plan, on: db), stored != owner
            else { continue }
            mask &= ~DirtyMask.bit(property.ordinal)
            outcome.overruled.append(RowReference(entity: plan.index, key: state.key))
        }
        return mask
    }

    private func storedTarget(
        of key: Int64,
        _ property: PropertyPlan,
        _ plan: EntityPlan,
        on db: Database
    ) throws -> Int64? {
        let sql = "SELECT \(property.column.quoted) FROM \(plan.table.quoted) WHERE \"pk\" = ?1"
        var target: Int64?
        try store.connection.statement(sql, on: db).run([.integer(key)]) { row in
            if sqlite3_column_type(row, 0) != SQLITE_NULL { target = sqlite3_column_int64(row, 0) }
        }
        return target
    }
}
