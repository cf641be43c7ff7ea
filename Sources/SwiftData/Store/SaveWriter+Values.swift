import GRDB

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
}
