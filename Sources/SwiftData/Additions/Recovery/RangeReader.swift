import GRDBSQLite

/// Reads the rows between two keys from both ends.
struct RangeReader {
    let connection: OpaquePointer
    let forwards: String
    let backwards: String
    let columnCount: Int32
    /// Whether no two rows share a key.
    let isUnique: Bool

    /// - Returns: The keys between which nothing could be read; nil where everything could.
    func read(_ range: KeyGap, _ row: (Int64, [SQLValue]) throws -> Void) throws -> KeyGap? {
        guard range.width > 0 else { return nil }
        var gap = range
        let reachedEnd = try scan(forwards, range) { key, values in
            guard isUnique ? key > gap.low : key >= gap.low, key < gap.high else { return false }
            gap.low = key
            try row(key, values)
            return true
        }
        if reachedEnd || gap.width == 0 { return nil }
        let remaining = gap
        let reachedStart = try scan(backwards, remaining) { key, values in
            guard isUnique ? key < gap.high : key <= gap.high, key > gap.low else { return false }
            gap.high = key
            try row(key, values)
            return true
        }
        // Reading backwards to the start means that the unreadable place holds no row after all.
        return reachedStart || gap.width == 0 ? nil : gap
    }

    /// Whether every row between the keys can be read.
    func canRead(_ range: KeyGap) throws -> Bool {
        try scan(forwards, range) { _, _ in true }
    }

    /// - Returns: Whether the scan came to its end without meeting damage.
    private func scan(
        _ sql: String,
        _ range: KeyGap,
        _ row: (Int64, [SQLValue]) throws -> Bool
    ) throws -> Bool {
        guard let statement = try? RawStatement(connection, sql) else { return false }
        statement.bind(range.low, at: 1)
        statement.bind(range.high, at: 2)
        while true {
            guard let hasRow = try? statement.step() else { return false }
            guard hasRow else { return true }
            let values = (0..<columnCount).map { statement.value($0 + 1) }
            guard try row(statement.integer(0), values) else { return false }
        }
    }
}
