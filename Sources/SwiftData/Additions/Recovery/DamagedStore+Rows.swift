import GRDBSQLite

extension DamagedStore {
    /// How often a table is tried again behind an unreadable place.
    private static let attemptLimit = 20_000
    /// The same of a table of which nothing at all was found: it is empty, or its first page is lost.
    private static let barrenLimit = 1_000

    /// A row as it was read.
    struct FoundRow {
        let key: Int64
        let values: [SQLValue]
        /// Whether it lay on a page that does not match its sum, or behind one.
        let isDoubtful: Bool
    }

    /// Hands every readable row to `row`, each once: first those on sound pages, then those on pages that do not match
    /// their sums.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - columns: The columns to read.
    ///   - key: The column that orders the rows: `rowid`, or the first column of a table of links, where several rows
    ///     share a key.
    ///   - row: Gets each row.
    /// - Returns: The keys in places that are not sound.
    /// - Throws: What `row` throws.
    func readRows(
        of table: String,
        _ columns: [String],
        key: String,
        row: (FoundRow) throws -> Void
    ) throws -> UnsoundKeys {
        // The key after the largest may not exist: the largest is whatever the damaged file says.
        let end = largestKey(of: table, key).map { $0 < .max ? $0 + 1 : .max } ?? .max
        var gaps = [KeyGap(low: KeyGap.possibleKeys.lowerBound - 1, high: end)]
        var isDoubtful = keepsChecksums
        if let strictConnection {
            let strict = reader(of: table, columns, key: key, on: strictConnection)
            if strict.isUnique {
                gaps = try unreadable(gaps, by: strict) {
                    try row(FoundRow(key: $0, values: $1, isDoubtful: false))
                }
            } else {
                // A gap may begin between two rows of one key; such a table is sound as a whole or not at all.
                isDoubtful = try !strict.canRead(gaps[0])
            }
        }
        let rest = try unreadable(gaps, by: reader(of: table, columns, key: key, on: connection)) {
            try row(FoundRow(key: $0, values: $1, isDoubtful: isDoubtful))
        }
        return UnsoundKeys(isEmpty: rest.isEmpty && (!isDoubtful || gaps.isEmpty), unreadable: Self.width(of: rest))
    }

    /// Keys, used or not, in places that are damaged.
    struct UnsoundKeys {
        /// Whether there are none: everything was read from sound places.
        let isEmpty: Bool
        /// How many of them lie in places that cannot be read at all.
        let unreadable: Int64
    }

    private static func width(of gaps: [KeyGap]) -> Int64 {
        gaps.reduce(0) { sum, gap in
            let (next, isTooLarge) = sum.addingReportingOverflow(gap.width)
            return isTooLarge ? .max : next
        }
    }

    private func reader(
        of table: String,
        _ columns: [String],
        key: String,
        on connection: OpaquePointer
    ) -> RangeReader {
        let list = ([key] + columns.map(\.quoted)).joined(separator: ", ")
        let hint = key == Self.rowKey ? " NOT INDEXED" : ""
        let select = "SELECT \(list) FROM \(table.quoted)\(hint) WHERE \(key) > ? AND \(key) < ?"
        return RangeReader(
            connection: connection,
            forwards: select + " ORDER BY \(key)",
            backwards: select + " ORDER BY \(key) DESC",
            columnCount: Int32(columns.count),
            isUnique: key == Self.rowKey
        )
    }

    /// Reads forwards up to an unreadable place, backwards from the end, then on from the middle of what is between,
    /// and so on.
    ///
    /// - Returns: What stayed unreadable, in order.
    private func unreadable(
        _ gaps: [KeyGap],
        by reader: RangeReader,
        _ row: (Int64, [SQLValue]) throws -> Void
    ) throws -> [KeyGap] {
        var open = Array(gaps.reversed())
        var unreadable: [KeyGap] = []
        var (attempts, hasFound) = (0, false)
        while let range = open.popLast() {
            attempts += 1
            let left = try reader.read(range) {
                hasFound = true
                try row($0, $1)
            }
            guard let gap = left else { continue }
            if gap.width <= 1 || attempts > (hasFound ? Self.attemptLimit : Self.barrenLimit) {
                // Single keys side by side make one gap, so that the next reader need not ask for each.
                if let last = unreadable.last, last.high > gap.low {
                    unreadable[unreadable.count - 1].high = max(last.high, gap.high)
                } else {
                    unreadable.append(gap)
                }
            } else {
                let halves = gap.halves
                open.append(halves.upper)
                open.append(halves.lower)
            }
        }
        return unreadable
    }
}
