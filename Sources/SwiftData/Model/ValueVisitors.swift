/// Asks one slot whether it has something to go by: a value, a key or an encoded text.
struct ReadableCheck: _SlotVisitor {
    var isReadable = true

    private func readable<T>(_ slot: _LinkSlot<T>) -> Bool {
        if case .unset = slot { false } else { true }
    }

    mutating func visit<T: _SQLiteValue>(_ slot: inout _Slot<T>, _ ordinal: Int) { isReadable = slot.isLoaded }
    mutating func visit<T: _SQLiteValue>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) { isReadable = readable(slot) }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue { isReadable = readable(slot) }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue { isReadable = readable(slot) }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M>, _ ordinal: Int) { isReadable = readable(slot) }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M?>, _ ordinal: Int) { isReadable = readable(slot) }
    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) {
        isReadable = readable(slot)
    }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) { isReadable = readable(slot) }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) { isReadable = readable(slot) }
    mutating func visit<T>(_ slot: inout _TransformedSlot<T>, _ ordinal: Int, _ transformer: _Transformer) {
        if case .unset = slot { isReadable = false } else { isReadable = true }
    }
}

/// Puts a value of the right type into a slot; one of another type is left out.
struct AnyValueWriter: _SlotVisitor {
    let value: Any

    mutating func visit<T: _SQLiteValue>(_ slot: inout _Slot<T>, _ ordinal: Int) {
        if let value = value as? T { slot = _Slot(value) }
    }
    mutating func visit<T: _SQLiteValue>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) { put(&slot) }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue { put(&slot) }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue { put(&slot) }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M>, _ ordinal: Int) { put(&slot) }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M?>, _ ordinal: Int) { put(&slot) }
    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) { put(&slot) }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) { put(&slot) }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) { put(&slot) }
    mutating func visit<T>(_ slot: inout _TransformedSlot<T>, _ ordinal: Int, _ transformer: _Transformer) {
        if let value = value as? T { slot = .loaded(value) }
    }

    private func put<T>(_ slot: inout _LinkSlot<T>) {
        if let value = value as? T { slot = .loaded(value) }
    }
}

/// Puts a stored value into an attribute's slot.
struct SQLValueWriter: _SlotVisitor {
    let value: SQLValue

    mutating func visit<T: _SQLiteValue>(_ slot: inout _Slot<T>, _ ordinal: Int) {
        if let value = T._fromSQL(value) { slot = _Slot(value) }
    }
    mutating func visit<T: _SQLiteValue>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {
        if let value = T._fromSQL(value) { slot = .loaded(value) }
    }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue {
        if let raw = T.RawValue._fromSQL(value), let value = T(rawValue: raw) { slot = .loaded(value) }
    }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue {
        slot = .loaded(T.RawValue._fromSQL(value).flatMap(T.init(rawValue:)))
    }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M>, _ ordinal: Int) {
        if case .integer(let key) = value { slot = .key(key) }
    }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M?>, _ ordinal: Int) {
        if case .integer(let key) = value { slot = .key(key) } else { slot = .loaded(nil) }
    }
    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) {}
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {
        if case .text(let text) = value { slot = .encoded(_EncodedText(text)) }
    }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) {
        if case .text(let text) = value { slot = .encoded(_EncodedText(text)) } else { slot = .loaded(nil) }
    }
    mutating func visit<T>(_ slot: inout _TransformedSlot<T>, _ ordinal: Int, _ transformer: _Transformer) {
        switch value {
        case .blob(let data): slot = _TransformedSlot(stored: data)
        case .null: slot = _TransformedSlot(stored: nil)
        default: break
        }
    }
}
