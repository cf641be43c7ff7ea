import Foundation
import GRDBSQLite

/// A copy of a damaged store, open for reading whatever can be read.
///
/// The original is not opened.
final class DamagedStore {
    private let connection: OpaquePointer
    private let folder: URL
    private static let copyName = "damaged.store"
    /// How often a table is tried again behind an unreadable place.
    private static let attemptLimit = 20_000

    /// - Throws: ``StoreError`` where the file cannot be copied.
    init(copying url: URL) throws {
        folder = try Self.makeFolder(for: url)
        let copy = folder.appendingPathComponent(Self.copyName)
        do {
            try Self.copy(url, to: copy)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw StoreError.cannotOpen(url, reason: error.localizedDescription)
        }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(copy.path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            try? FileManager.default.removeItem(at: folder)
            throw StoreError(sqliteResultCode: code, url: url) ?? .notADatabase(url)
        }
        connection = handle
        // Lets a damaged schema be read as far as it goes, and keeps triggers from meddling.
        try? RawStatement.execute("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON", on: handle)
        sqlite3_extended_result_codes(handle, 1)
    }

    deinit {
        sqlite3_close_v2(connection)
        try? FileManager.default.removeItem(at: folder)
    }

    private static func makeFolder(for url: URL) throws -> URL {
        var template = Array(
            FileManager.default.temporaryDirectory.appendingPathComponent("store-recovery-XXXXXX").path.utf8CString
        )
        guard mkdtemp(&template) != nil else {
            throw StoreError.cannotOpen(url, reason: "no temporary folder could be made")
        }
        let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        return URL(fileURLWithPath: path, isDirectory: true)
    }

    /// Copies the file and what was not yet written back into it.
    private static func copy(_ url: URL, to copy: URL) throws {
        try FileManager.default.copyItem(at: url, to: copy)
        let log = URL(fileURLWithPath: url.path + "-wal")
        if FileManager.default.fileExists(atPath: log.path) {
            try FileManager.default.copyItem(at: log, to: URL(fileURLWithPath: copy.path + "-wal"))
        }
    }

    /// The pages of the copy, with what its log held written back into them as far as SQLite could.
    var leafPages: LeafPages? {
        try? RawStatement.execute("PRAGMA wal_checkpoint(TRUNCATE)", on: connection)
        return try? LeafPages(folder.appendingPathComponent(Self.copyName))
    }

    // MARK: What is there

    /// What SQLite finds wrong; empty for a sound file.
    func problems(limit: Int) -> [String] {
        StoreIntegrity.problems(on: connection, limit: limit)
    }

    /// The columns of a table; empty where the table is not there or its description is lost.
    func columns(of table: String) -> [String] {
        guard let statement = try? RawStatement(connection, "SELECT name FROM pragma_table_info(?)") else { return [] }
        statement.bind(table, at: 1)
        var names: [String] = []
        while (try? statement.step()) == true { names.append(statement.text(0) ?? "") }
        return names
    }

    /// How many rows a table had, counted in its most readable index; nil where none can be read to its end.
    func rowCount(of table: String) -> Int? {
        var counts: [Int64] = []
        let name = table.quoted
        if let count = try? RawStatement.integer("SELECT count(*) FROM \(name) NOT INDEXED", on: connection) {
            counts.append(count)
        }
        for index in fullIndexes(of: table) {
            let sql = "SELECT count(*) FROM \(name) INDEXED BY \(index.quoted)"
            if let count = try? RawStatement.integer(sql, on: connection) { counts.append(count) }
        }
        return counts.max().map { Int($0) }
    }

    /// Indexes that hold every row.
    private func fullIndexes(of table: String) -> [String] {
        let sql = "SELECT name FROM pragma_index_list(?) WHERE partial = 0"
        guard let statement = try? RawStatement(connection, sql) else { return [] }
        statement.bind(table, at: 1)
        var names: [String] = []
        while (try? statement.step()) == true { names.append(statement.text(0) ?? "") }
        return names
    }

    /// The name by which SQL knows the key of an ordinary table.
    static let rowKey = "rowid"

    /// The largest key that a table ever used; nil where that is lost.
    private func largestKey(of table: String, _ key: String) -> Int64? {
        let used = try? RawStatement.integer(
            "SELECT seq FROM sqlite_sequence WHERE name = ?",
            [.text(table)],
            on: connection
        )
        let last = try? RawStatement.integer("SELECT max(\(key)) FROM \(table.quoted)", on: connection)
        return [used ?? nil, last ?? nil].compactMap { $0 }.max()
    }

    // MARK: Reading rows

    /// Hands every readable row to `row`, each once: forwards up to an unreadable place, backwards from the end, then
    /// on from the middle of what is between, and so on.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - columns: The columns to read.
    ///   - key: The column that orders the rows: `rowid`, or the first column of a table of links, where several rows
    ///     share a key.
    ///   - row: Gets each row's key and values.
    /// - Returns: The number of keys, used or not, that lie in unreadable places.
    /// - Throws: What `row` throws.
    func readRows(
        of table: String,
        _ columns: [String],
        key: String,
        row: (Int64, [SQLValue]) throws -> Void
    ) throws -> Int64 {
        let list = ([key] + columns.map(\.quoted)).joined(separator: ", ")
        let hint = key == Self.rowKey ? " NOT INDEXED" : ""
        let select = "SELECT \(list) FROM \(table.quoted)\(hint) WHERE \(key) > ? AND \(key) < ?"
        let reader = RangeReader(
            connection: connection,
            forwards: select + " ORDER BY \(key)",
            backwards: select + " ORDER BY \(key) DESC",
            columnCount: Int32(columns.count),
            isUnique: key == Self.rowKey
        )
        // The key after the largest may not exist: the largest is whatever the damaged file says.
        let end = largestKey(of: table, key).map { $0 < .max ? $0 + 1 : .max } ?? .max
        var open = [KeyGap(low: KeyGap.possibleKeys.lowerBound - 1, high: end)]
        var unreadable: Int64 = 0
        var attempts = 0
        while let range = open.popLast() {
            attempts += 1
            guard let gap = try reader.read(range, row) else { continue }
            if gap.width <= 1 || attempts > Self.attemptLimit {
                let (sum, isTooLarge) = unreadable.addingReportingOverflow(gap.width)
                unreadable = isTooLarge ? .max : sum
            } else {
                let halves = gap.halves
                open.append(halves.upper)
                open.append(halves.lower)
            }
        }
        return unreadable
    }
}
