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
        let plan = request.registry.plan
        let translated = try request.descriptor.predicate.map { try FetchTranslation.predicate($0, plan, graph) }
        let conditions = [entity.familyCondition, translated?.sql?.sql].compactMap { $0 }
        let source =
            " FROM \(plan.table.quoted) AS t0"
            + (conditions.isEmpty ? "" : " WHERE " + conditions.map { "(\($0))" }.joined(separator: " AND "))
        let order = FetchTranslation.order(request.descriptor.sortBy, plan)
        sortsInMemory = order == nil
        let isPartial = translated?.remainderIsInMemory ?? false
        let window = isPartial || sortsInMemory ? "" : RowQuery.window(request.offset, request.limit)
        let lead = "t0.\"pk\"" + (plan.discriminator == nil ? "" : ", t0.\"entity\"")
        selection = "SELECT \(entity.selection)\(source)\(order ?? "")\(window)"
        keySelection = "SELECT \(lead)\(source)\(order ?? "")\(window)"
        count =
            window.isEmpty
            ? "SELECT count(*)\(source)" : "SELECT count(*) FROM (SELECT 1\(source)\(window))"
        arguments = translated?.sql?.arguments ?? []
        let unsorted = sortsInMemory ? ["The objects are sorted in memory: the order is not one of stored values."] : []
        diagnostics = (translated?.diagnostics ?? []) + unsorted
        remainder =
            isPartial
            ? request.descriptor.predicate.map { predicate in
                // As in SQL, a row on which the predicate fails (an unwrapped nil) does not match.
                let condition = CheckedPredicate(predicate)
                return Remainder { instance in (instance as? Model).map(condition.matches) ?? false }
            } : nil
    }

    private static func window(_ offset: Int?, _ limit: Int?) -> String {
        guard offset != nil || limit != nil else { return "" }
        return " LIMIT \(limit.map { max($0, 0) } ?? -1) OFFSET \(max(offset ?? 0, 0))"
    }
}
