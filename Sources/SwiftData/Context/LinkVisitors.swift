/// The instance as one of a class, without the cost of a dynamic cast where it is of that very class.
func downcast<Model: PersistentModel>(_ model: any PersistentModel, to type: Model.Type) -> Model? {
    Swift.type(of: model) == type ? unsafeDowncast(model, to: type) : model as? Model
}

/// Reads a relationship's slot as it is, loading nothing.
struct LinkReader: PartialSlotVisitor {
    enum Link {
        /// Not loaded, or no relationship.
        case unset
        case key(Int64)
        case target((any PersistentModel)?)
        case targets([any PersistentModel])
        /// The last known targets of a to-many relationship that the store may have replaced.
        case stale([any PersistentModel])
    }

    var link = Link.unset

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
        switch slot {
        case .loaded(let models): link = .targets(models.models)
        case .diverged(let diverged):
            let models = diverged.known.models
            link = diverged.isStale ? .stale(models) : .targets(models)
        default: break
        }
    }
}

/// Writes a relationship's slot, telling nobody.
///
/// What a to-many relationship was last read as stays known where others replace its members.
struct LinkWriter: PartialSlotVisitor {
    let link: LinkReader.Link
    /// Whether the value comes from others, and not from this context's own changes.
    var isForeign = false

    /// A slot for a target of another class than the property's: the link stays, and reading it gives a stand-in.
    private func unreadable<Value>(_ model: any PersistentModel) -> _LinkSlot<Value> {
        let key = model._$state.key
        return key > 0 ? .key(key) : .unset
    }

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
        guard case .targets(let models) = link else { return markStale(&slot) }
        let elements = models.compactMap { downcast($0, to: C.PersistentElement.self) }
        // Another version's class of the same entity cannot be held: see `RelationshipPlan.leadsToOtherClass`.
        guard elements.count == models.count, let made = C._make(elements) else {
            slot = .unset
            return
        }
        switch slot {
        case .diverged(let diverged):
            diverged.known = made
            diverged.isStale = false
        case .loaded(let read) where isForeign:
            slot = .diverged(_DivergedValue(lastRead: read, known: made, isStale: false))
        default: slot = .loaded(made)
        }
    }
    private func markStale<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>) {
        switch slot {
        case .diverged(let diverged): diverged.isStale = true
        case .loaded(let read): slot = .diverged(_DivergedValue(lastRead: read, known: read, isStale: true))
        default: slot = .unset
        }
    }
}
