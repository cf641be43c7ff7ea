/// The instance as one of a class, without the cost of a dynamic cast where it is of that very class.
func downcast<Model: PersistentModel>(_ model: any PersistentModel, to type: Model.Type) -> Model? {
    Swift.type(of: model) == type ? unsafeDowncast(model, to: type) : model as? Model
}

/// Reads a relationship's slot as it is, loading nothing.
struct LinkReader: _SlotVisitor {
    enum Link {
        /// Not loaded, or no relationship.
        case unset
        case key(Int64)
        case target((any PersistentModel)?)
        case targets([any PersistentModel])
    }

    var link = Link.unset

    mutating func visit<T: _SQLiteValue>(_ slot: inout _Slot<T>, _ ordinal: Int) {}
    mutating func visit<T: _SQLiteValue>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {}
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue {}
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue {}
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M>, _ ordinal: Int) {
        switch slot {
        case .key(let key): link = .key(key)
        case .loaded(let model): link = .target(model)
        default: link = .unset
        }
    }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M?>, _ ordinal: Int) {
        switch slot {
        case .key(let key): link = .key(key)
        case .loaded(let model): link = .target(model)
        default: link = .unset
        }
    }
    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) {
        if case .loaded(let models) = slot { link = .targets(models._elements ?? []) }
    }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {}
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) {}
    mutating func visit<T>(_ slot: inout _TransformedSlot<T>, _ ordinal: Int, _ transformer: _Transformer) {}
}

/// Writes a relationship's slot, telling nobody.
struct LinkWriter: _SlotVisitor {
    let link: LinkReader.Link

    /// A slot for a target of another class than the property's: the link stays, and reading it gives a stand-in.
    private func unreadable<Value>(_ model: any PersistentModel) -> _LinkSlot<Value> {
        let key = model._$state.key
        return key > 0 ? .key(key) : .unset
    }

    mutating func visit<T: _SQLiteValue>(_ slot: inout _Slot<T>, _ ordinal: Int) {}
    mutating func visit<T: _SQLiteValue>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {}
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue {}
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue {}
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M>, _ ordinal: Int) {
        switch link {
        case .key(let key): slot = .key(key)
        case .target(let model?): slot = downcast(model, to: M.self).map { .loaded($0) } ?? unreadable(model)
        default: slot = .unset
        }
    }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M?>, _ ordinal: Int) {
        switch link {
        case .key(let key): slot = .key(key)
        case .target(nil): slot = .loaded(nil)
        case .target(let model?): slot = downcast(model, to: M.self).map { .loaded($0) } ?? unreadable(model)
        default: slot = .unset
        }
    }
    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) {
        guard case .targets(let models) = link else {
            slot = .unset
            return
        }
        let elements = models.compactMap { downcast($0, to: C.PersistentElement.self) }
        guard elements.count == models.count else {
            // Another version's class of the same entity: see `RelationshipPlan.leadsToOtherClass`.
            slot = .unset
            return
        }
        slot = C._make(elements).map { .loaded($0) } ?? .unset
    }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {}
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) {}
    mutating func visit<T>(_ slot: inout _TransformedSlot<T>, _ ordinal: Int, _ transformer: _Transformer) {}
}
