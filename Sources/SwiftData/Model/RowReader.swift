import Foundation
import GRDBSQLite

/// Gives the slots of a new instance the values of the current row, by column index.
///
/// An implementation detail of the code that `@Model` generates.
public struct _RowReader {
    @usableFromInline let statement: OpaquePointer
    /// Column of each property, by ordinal; negative where the row does not carry it.
    @usableFromInline let columns: UnsafePointer<Int32>

    init(statement: OpaquePointer, columns: UnsafePointer<Int32>) {
        self.statement = statement
        self.columns = columns
    }

    /// A scalar.
    ///
    /// Large data that lies in a file of its own leaves the slot unloaded until it is read.
    @inlinable
    public func read<T: _SQLiteValue>(_ ordinal: Int) -> _Slot<T> {
        let index = columns[ordinal]
        return index < 0 || !T._isInline(statement, index) ? _Slot() : _Slot(T._read(statement, index))
    }

    /// A scalar behind a type alias or without annotation.
    @inlinable
    public func read<T: _SQLiteValue>(_ ordinal: Int) -> _LinkSlot<T> {
        let index = columns[ordinal]
        return index < 0 || !T._isInline(statement, index) ? .unset : .loaded(T._read(statement, index))
    }

    /// A value kept by its raw value; unloaded where the raw value means nothing to this version of the app.
    @inlinable
    public func read<T: RawRepresentable & Codable>(_ ordinal: Int) -> _LinkSlot<T> where T.RawValue: _SQLiteValue {
        let index = columns[ordinal]
        guard index >= 0, let value = T(rawValue: T.RawValue._read(statement, index)) else { return .unset }
        return .loaded(value)
    }

    /// An optional value kept by its raw value.
    @inlinable
    public func read<T: RawRepresentable & Codable>(_ ordinal: Int) -> _LinkSlot<T?> where T.RawValue: _SQLiteValue {
        let index = columns[ordinal]
        guard index >= 0 else { return .unset }
        guard let raw = T.RawValue?._read(statement, index) else { return .loaded(nil) }
        return .loaded(T(rawValue: raw))
    }

    /// A to-one relationship that must have a target.
    @inlinable
    public func read<M: PersistentModel>(_ ordinal: Int) -> _LinkSlot<M> {
        key(ordinal).map { .key($0) } ?? .unset
    }

    /// A to-one relationship.
    @inlinable
    public func read<M: PersistentModel>(_ ordinal: Int) -> _LinkSlot<M?> {
        guard columns[ordinal] >= 0 else { return .unset }
        return key(ordinal).map { .key($0) } ?? .loaded(nil)
    }

    /// A to-many relationship is loaded when it is first read.
    @inlinable
    public func read<C: RelationshipCollection>(_ ordinal: Int) -> _LinkSlot<C> { .unset }

    /// Any other `Codable` value: decoded when it is first read.
    @_disfavoredOverload
    public func read<T: Codable>(_ ordinal: Int) -> _LinkSlot<T> {
        let index = columns[ordinal]
        guard index >= 0 else { return .unset }
        if sqlite3_column_type(statement, index) != SQLITE_NULL {
            return .encoded(_EncodedText(String._read(statement, index)))
        }
        guard let optional = T.self as? any ExpressibleByNilLiteral.Type, let none = optional.init(nilLiteral: ()) as? T
        else { return .unset }
        return .loaded(none)
    }

    /// A value kept through a transformer: turned back when it is first read.
    public func read<T>(_ ordinal: Int) -> _TransformedSlot<T> {
        let index = columns[ordinal]
        guard index >= 0, Data._isInline(statement, index) else { return .unset }
        guard sqlite3_column_type(statement, index) != SQLITE_NULL else { return _TransformedSlot(stored: nil) }
        return .stored(Data._read(statement, index))
    }

    @usableFromInline
    func key(_ ordinal: Int) -> Int64? {
        let index = columns[ordinal]
        guard index >= 0, sqlite3_column_type(statement, index) != SQLITE_NULL else { return nil }
        return sqlite3_column_int64(statement, index)
    }
}
