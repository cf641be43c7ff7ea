import GRDB
import GRDBSQLite

extension SaveWriter {
    /// Merges what others saved in the changed `Codable` attributes of an instance since this context read them.
    func mergeValues(of model: any PersistentModel, _ plan: EntityPlan, on db: Database) throws {
        guard let bases = model._$state.extras?.mergeBases, !bases.isEmpty else { return }
        let properties = bases.keys.sorted().map { plan.properties[$0] }.filter { $0.columnIndex != nil }
        for (property, value) in zip(properties, try storedValues(of: model, properties, plan, on: db)) {
            guard graph.mergeValue(value, into: model, property) else { continue }
            graph.mergedValues.append((model, property))
        }
    }

    /// What the columns of a row hold; nothing where the row is gone.
    private func storedValues(
        of model: any PersistentModel,
        _ properties: [PropertyPlan],
        _ plan: EntityPlan,
        on db: Database
    ) throws -> [SQLValue] {
        guard !properties.isEmpty else { return [] }
        let columns = properties.map(\.column.quoted).joined(separator: ", ")
        let sql = "SELECT \(columns) FROM \(plan.table.quoted) WHERE \"pk\" = ?1"
        var values: [SQLValue] = []
        try store.connection.statement(sql, on: db).run([.integer(model._$state.key)]) { row in
            values = properties.indices.map { SQLValue(row, Int32($0)) }
        }
        return values
    }

    /// The changed properties, less the attributes that say what the row says already.
    ///
    /// Only mirrored stores ask: there the later change of a property wins, and a form that assigns all of its fields must not
    /// take back what was changed elsewhere.
    func withoutEqualValues(
        _ mask: UInt64,
        of model: any PersistentModel,
        _ plan: EntityPlan,
        on db: Database
    ) throws -> UInt64 {
        guard let comparison = store.sql(for: plan).comparison(mask) else { return mask }
        let statement = try store.connection.statement(comparison.sql, on: db)
        statement.begin([.integer(model._$state.key)])
        defer { statement.end() }
        var writer = makeWriter(statement.handle, from: 2)
        for property in comparison.properties { try bind(model, property, &writer) }
        guard try statement.step() else { return mask }
        var changed = mask
        for (index, property) in comparison.properties.enumerated()
        where sqlite3_column_int(statement.handle, Int32(index)) != 0 {
            changed &= ~DirtyMask.bit(property.ordinal)
        }
        return changed
    }
}
