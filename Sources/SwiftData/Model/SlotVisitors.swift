import Foundation
import GRDBSQLite

/// Asks one slot whether its value is there.
struct LoadCheck: _SlotVisitor {
    var isLoaded = true
    /// Whether the slot holds members that are others than those that were last read.
    var isDiverged = false
    /// Whether the slot holds members that the store may have replaced.
    var isStale = false

    /// Whether nothing is to be loaded.
    var isCurrent: Bool { isLoaded || isDiverged && !isStale }

    mutating func visit<T: _SQLiteValue>(_ slot: inout _Slot<T>, _ ordinal: Int) { isLoaded = slot.isLoaded }
    mutating func visit<T: _SQLiteValue>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) { isLoaded = slot.isLoaded }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue { isLoaded = slot.isLoaded }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue { isLoaded = slot.isLoaded }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M>, _ ordinal: Int) { isLoaded = slot.isLoaded }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M?>, _ ordinal: Int) { isLoaded = slot.isLoaded }
    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) {
        isLoaded = slot.isLoaded
        guard case .diverged(let diverged) = slot else { return }
        isDiverged = true
        isStale = diverged.isStale
    }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) { isLoaded = slot.isLoaded }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) { isLoaded = slot.isLoaded }
    mutating func visit<T>(_ slot: inout _TransformedSlot<T>, _ ordinal: Int, _ transformer: _Transformer) {
        isLoaded = slot.isLoaded
    }
}

/// Turns the JSON text of a slot into its value.
///
/// Text that no longer decodes leaves the slot as it is: the column keeps it, and the read gives a stand-in.
struct EncodedSlotDecoder: PartialSlotVisitor {
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {
        guard case .encoded(let encoded) = slot, let value = try? AttributeCoder.value(T.self, from: encoded.text)
        else { return }
        slot = .decoded(_DecodedValue(value, text: encoded.text))
    }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) {
        guard case .encoded(let encoded) = slot, let value = try? AttributeCoder.value(T?.self, from: encoded.text)
        else { return }
        slot = .decoded(_DecodedValue(value, text: encoded.text))
    }
    mutating func visit<T>(_ slot: inout _TransformedSlot<T>, _ ordinal: Int, _ transformer: _Transformer) {
        guard case .stored(let data) = slot, let value = transformer.value(of: data, as: T.self) else { return }
        slot = .loaded(value)
    }
}

/// Fills slots from the current row: all of them, or only those that are not loaded yet.
struct RowFill: _SlotVisitor {
    let reader: _RowReader
    /// Whether loaded values are replaced.
    let overwriting: Bool
    /// Whether the slot holds a change that is dropped: it was not read from the store.
    var dropsChange = false

    mutating func visit<T: _SQLiteValue>(_ slot: inout _Slot<T>, _ ordinal: Int) {
        if overwriting || !slot.isLoaded { slot = reader.read(ordinal) }
    }
    mutating func visit<T: _SQLiteValue>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {
        if overwriting || !slot.isLoaded { slot = reader.read(ordinal) }
    }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue {
        if overwriting || !slot.isLoaded { slot = reader.read(ordinal) }
    }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue {
        if overwriting || !slot.isLoaded { slot = reader.read(ordinal) }
    }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M>, _ ordinal: Int) {
        if overwriting || !slot.isLoaded { slot = reader.read(ordinal) }
    }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M?>, _ ordinal: Int) {
        if overwriting || !slot.isLoaded { slot = reader.read(ordinal) }
    }
    /// No column holds a to-many relationship.
    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) {}
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {
        if overwriting || !slot.isLoaded { slot = comparable(reader.read(ordinal), with: slot.valueLastRead) }
    }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) {
        guard overwriting || !slot.isLoaded else { return }
        var lastRead = slot.valueLastRead
        if case .loaded(nil) = slot { lastRead = .null }
        slot = comparable(reader.read(ordinal), with: lastRead)
    }
    mutating func visit<T>(_ slot: inout _TransformedSlot<T>, _ ordinal: Int, _ transformer: _Transformer) {
        if overwriting || !slot.isLoaded { slot = reader.read(ordinal) }
    }

    /// The new value of a slot, with what was last read: an assignment that is made from that is compared with it.
    private func comparable<T>(_ new: _LinkSlot<T>, with old: SQLValue?) -> _LinkSlot<T> {
        guard !dropsChange, case .encoded(let encoded) = new, let old else { return new }
        return .encoded(_EncodedText(encoded.text, lastRead: old))
    }
}
