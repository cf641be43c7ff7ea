import Foundation
import GRDB
import GRDBSQLite

/// One attribute of the objects that a descriptor names, read from the store as a column: without making objects.
struct ColumnQuery<Model: PersistentModel> {
    let property: PropertyPlan
    private let store: SQLiteStore
    /// `SELECT … AS v FROM …`: the attribute of each object, in a column named `v`.
    private let values: String
    private let arguments: [SQLValue]

    /// - Returns: nil where the answer must be worked out in memory: unsaved changes count, the store is a custom one,
    ///   or the condition is more than SQL can say.
    /// - Throws: ``SwiftDataError/unsupportedKeyPath`` where the key path leads to no attribute.
    init?(_ keyPath: PartialKeyPath<Model>, _ descriptor: FetchDescriptor<Model>, _ graph: ObjectGraph) throws {
        let registry = try graph.requiredRegistry(for: Model.self)
        let plan = registry.plan
        guard let property = plan.property(keyPath), property.columnIndex != nil, property.relationship == nil else {
            throw SwiftDataError.unsupportedKeyPath.explained("\(keyPath) is no stored attribute of \(plan.name).")
        }
        guard let store = registry.store as? SQLiteStore, !(descriptor.includePendingChanges && graph.hasChanges)
        else { return nil }
        let translated = try descriptor.predicate.map { try FetchTranslation.predicate($0, plan, graph) }
        let isWindowed = descriptor.fetchLimit != nil || descriptor.fetchOffset != nil
        let order = isWindowed ? FetchTranslation.order(descriptor.sortBy, plan) : ""
        guard translated?.remainderIsInMemory != true, let order else { return nil }

        var sql = "SELECT t0.\(property.column.quoted) AS v FROM \(plan.table.quoted) AS t0"
        let conditions = [store.sql(for: plan).familyCondition, translated?.sql?.sql].compactMap { $0 }
        if !conditions.isEmpty { sql += " WHERE " + conditions.map { "(\($0))" }.joined(separator: " AND ") }
        if isWindowed {
            sql += order
            sql += " LIMIT \(max(descriptor.fetchLimit ?? Int.max, 0)) OFFSET \(max(descriptor.fetchOffset ?? 0, 0))"
        }
        self.property = property
        self.store = store
        values = sql
        arguments = translated?.sql?.arguments ?? []
    }

    /// Runs `SELECT expression FROM (the values)` and hands each row's columns to `row`.
    func select(_ expression: String, _ clause: String = "", row: (OpaquePointer) throws -> Void) throws {
        try store.connection.access { db in
            let sql = "SELECT \(expression) FROM (\(values))\(clause)"
            try store.connection.statement(sql, on: db).run(arguments, row: row)
        }
    }

    /// The first column of the only row.
    func value(_ expression: String) throws -> SQLValue {
        var result = SQLValue.null
        try select(expression) { result = SQLValue($0, 0) }
        return result
    }
}

extension PropertyPlan {
    /// A value of the attribute from what stands in its column; nil where it no longer decodes.
    func decoded<Value>(_ value: SQLValue, as type: Value.Type) -> Value? {
        if value == .null { return (type as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value }
        guard case .attribute(let storage) = kind else { return nil }
        switch storage {
        case .scalar(let scalar): return scalar._fromSQL(value) as? Value
        case .rawValue(let type, let raw): return raw._fromSQL(value).flatMap { Self.made(type, $0) } as? Value
        case .json(let codable):
            guard case .text(let text) = value else { return nil }
            return (try? AttributeCoder.value(codable, from: text)) as? Value
        case .transformed(let transformer):
            guard case .blob(let data) = value else { return nil }
            return transformer.value(of: data, as: type)
        }
    }

    private static func made<Raw: RawRepresentable>(_ type: Raw.Type, _ rawValue: Any) -> Any? {
        (rawValue as? Raw.RawValue).flatMap { type.init(rawValue: $0) }
    }
}
