import Foundation
import GRDBSQLite

/// Tells SQLite to copy what is bound.
let transientDestructor = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Bool: _SQLiteValue {
    public static var _columnType: String { "INTEGER" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Bool {
        sqlite3_column_int64(statement, index) != 0
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_int64(statement, index, self ? 1 : 0)
    }
    public static var _placeholder: Bool { false }
    public var _sqlValue: SQLValue { .integer(self ? 1 : 0) }
    public static func _fromSQL(_ value: SQLValue) -> Bool? {
        if case .integer(let number) = value { number != 0 } else { nil }
    }
}

extension Double: _SQLiteValue {
    public static var _columnType: String { "REAL" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Double {
        // SQLite has no NaN and stores it as NULL; a non-optional property that reads NULL was NaN.
        if sqlite3_column_type(statement, index) == SQLITE_NULL { return .nan }
        return sqlite3_column_double(statement, index)
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_double(statement, index, self)
    }
    public static var _placeholder: Double { 0 }
    public var _sqlValue: SQLValue { isNaN ? .null : .real(self) }
    public static func _fromSQL(_ value: SQLValue) -> Double? {
        switch value {
        case .real(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }
}

extension Float: _SQLiteValue {
    public static var _columnType: String { "REAL" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Float {
        Float(Double._read(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_double(statement, index, Double(self))
    }
    public static var _placeholder: Float { 0 }
    public var _sqlValue: SQLValue { Double(self)._sqlValue }
    public static func _fromSQL(_ value: SQLValue) -> Float? { Double._fromSQL(value).map(Float.init) }
}

extension Date: _SQLiteValue {
    public static var _columnType: String { "REAL" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Date {
        Date(timeIntervalSinceReferenceDate: sqlite3_column_double(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_double(statement, index, timeIntervalSinceReferenceDate)
    }
    public static var _placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
    public var _sqlValue: SQLValue { .real(timeIntervalSinceReferenceDate) }
    public static func _fromSQL(_ value: SQLValue) -> Date? {
        Double._fromSQL(value).map(Date.init(timeIntervalSinceReferenceDate:))
    }
}

extension String: _SQLiteValue {
    public static var _columnType: String { "TEXT" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> String {
        guard let bytes = sqlite3_column_text(statement, index) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        var text = self
        text.withUTF8 { bytes in
            _ = bytes.withMemoryRebound(to: CChar.self) { characters in
                sqlite3_bind_text(
                    statement,
                    index,
                    characters.baseAddress ?? emptyText,
                    Int32(characters.count),
                    transientDestructor
                )
            }
        }
    }
    public static var _placeholder: String { "" }
    public var _sqlValue: SQLValue { .text(self) }
    public static func _fromSQL(_ value: SQLValue) -> String? {
        if case .text(let text) = value { text } else { nil }
    }
}

/// An address for text of no bytes: SQLite takes a null pointer for NULL.
private nonisolated(unsafe) let emptyText = UnsafePointer(strdup(""))

extension Data: _SQLiteValue {
    public static var _columnType: String { "BLOB" }
    public static func _isInline(_ statement: OpaquePointer, _ index: Int32) -> Bool {
        sqlite3_column_type(statement, index) != SQLITE_TEXT
    }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Data {
        guard let bytes = sqlite3_column_blob(statement, index) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, index)))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        if isEmpty {
            sqlite3_bind_zeroblob(statement, index, 0)
        } else {
            withUnsafeBytes { bytes in
                _ = sqlite3_bind_blob64(
                    statement,
                    index,
                    bytes.baseAddress,
                    UInt64(bytes.count),
                    transientDestructor
                )
            }
        }
    }
    public static var _placeholder: Data { Data() }
    public var _sqlValue: SQLValue { .blob(self) }
    public static func _fromSQL(_ value: SQLValue) -> Data? {
        if case .blob(let data) = value { data } else { nil }
    }
}

extension UUID: _SQLiteValue {
    public static var _columnType: String { "BLOB" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> UUID {
        guard sqlite3_column_bytes(statement, index) == 16, let bytes = sqlite3_column_blob(statement, index) else {
            return UUID._read(text: String._read(statement, index))
        }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
    /// Another program may have written the text form.
    private static func _read(text: String) -> UUID { UUID(uuidString: text) ?? _placeholder }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        withUnsafeBytes(of: uuid) { bytes in
            _ = sqlite3_bind_blob(statement, index, bytes.baseAddress, 16, transientDestructor)
        }
    }
    public static var _placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
    public var _sqlValue: SQLValue { .blob(withUnsafeBytes(of: uuid) { Data($0) }) }
    public static func _fromSQL(_ value: SQLValue) -> UUID? {
        switch value {
        case .blob(let data) where data.count == 16:
            data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        case .text(let text): UUID(uuidString: text)
        default: nil
        }
    }
}

extension URL: _SQLiteValue {
    public static var _columnType: String { "TEXT" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> URL {
        URL(string: String._read(statement, index)) ?? _placeholder
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        absoluteString._bind(statement, index)
    }
    public static var _placeholder: URL { URL(fileURLWithPath: "/") }
    public var _sqlValue: SQLValue { .text(absoluteString) }
    public static func _fromSQL(_ value: SQLValue) -> URL? {
        if case .text(let text) = value { URL(string: text) } else { nil }
    }
}

extension Decimal: _SQLiteValue {
    public static var _columnType: String { "TEXT" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Decimal {
        Decimal(string: String._read(statement, index), locale: posix) ?? _placeholder
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        description._bind(statement, index)
    }
    public static var _placeholder: Decimal { 0 }
    public var _sqlValue: SQLValue { .text(description) }
    public static func _fromSQL(_ value: SQLValue) -> Decimal? {
        switch value {
        case .text(let text): Decimal(string: text, locale: posix)
        case .integer(let number): Decimal(number)
        case .real(let number): Decimal(number)
        default: nil
        }
    }
}

private let posix = Locale(identifier: "en_US_POSIX")

extension Optional: _SQLiteValue where Wrapped: _SQLiteValue {
    public static var _columnType: String { Wrapped._columnType }
    @inlinable
    public static func _isInline(_ statement: OpaquePointer, _ index: Int32) -> Bool {
        Wrapped._isInline(statement, index)
    }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Wrapped? {
        sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : Wrapped._read(statement, index)
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        if let self { self._bind(statement, index) } else { sqlite3_bind_null(statement, index) }
    }
    public static var _placeholder: Wrapped? { nil }
    public var _sqlValue: SQLValue { self?._sqlValue ?? .null }
    public static func _fromSQL(_ value: SQLValue) -> Wrapped?? {
        if case .null = value { return .some(nil) }
        return Wrapped._fromSQL(value).map(Optional.some)
    }
}

extension SQLValue {
    /// The value of column `index` of the current row, as it stands.
    init(_ statement: OpaquePointer, _ index: Int32) {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT: self = .text(String._read(statement, index))
        case SQLITE_BLOB: self = .blob(Data._read(statement, index))
        default: self = .null
        }
    }

    /// Binds the value at parameter `index`.
    func bind(_ statement: OpaquePointer, _ index: Int32) {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .text(let text): text._bind(statement, index)
        case .blob(let data): data._bind(statement, index)
        }
    }
}
