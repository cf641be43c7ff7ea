import Foundation
import GRDBSQLite

/// A copy of a damaged store, open for reading whatever can be read.
///
/// The original is not opened.
final class DamagedStore {
    /// Reads every page as it is.
    let connection: OpaquePointer
    /// Reads only pages that match their sums; nil where the file keeps none, or its first page is damaged.
    let strictConnection: OpaquePointer?
    /// Whether the file keeps sums, so that what only `connection` reads is doubtful.
    let keepsChecksums: Bool
    /// What is wrong with the log: then any row may be as an older save left it.
    let logDamage: String?
    private let original: URL
    private let folder: URL
    private static let copyName = "damaged.store"

    /// - Throws: ``StoreError`` where the file cannot be copied.
    init(copying url: URL, in parent: URL) throws {
        original = url
        logDamage = WriteAheadLog.damage(beside: url, isDurable: true)
        folder = try Self.makeFolder(for: url, in: parent)
        let copy = folder.appendingPathComponent(Self.copyName)
        do {
            try Self.copy(url, to: copy)
            if logDamage != nil { try WriteAheadLog.mend(beside: copy) }
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw StoreError.failure(of: url, error)
        }
        do {
            connection = try Self.connect(to: url) { sqlite3_open_v2(copy.path, $0, Self.flags, nil) }
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        let strict = try? StoreVFS.opening(copy) { name in
            try Self.connect(to: url) { sqlite3_open_v2(name, $0, Self.flags, nil) }
        }
        keepsChecksums = strict.map(PageChecksums.areKept) ?? false
        if keepsChecksums {
            strictConnection = strict
        } else {
            strictConnection = nil
            sqlite3_close_v2(strict)
        }
    }

    deinit {
        sqlite3_close_v2(strictConnection)
        sqlite3_close_v2(connection)
        try? FileManager.default.removeItem(at: folder)
    }

    private static let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI

    /// Makes a connection with `open`; messages name the file `url`.
    private static func connect(
        to url: URL,
        _ open: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) throws -> OpaquePointer {
        var handle: OpaquePointer?
        let code = open(&handle)
        guard code == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw StoreError(sqliteResultCode: code, url: url) ?? .notADatabase(url)
        }
        // Lets a damaged schema be read as far as it goes, and keeps triggers from meddling.
        try? RawStatement.execute("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON", on: handle)
        sqlite3_extended_result_codes(handle, 1)
        return handle
    }

    private static func makeFolder(for url: URL, in parent: URL) throws -> URL {
        var template = Array(parent.appendingPathComponent("store-recovery-XXXXXX").path.utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StoreError.failure(of: parent, number: errno)
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
        try? RawStatement.execute("PRAGMA wal_checkpoint(TRUNCATE)", on: strictConnection ?? connection)
        return try? LeafPages(folder.appendingPathComponent(Self.copyName))
    }

    // MARK: What is there

    /// What SQLite finds wrong, and how many pages do not match their sums; empty for a sound file.
    func problems(limit: Int) -> [String] {
        var problems = StoreIntegrity.problems(on: connection, of: original, limit: limit)
        if keepsChecksums, let count = leafPages?.doubtfulPages.count, count > 0 {
            problems.append("\(count) of the file's pages do not match their checksums")
        }
        return problems + (logDamage.map { [$0] } ?? [])
    }

    /// The columns of a table; empty where the table is not there or its description is lost.
    func columns(of table: String) -> [String] {
        guard let statement = try? RawStatement(connection, "SELECT name FROM pragma_table_info(?)") else { return [] }
        statement.bind(table, at: 1)
        var names: [String] = []
        while (try? statement.step()) == true { names.append(statement.text(0) ?? "") }
        return names
    }

    /// How many rows a table had; nil where that is not certain.
    ///
    /// A file with sums is believed only where its pages match them, and its log is whole.
    func rowCount(of table: String) -> Int? {
        guard logDamage == nil else { return nil }
        guard keepsChecksums else { return rowCount(of: table, on: connection) }
        return strictConnection.flatMap { rowCount(of: table, on: $0) }
    }

    /// How many rows the damaged pages say that a table had; nil where none of its indexes can be read to its end.
    func readableCount(of table: String) -> Int? {
        rowCount(of: table, on: connection)
    }

    /// More rows than this have no room in the file: each takes four bytes and more.
    var possibleRows: Int {
        let path = folder.appendingPathComponent(Self.copyName).path
        return ((try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int ?? 0) / 4
    }

    /// Counted in the table or in its most readable index.
    private func rowCount(of table: String, on connection: OpaquePointer) -> Int? {
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
    func largestKey(of table: String, _ key: String) -> Int64? {
        let used = try? RawStatement.integer(
            "SELECT seq FROM sqlite_sequence WHERE name = ?",
            [.text(table)],
            on: connection
        )
        let last = try? RawStatement.integer("SELECT max(\(key)) FROM \(table.quoted)", on: connection)
        return [used ?? nil, last ?? nil].compactMap { $0 }.max()
    }
}
