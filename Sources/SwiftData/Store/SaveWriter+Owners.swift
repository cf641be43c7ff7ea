import GRDB
import GRDBSQLite

// Links that others changed between a context's last look and its save. Within the process the context knows of what was
// saved before it writes; what remains are saves between that look and this transaction, and those of other processes.

extension SaveWriter {
    /// The changed properties of an instance, less the links that were cut to an owner that the row has no more.
    ///
    /// A member that was taken out of a list has no owner any more, unless somebody else gave it a new one.
    func changedProperties(of model: any PersistentModel, _ plan: EntityPlan, on db: Database) throws -> UInt64 {
        let state = model._$state
        guard let cutOwners = state.extras?.cutOwners, !cutOwners.isEmpty else { return state.dirty }
        var mask = state.dirty
        for ordinal in cutOwners.keys.sorted() where DirtyMask.contains(mask, ordinal) {
            let property = plan.properties[ordinal]
            guard let owner = graph.cutOwner(of: model, property),
                case .some(.some(let stored)) = try storedTarget(of: state.key, property, plan, on: db),
                stored != owner
            else { continue }
            if ordinal < DirtyMask.sharedBit {
                mask &= ~DirtyMask.bit(ordinal)
            } else {
                state.clearChange(ordinal)
                mask = mask & ~DirtyMask.bit(ordinal) | state.dirty & DirtyMask.bit(ordinal)
            }
            outcome.overruled.append(RowReference(entity: plan.index, key: state.key))
        }
        return mask
    }

    /// Throws where an instance that is deleted by a rule belongs to another owner by now.
    func checkCascades(on db: Database) throws {
        var overruled: [OverruledCascades.Cascade] = []
        for model in changes.deleted {
            let state = model._$state
            guard let origin = state.extras?.cascadeOrigin, !state.isChanged(origin.property.ordinal),
                let stored = try storedTarget(of: state.key, origin.property, graph.plan(of: model), on: db),
                stored != origin.owner._$state.key
            else { continue }
            let row = RowReference(entity: Int(state.entity), key: state.key)
            overruled.append(OverruledCascades.Cascade(row: row, ordinal: origin.property.ordinal, owner: stored))
        }
        if !overruled.isEmpty { throw OverruledCascades(cascades: overruled) }
    }

    /// The key that a to-one relationship has in the store; nil where there is no such row.
    private func storedTarget(
        of key: Int64,
        _ property: PropertyPlan,
        _ plan: EntityPlan,
        on db: Database
    ) throws -> Int64?? {
        let sql = "SELECT \(property.column.quoted) FROM \(plan.table.quoted) WHERE \"pk\" = ?1"
        var target: Int64??
        try store.connection.statement(sql, on: db).run([.integer(key)]) { row in
            target = .some(sqlite3_column_type(row, 0) == SQLITE_NULL ? nil : sqlite3_column_int64(row, 0))
        }
        return target
    }
}
