import Foundation
import GRDBSQLite

/// A prepared statement, bound and read by index.
package final class RawStatement {
    package let handle: OpaquePointer
    private let connection: OpaquePointer

    init(_ sql: String, on connection: OpaquePointer) throws {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw RawError(code, on: connection, sql) }
        self.connection = connection
        handle = prepared
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// True when a row is ready, false at the end.
    package func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw RawError(code, on: connection, "step")
        }
    }

    /// Runs a statement without result rows and makes it ready for the next values.
    package func run() throws {
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw RawError(code, on: connection, "run") }
    }

    package func reset() {
        sqlite3_reset(handle)
    }

    // MARK: Binding (parameters count from 1)

    package func bind(_ value: Int, at index: Int32) {
        sqlite3_bind_int64(handle, index, Int64(value))
    }

    package func bind(_ value: Bool, at index: Int32) {
        sqlite3_bind_int64(handle, index, value ? 1 : 0)
    }

    package func bind(_ value: Date, at index: Int32) {
        sqlite3_bind_double(handle, index, value.timeIntervalSinceReferenceDate)
    }

    package func bind(_ value: Date?, at index: Int32) {
        if let value {
            bind(value, at: index)
        } else {
            sqlite3_bind_null(handle, index)
        }
    }

    package func bind(_ value: String, at index: Int32) {
        var copy = value
        copy.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { text in
                _ = sqlite3_bind_text(handle, index, text.baseAddress, Int32(text.count), transient)
            }
        }
    }

    package func bind(_ value: UUID, at index: Int32) {
        withUnsafeBytes(of: value.uuid) { bytes in
            _ = sqlite3_bind_blob(handle, index, bytes.baseAddress, 16, transient)
        }
    }

    // MARK: Reading (columns count from 0)

    package func int(_ column: Int32) -> Int {
        Int(sqlite3_column_int64(handle, column))
    }

    package func date(_ column: Int32) -> Date {
        Date(timeIntervalSinceReferenceDate: sqlite3_column_double(handle, column))
    }

    package func optionalDate(_ column: Int32) -> Date? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : date(column)
    }

    package func string(_ column: Int32) -> String {
        guard let text = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// A 16-byte blob as a UUID; the zero UUID where the column holds anything else.
    package func uuid(_ column: Int32) -> UUID {
        guard let blob = sqlite3_column_blob(handle, column), sqlite3_column_bytes(handle, column) == 16 else {
            return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        }
        return UUID(uuid: blob.loadUnaligned(as: uuid_t.self))
    }
}

/// Asks SQLite to copy what is bound: the Swift value does not outlive the call.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
