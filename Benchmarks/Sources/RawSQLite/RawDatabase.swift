import Foundation
import GRDBSQLite

/// A connection through SQLite's C API, with the settings of the method page: WAL and `synchronous` NORMAL or FULL.
package final class RawDatabase {
    package let handle: OpaquePointer

    /// Opens or creates a store; without `cacheMebibytes` the page cache stays SQLite's own (2 MB).
    package init(_ file: URL, full: Bool = false, cacheMebibytes: Int? = nil) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(file.path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw RawError(code: code, message: "cannot open \(file.lastPathComponent)")
        }
        handle = opened
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = \(full ? "FULL" : "NORMAL")")
        if let cacheMebibytes {
            try execute("PRAGMA cache_size = -\(cacheMebibytes * 1_024)")
        }
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    package func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw RawError(code, on: handle, sql) }
    }

    package func prepare(_ sql: String) throws -> RawStatement {
        try RawStatement(sql, on: handle)
    }

    package func transaction(_ body: () throws -> Void) throws {
        try execute("BEGIN IMMEDIATE")
        do {
            try body()
            try execute("COMMIT")
        } catch {
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    /// The primary key of the row inserted last.
    package var lastInsertedKey: Int {
        Int(sqlite3_last_insert_rowid(handle))
    }
}

/// What SQLite refused, with its code and its words.
package struct RawError: Error, CustomStringConvertible {
    package let code: Int32
    package let message: String

    init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    init(_ code: Int32, on connection: OpaquePointer, _ context: String) {
        self.init(code: code, message: "\(String(cString: sqlite3_errmsg(connection))) [\(context)]")
    }

    package var description: String { "SQLite error \(code): \(message)" }
}
