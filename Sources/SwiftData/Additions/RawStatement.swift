import Foundation
import GRDBSQLite

/// A prepared statement on a connection that someone else owns: bind by position, step, read by column.
///
/// History, search and recovery use it where a statement is run many times inside a transaction of the store. It must
/// be given up before the connection is closed.
final class RawStatement {
    let handle: OpaquePointer
    private let connection: OpaquePointer

    /// - Throws: ``StoreError`` where the text is no statement of this store.
    init(_ connection: OpaquePointer, _ sql: String, isPersistent: Bool = false) throws {
        var handle: OpaquePointer?
        let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        try StoreError.check(sqlite3_prepare_v3(connection, sql, -1, flags, &handle, nil), on: connection)
        guard let handle else { throw StoreError.unexpected(code: SQLITE_MISUSE, reason: "an empty statement") }
        self.handle = handle
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }

    // MARK: Binding, parameters counted from 1

    func bind(_ value: Int64, at index: Int32) {
        sqlite3_bind_int64(handle, index, value)
    }

    func bind(_ value: Double, at index: Int32) {
        sqlite3_bind_double(handle, index, value)
    }

    func bind(_ value: String?, at index: Int32) {
        guard let value else { return bindNull(at: index) }
        value._bind(handle, index)
    }

    func bindNull(at index: Int32) {
        sqlite3_bind_null(handle, index)
    }

    func bind(_ value: SQLValue, at index: Int32) {
        switch value {
        case .null: bindNull(at: index)
        case .integer(let number): bind(number, at: index)
        case .real(let number): bind(number, at: index)
        case .text(let text): bind(text, at: index)
        case .blob(let data): data._bind(handle, index)
        }
    }

    func bind(_ values: [SQLValue]) {
        for (offset, value) in values.enumerated() { bind(value, at: Int32(offset + 1)) }
    }

    // MARK: Running

    /// Steps to the next row; false at the end.
    func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        defer { sqlite3_reset(handle) }
        try StoreError.check(code, on: connection)
        return false
    }

    /// Runs the statement to its end and makes it ready to run again.
    ///
    /// Bindings stay.
    func run() throws {
        while try step() {}
        reset()
    }

    func reset() {
        sqlite3_reset(handle)
    }

    // MARK: Reading the current row, columns counted from 0

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    func double(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    func text(_ column: Int32) -> String? {
        isNull(column) ? nil : String._read(handle, column)
    }

    func value(_ column: Int32) -> SQLValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(double(column))
        case SQLITE_TEXT: .text(String._read(handle, column))
        case SQLITE_BLOB: .blob(Data._read(handle, column))
        default: .null
        }
    }

    var columnCount: Int32 {
        sqlite3_column_count(handle)
    }

    func columnName(_ column: Int32) -> String {
        sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }
}

extension RawStatement {
    /// Runs statements that take no parameters and give no rows.
    static func execute(_ sql: String, on connection: OpaquePointer) throws {
        try StoreError.check(sqlite3_exec(connection, sql, nil, nil, nil), on: connection)
    }

    /// The first column of the first row; nil where there is no row.
    static func value(_ sql: String, _ arguments: [SQLValue] = [], on connection: OpaquePointer) throws -> SQLValue? {
        let statement = try RawStatement(connection, sql)
        statement.bind(arguments)
        return try statement.step() ? statement.value(0) : nil
    }

    /// The same as an integer; nil where there is no row or the value is NULL.
    static func integer(_ sql: String, _ arguments: [SQLValue] = [], on connection: OpaquePointer) throws -> Int64? {
        let statement = try RawStatement(connection, sql)
        statement.bind(arguments)
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }

    /// Runs one statement with parameters.
    static func run(_ sql: String, _ arguments: [SQLValue], on connection: OpaquePointer) throws {
        let statement = try RawStatement(connection, sql)
        statement.bind(arguments)
        try statement.run()
    }
}
