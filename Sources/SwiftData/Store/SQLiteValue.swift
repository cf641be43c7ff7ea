import Foundation
import GRDBSQLite

/// A value with a column form of its own: read and written by index on the statement handle, without a dictionary or a coder between.
///
/// An implementation detail of the code that `@Model` generates; do not conform other types to it.
public protocol _SQLiteValue: Codable {
    /// SQLite's type name for the column.
    static var _columnType: String { get }
    /// Whether the column holds the value itself and not, as for large data, the name of a file.
    static func _isInline(_ statement: OpaquePointer, _ index: Int32) -> Bool
    /// Reads column `index` of the current row. The column may hold another storage class: SQLite's conversion applies.
    static func _read(_ statement: OpaquePointer, _ index: Int32) -> Self
    /// Binds the value at parameter `index`.
    func _bind(_ statement: OpaquePointer, _ index: Int32)
    /// What stands for a value that cannot be had any more (a row deleted before it was ever read).
    static var _placeholder: Self { get }
    /// The value as it stands in the column, for predicates, sorting and history.
    var _sqlValue: SQLValue { get }
    /// The value from what stands in the column, or nil where it is of another kind.
    static func _fromSQL(_ value: SQLValue) -> Self?
}

extension _SQLiteValue {
    @inlinable
    public static func _isInline(_ statement: OpaquePointer, _ index: Int32) -> Bool { true }
}

/// A value as SQLite stores it.
public enum SQLValue: Hashable, Sendable {
    /// No value.
    case null
    /// A signed integer of up to 64 bits.
    case integer(Int64)
    /// A 64-bit floating-point number.
    case real(Double)
    /// Text in UTF-8.
    case text(String)
    /// Bytes.
    case blob(Data)
}
