import Foundation

/// A fetch as SQL: selection, condition, order and window, with what SQL could not say left over for memory.
struct RowQuery<Model> {
    let selection: String
    let keySelection: String
    let count: String
    let arguments: [SQLValue]
    /// What must be evaluated on the instances; offset and limit then apply after it.
    let remainder: Remainder?
    /// Whether the order is one that only memory can make; offset and limit then apply after it.
    let sortsInMemory: Bool

    /// One sentence for each part that is left to memory.
    let diagnostics: [String]

    /// Whether the rows are the answer as they come.
    var isComplete: Bool { remainder == nil && !sortsInMemory }

    /// A condition that is evaluated on the instances.
    struct Remainder {
        let evaluate: (Any) throws -> Bool
    }

    /// Rows by a JSON array of keys.
    static func byKeys(_ entity: EntitySQL) -> String where Model == Never {
        "SELECT \(entity.selection) FROM \(entity.plan.table.quoted) AS t0 "
            + "WHERE t0.\"pk\" IN (SELECT value FROM json_each(?1))"
    }
}

extension RowQuery where Model: PersistentModel {
    init(_ request: RowRequest<Model>, _ entity: EntitySQL, _ graph: ObjectGraph) throws {
        try self.init(
            request.descriptor,
            window: RowWindow(offset: request.offset, limit: request.limit),
            restriction: nil,
            entity,
            graph
        )
    }

    /// A fetch; for a search, restricted to what a full-text index gave.
    init(
        _ descriptor: FetchDescriptor<Model>,
        window: RowWindow,
        restriction: FullTextRestriction?,
        _ entity: EntitySQL,
        _ graph: ObjectGraph
    ) throws {
        let plan = entity.plan
        let translated = try descriptor.predicate.map { try FetchTranslation.predicate($0, plan, graph) }
        let conditions = [restriction?.condition, entity.familyCondition, translated?.sql?.sql].compactMap { $0 }
        let source =
            " FROM \(restriction?.joinPrefix ?? "")\(plan.table.quoted) AS t0"
            + (conditions.isEmpty ? "" : " WHERE " + conditions.map { "(\($0))" }.joined(separator: " AND "))
        let order = FetchTranslation.order(descriptor.sortBy, plan)
        sortsInMemory = order == nil
        let isPartial = translated?.remainderIsInMemory ?? false
        let limits = isPartial || sortsInMemory ? "" : window.sql
        let lead = "t0.\"pk\"" + (plan.discriminator == nil ? "" : ", t0.\"entity\"")
        selection = "SELECT \(entity.selection)\(source)\(order ?? "")\(limits)"
        keySelection = "SELECT \(lead)\(source)\(order ?? "")\(limits)"
        // How many there are does not depend on their order.
        count =
            window.sql.isEmpty
            ? "SELECT count(*)\(source)" : "SELECT count(*) FROM (SELECT 1\(source)\(window.sql))"
        arguments = (restriction?.arguments ?? []) + (translated?.sql?.arguments ?? [])
        let unsorted = sortsInMemory ? ["The objects are sorted in memory: the order is not one of stored values."] : []
        diagnostics = (translated?.diagnostics ?? []) + unsorted
        remainder =
            isPartial
            ? descriptor.predicate.map { predicate in
                // As in SQL, a row on which the predicate fails (an unwrapped nil) does not match.
                let condition = CheckedPredicate(predicate)
                return Remainder { instance in (instance as? Model).map(condition.matches) ?? false }
            } : nil
    }

    /// Does in memory what SQL could not: the rest of the condition, the order, then the window.
    func finish(_ models: [Model], by sortBy: [SortDescriptor<Model>], _ window: RowWindow) throws -> [Model] {
        if isComplete { return models }
        var models = models
        if let remainder { models = try models.filter(remainder.evaluate) }
        if sortsInMemory { models = try FetchTranslation.sorted(models, by: sortBy) { $0._$state.key } }
        return models.window(offset: window.offset, limit: window.limit)
    }
}

/// Which of the rows are wanted, counted in their order.
struct RowWindow {
    let offset: Int?
    let limit: Int?

    /// ` LIMIT … OFFSET …`; empty where all rows are wanted.
    var sql: String {
        guard offset != nil || limit != nil else { return "" }
        return " LIMIT \(limit.map { max($0, 0) } ?? -1) OFFSET \(max(offset ?? 0, 0))"
    }
}

extension RowWindow {
    init<Model>(_ descriptor: FetchDescriptor<Model>) {
        self.init(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
    }
}
