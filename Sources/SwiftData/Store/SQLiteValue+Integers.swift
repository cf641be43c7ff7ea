import Foundation
import GRDBSQLite

// Integers. Sixty-four-bit unsigned values keep their bit pattern.

extension Int: _SQLiteValue {
    public static var _columnType: String { "INTEGER" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Int {
        Int(truncatingIfNeeded: sqlite3_column_int64(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(truncatingIfNeeded: self))
    }
    public static var _placeholder: Int { 0 }
    public var _sqlValue: SQLValue { .integer(Int64(truncatingIfNeeded: self)) }
    public static func _fromSQL(_ value: SQLValue) -> Int? {
        if case .integer(let number) = value { Int(truncatingIfNeeded: number) } else { nil }
    }
}

extension Int8: _SQLiteValue {
    public static var _columnType: String { "INTEGER" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Int8 {
        Int8(truncatingIfNeeded: sqlite3_column_int64(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(truncatingIfNeeded: self))
    }
    public static var _placeholder: Int8 { 0 }
    public var _sqlValue: SQLValue { .integer(Int64(truncatingIfNeeded: self)) }
    public static func _fromSQL(_ value: SQLValue) -> Int8? {
        if case .integer(let number) = value { Int8(truncatingIfNeeded: number) } else { nil }
    }
}

extension Int16: _SQLiteValue {
    public static var _columnType: String { "INTEGER" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Int16 {
        Int16(truncatingIfNeeded: sqlite3_column_int64(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(truncatingIfNeeded: self))
    }
    public static var _placeholder: Int16 { 0 }
    public var _sqlValue: SQLValue { .integer(Int64(truncatingIfNeeded: self)) }
    public static func _fromSQL(_ value: SQLValue) -> Int16? {
        if case .integer(let number) = value { Int16(truncatingIfNeeded: number) } else { nil }
    }
}

extension Int32: _SQLiteValue {
    public static var _columnType: String { "INTEGER" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Int32 {
        Int32(truncatingIfNeeded: sqlite3_column_int64(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(truncatingIfNeeded: self))
    }
    public static var _placeholder: Int32 { 0 }
    public var _sqlValue: SQLValue { .integer(Int64(truncatingIfNeeded: self)) }
    public static func _fromSQL(_ value: SQLValue) -> Int32? {
        if case .integer(let number) = value { Int32(truncatingIfNeeded: number) } else { nil }
    }
}

extension Int64: _SQLiteValue {
    public static var _columnType: String { "INTEGER" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> Int64 {
        Int64(truncatingIfNeeded: sqlite3_column_int64(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(truncatingIfNeeded: self))
    }
    public static var _placeholder: Int64 { 0 }
    public var _sqlValue: SQLValue { .integer(Int64(truncatingIfNeeded: self)) }
    public static func _fromSQL(_ value: SQLValue) -> Int64? {
        if case .integer(let number) = value { Int64(truncatingIfNeeded: number) } else { nil }
    }
}

extension UInt: _SQLiteValue {
    public static var _columnType: String { "INTEGER" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> UInt {
        UInt(truncatingIfNeeded: sqlite3_column_int64(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(truncatingIfNeeded: self))
    }
    public static var _placeholder: UInt { 0 }
    public var _sqlValue: SQLValue { .integer(Int64(truncatingIfNeeded: self)) }
    public static func _fromSQL(_ value: SQLValue) -> UInt? {
        if case .integer(let number) = value { UInt(truncatingIfNeeded: number) } else { nil }
    }
}

extension UInt8: _SQLiteValue {
    public static var _columnType: String { "INTEGER" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: sqlite3_column_int64(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(truncatingIfNeeded: self))
    }
    public static var _placeholder: UInt8 { 0 }
    public var _sqlValue: SQLValue { .integer(Int64(truncatingIfNeeded: self)) }
    public static func _fromSQL(_ value: SQLValue) -> UInt8? {
        if case .integer(let number) = value { UInt8(truncatingIfNeeded: number) } else { nil }
    }
}

extension UInt16: _SQLiteValue {
    public static var _columnType: String { "INTEGER" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> UInt16 {
        UInt16(truncatingIfNeeded: sqlite3_column_int64(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(truncatingIfNeeded: self))
    }
    public static var _placeholder: UInt16 { 0 }
    public var _sqlValue: SQLValue { .integer(Int64(truncatingIfNeeded: self)) }
    public static func _fromSQL(_ value: SQLValue) -> UInt16? {
        if case .integer(let number) = value { UInt16(truncatingIfNeeded: number) } else { nil }
    }
}

extension UInt32: _SQLiteValue {
    public static var _columnType: String { "INTEGER" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> UInt32 {
        UInt32(truncatingIfNeeded: sqlite3_column_int64(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(truncatingIfNeeded: self))
    }
    public static var _placeholder: UInt32 { 0 }
    public var _sqlValue: SQLValue { .integer(Int64(truncatingIfNeeded: self)) }
    public static func _fromSQL(_ value: SQLValue) -> UInt32? {
        if case .integer(let number) = value { UInt32(truncatingIfNeeded: number) } else { nil }
    }
}

extension UInt64: _SQLiteValue {
    public static var _columnType: String { "INTEGER" }
    public static func _read(_ statement: OpaquePointer, _ index: Int32) -> UInt64 {
        UInt64(truncatingIfNeeded: sqlite3_column_int64(statement, index))
    }
    public func _bind(_ statement: OpaquePointer, _ index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(truncatingIfNeeded: self))
    }
    public static var _placeholder: UInt64 { 0 }
    public var _sqlValue: SQLValue { .integer(Int64(truncatingIfNeeded: self)) }
    public static func _fromSQL(_ value: SQLValue) -> UInt64? {
        if case .integer(let number) = value { UInt64(truncatingIfNeeded: number) } else { nil }
    }
}
