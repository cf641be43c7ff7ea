import Foundation

/// A history descriptor split into what SQL does and what is left to do in memory.
struct HistoryQuery {
    let sql: String
    let arguments: [SQLValue]
    /// Positions after which the history must be complete.
    let lowerBounds: [Int64]
    let remainingPredicate: Predicate<DefaultHistoryTransaction>?
    let remainingSort: [SortDescriptor<DefaultHistoryTransaction>]
    let remainingLimit: Int?

    /// Whether SQL does everything.
    var isComplete: Bool {
        remainingPredicate == nil && remainingSort.isEmpty && remainingLimit == nil
    }

    init(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>, storeIdentifier: String) {
        var translation = HistoryTranslation(storeIdentifier: storeIdentifier)
        let condition = descriptor.predicate.flatMap { translation.condition(of: $0) }
        let order = Self.order(descriptor.sortBy)
        let isFiltered = descriptor.predicate == nil || condition != nil
        let limit = descriptor.fetchLimit == 0 ? nil : Int(clamping: descriptor.fetchLimit)

        var sql = "SELECT \(HistorySQL.transactionNumber), timestamp, author, bundle, process FROM _history"
        sql += " WHERE \(HistorySQL.isFirstOfTransaction)"
        if let condition { sql += " AND \(condition)" }
        sql += " ORDER BY \(order ?? "id")"
        if isFiltered, order != nil, let limit { sql += " LIMIT \(limit)" }

        self.sql = sql
        arguments = translation.arguments
        lowerBounds = translation.lowerBounds
        remainingPredicate = isFiltered ? nil : descriptor.predicate
        remainingSort = order == nil ? descriptor.sortBy : []
        remainingLimit = isFiltered && order != nil ? nil : limit
    }

    /// The order as SQL; nil where a descriptor has no translation.
    private static func order(_ descriptors: [SortDescriptor<DefaultHistoryTransaction>]) -> String? {
        var terms: [String] = []
        for descriptor in descriptors {
            guard let keyPath = descriptor.keyPath else { return nil }
            let isToken = (keyPath as AnyKeyPath) == \DefaultHistoryTransaction.token
            // Text is left to memory, where the descriptor's own comparison of strings applies.
            let column = isToken ? HistorySQL.transactionNumber : HistoryColumn.name(keyPath)
            guard let column, column == HistorySQL.transactionNumber || column == "timestamp" else { return nil }
            terms.append("\(column == "timestamp" ? column : "id") \(descriptor.order == .forward ? "ASC" : "DESC")")
        }
        if !terms.contains(where: { $0.hasPrefix("id ") }) { terms.append("id ASC") }
        return terms.joined(separator: ", ")
    }
}
