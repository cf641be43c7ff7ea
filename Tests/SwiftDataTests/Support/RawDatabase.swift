import Foundation
import GRDBSQLite

@testable import SwiftData

/// A plain SQLite connection for tests of what works below contexts.
final class RawDatabase {
    let handle: OpaquePointer

    init(_ path: String = ":memory:") throws {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        guard let handle, code == SQLITE_OK else { throw StoreError.unexpected(code: code, reason: path) }
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }

    func execute(_ sql: String) throws { try RawStatement.execute(sql, on: handle) }

    func integer(_ sql: String, _ arguments: [SQLValue] = []) throws -> Int64? {
        try RawStatement.integer(sql, arguments, on: handle)
    }

    /// The text in the first column of each row.
    func texts(_ sql: String) throws -> [String] {
        let statement = try RawStatement(handle, sql)
        var values: [String] = []
        while try statement.step() { values.append(statement.text(0) ?? "") }
        return values
    }

    /// The first column of each row.
    func integers(_ sql: String, _ arguments: [SQLValue] = []) throws -> [Int64] {
        let statement = try RawStatement(handle, sql)
        statement.bind(arguments)
        var values: [Int64] = []
        while try statement.step() { values.append(statement.integer(0)) }
        return values
    }
}
