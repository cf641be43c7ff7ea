import Foundation
import SwiftData

/// One property's slot in a record, by the kind of its value: what `@Model` generates as a stored property.
class Cell {
    func read(_ row: inout _RowReader, _ ordinal: Int) {}
    func bind(to writer: inout _RowWriter) {}
    func visit(_ visitor: inout some _SlotVisitor, _ ordinal: Int) {}
}

/// A scalar.
class ScalarCell<Value: _SQLiteValue>: Cell {
    @exclusivity(unchecked) var slot = _Slot<Value>()

    override func read(_ row: inout _RowReader, _ ordinal: Int) { slot = row.read(ordinal) }
    override func bind(to writer: inout _RowWriter) { writer.bind(slot) }
    override func visit(_ visitor: inout some _SlotVisitor, _ ordinal: Int) { visitor.visit(&slot, ordinal) }
}

/// Data, which may lie in a file of its own.
final class DataCell: ScalarCell<Data> {
    override func bind(to writer: inout _RowWriter) { writer.bind(slot) }
}

/// Optional data, which may lie in a file of its own.
final class OptionalDataCell: ScalarCell<Data?> {
    override func bind(to writer: inout _RowWriter) { writer.bind(slot) }
}

/// What is no scalar.
class LinkCell<Value>: Cell {
    @exclusivity(unchecked) var slot = _LinkSlot<Value>()
}

/// A value stored as its raw value.
final class RawCell<Value: RawRepresentable & Codable>: LinkCell<Value> where Value.RawValue: _SQLiteValue {
    override func read(_ row: inout _RowReader, _ ordinal: Int) { slot = row.read(ordinal) }
    override func bind(to writer: inout _RowWriter) { writer.bind(slot) }
    override func visit(_ visitor: inout some _SlotVisitor, _ ordinal: Int) { visitor.visit(&slot, ordinal) }
}

/// An optional value stored as its raw value.
final class OptionalRawCell<Value: RawRepresentable & Codable>: LinkCell<Value?> where Value.RawValue: _SQLiteValue {
    override func read(_ row: inout _RowReader, _ ordinal: Int) { slot = row.read(ordinal) }
    override func bind(to writer: inout _RowWriter) { writer.bind(slot) }
    override func visit(_ visitor: inout some _SlotVisitor, _ ordinal: Int) { visitor.visit(&slot, ordinal) }
}

/// A value stored as JSON.
final class CodedCell<Value: Codable>: LinkCell<Value> {
    override func read(_ row: inout _RowReader, _ ordinal: Int) { slot = row.read(ordinal) }
    override func bind(to writer: inout _RowWriter) { writer.bind(slot) }
    override func visit(_ visitor: inout some _SlotVisitor, _ ordinal: Int) { visitor.visit(&slot, ordinal) }
}

/// An optional value stored as JSON.
final class OptionalCodedCell<Value: Codable>: LinkCell<Value?> {
    override func read(_ row: inout _RowReader, _ ordinal: Int) { slot = row.read(ordinal) }
    override func bind(to writer: inout _RowWriter) { writer.bind(slot) }
    override func visit(_ visitor: inout some _SlotVisitor, _ ordinal: Int) { visitor.visit(&slot, ordinal) }
}

/// A relationship to one object or none.
final class ToOneCell<Target: Record>: LinkCell<Target?> {
    override func read(_ row: inout _RowReader, _ ordinal: Int) { slot = row.read(ordinal) }
    override func bind(to writer: inout _RowWriter) { writer.bind(slot) }
    override func visit(_ visitor: inout some _SlotVisitor, _ ordinal: Int) { visitor.visit(&slot, ordinal) }
}

/// A relationship to one object that must be there.
final class RequiredCell<Target: Record>: LinkCell<Target> {
    override func read(_ row: inout _RowReader, _ ordinal: Int) { slot = row.read(ordinal) }
    override func bind(to writer: inout _RowWriter) { writer.bind(slot) }
    override func visit(_ visitor: inout some _SlotVisitor, _ ordinal: Int) { visitor.visit(&slot, ordinal) }
}

/// A relationship to many objects.
final class ToManyCell<Target: Record>: LinkCell<[Target]> {
    override func read(_ row: inout _RowReader, _ ordinal: Int) { slot = row.read(ordinal) }
    override func bind(to writer: inout _RowWriter) { writer.bind(slot) }
    override func visit(_ visitor: inout some _SlotVisitor, _ ordinal: Int) { visitor.visit(&slot, ordinal) }
}
