/// Puts the values of a snapshot into the slots of an object, telling no observer.
///
/// A value of another type than the property's, as an older version of the app may have left it, leaves the slot
/// unloaded; reading it then gives the property's default or a stand-in.
struct SnapshotSlotWriter: _SlotVisitor {
    /// The value of the slot being visited.
    var value: SnapshotValue?
    let resolve: (PersistentIdentifier) -> (any PersistentModel)?

    /// Fills every slot of an object that the snapshot has a value for; the others are left as they are.
    static func fill(
        _ model: any PersistentModel,
        with values: [String: SnapshotValue],
        resolve: @escaping (PersistentIdentifier) -> (any PersistentModel)?
    ) {
        var writer = SnapshotSlotWriter(value: nil, resolve: resolve)
        for (ordinal, property) in ModelProperties.all(of: type(of: model)).enumerated() {
            guard let value = values[property.name] else { continue }
            writer.value = value
            model._$visit(ordinal, &writer)
        }
    }

    mutating func visit<T: _SQLiteValue>(_ slot: inout _Slot<T>, _ ordinal: Int) {
        slot = value?.attribute(as: T.self).map { _Slot($0) } ?? _Slot()
    }
    mutating func visit<T: _SQLiteValue>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) { put(&slot) }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue { put(&slot) }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue { put(&slot) }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M>, _ ordinal: Int) {
        slot = (value?.target(resolve) as? M).map { .loaded($0) } ?? .unset
    }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M?>, _ ordinal: Int) {
        slot = .loaded(value?.target(resolve) as? M)
    }
    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) {
        let elements = value?.targets(resolve)?.compactMap { $0 as? C.PersistentElement }
        switch (slot, C._make(elements)) {
        case (.loaded(let read), let made?):
            slot = .diverged(_DivergedValue(lastRead: read, known: made, isStale: false))
        case (.diverged(let diverged), let made?):
            diverged.known = made
            diverged.isStale = false
        case (_, let made): slot = made.map { .loaded($0) } ?? .unset
        }
    }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) { put(&slot) }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) { put(&slot) }
    mutating func visit<T>(_ slot: inout _TransformedSlot<T>, _ ordinal: Int, _ transformer: _Transformer) {
        switch value {
        case .null: slot = _TransformedSlot(stored: nil)
        case let value?: slot = value.attribute(as: Data.self).map { .stored($0) } ?? .unset
        case nil: slot = .unset
        }
    }

    private func put<T>(_ slot: inout _LinkSlot<T>) {
        slot = value?.attribute(as: T.self).map { .loaded($0) } ?? .unset
    }
}
