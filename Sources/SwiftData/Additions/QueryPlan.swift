/// What SQLite means to do for a statement.
enum QueryPlan {
    /// A line for each step, indented by two spaces for each step that it is part of.
    ///
    /// - Throws: ``StoreError`` where the text is no statement of this store.
    static func lines(of sql: String, on connection: OpaquePointer) throws -> [String] {
        let plan = try RawStatement(connection, "EXPLAIN QUERY PLAN \(sql)")
        var depths: [Int64: Int] = [:]
        var lines: [String] = []
        while try plan.step() {
            let depth = depths[plan.integer(1)] ?? 0
            depths[plan.integer(0)] = depth + 1
            lines.append(String(repeating: "  ", count: depth) + (plan.text(3) ?? ""))
        }
        return lines
    }

    /// Whether the rows are sorted, rather than read in order.
    static func sorts(_ sql: String, on connection: OpaquePointer) throws -> Bool {
        try lines(of: sql, on: connection).contains { $0.contains("TEMP B-TREE FOR ORDER BY") }
    }
}
