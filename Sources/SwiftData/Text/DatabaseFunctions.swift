import Foundation
import GRDB
import GRDBSQLite

/// The SQL functions and collations that predicates and sort orders call.
enum DatabaseFunctions {
    /// Registers all of them on a connection, through SQLite's own interface: GRDB's would box every argument.
    ///
    /// - Throws: `DatabaseError` where SQLite refuses.
    static func register(on db: Database) throws {
        guard let connection = db.sqliteConnection else { return }
        for function in all {
            let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
            try check(
                sqlite3_create_function_v2(
                    connection,
                    function.name,
                    function.arguments,
                    flags,
                    nil,
                    function.call,
                    nil,
                    nil,
                    nil
                )
            )
        }
        try registerCollations(on: connection)
    }

    private static func check(_ code: CInt) throws {
        if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    private static func registerCollations(on connection: SQLiteConnection) throws {
        try check(
            sqlite3_create_collation_v2(
                connection,
                SQLFunctionName.swiftCollation,
                SQLITE_UTF8,
                nil,
                { _, count, bytes, otherCount, otherBytes in
                    CInt(SwiftOrder.compare(TextBytes(bytes, count), TextBytes(otherBytes, otherCount)))
                },
                nil
            )
        )
        try check(
            sqlite3_create_collation_v2(
                connection,
                SQLFunctionName.localizedCollation,
                SQLITE_UTF8,
                nil,
                { _, count, bytes, otherCount, otherBytes in
                    CInt(LocalizedOrder.compare(TextBytes(bytes, count), TextBytes(otherBytes, otherCount)))
                },
                nil
            )
        )
        try check(
            sqlite3_create_collation_v2(
                connection,
                SQLFunctionName.decimalCollation,
                SQLITE_UTF8,
                nil,
                { _, count, bytes, otherCount, otherBytes in
                    CInt(DecimalOrder.compare(TextBytes(bytes, count), TextBytes(otherBytes, otherCount)))
                },
                nil
            )
        )
    }

    /// A function as SQLite takes it.
    struct Function {
        typealias Call =
            @convention(c) (
                OpaquePointer?, CInt, UnsafeMutablePointer<OpaquePointer?>?
            ) -> Void

        let name: String
        let arguments: CInt
        let call: Call
    }

    private static let all = textFunctions + comparisonFunctions + numberFunctions + conversionFunctions
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes that SQLite hands to a collation.
    fileprivate init(_ bytes: UnsafeRawPointer?, _ count: CInt) {
        self.init(start: bytes?.assumingMemoryBound(to: UInt8.self), count: bytes == nil ? 0 : Int(count))
    }
}

/// Numbers kept as text, in the order of their values.
enum DecimalOrder {
    static func compare(_ lhs: TextBytes, _ rhs: TextBytes) -> Int {
        if lhs.isEqual(to: rhs) { return 0 }
        guard let left = Decimal(string: lhs.string, locale: posix),
            let right = Decimal(string: rhs.string, locale: posix)
        else { return SwiftOrder.compare(lhs, rhs) }
        return left == right ? 0 : left < right ? -1 : 1
    }

    private static let posix = Locale(identifier: "en_US_POSIX")
}
