// An undo takes back the change of this context alone. Where others saved the property since, there is nothing of this
// context's left to take back: their value stays.

/// What undo knows of a property that it may take back.
struct UndoWatch {
    /// What the store had before this context's change; nil where that is not known.
    var stored: SQLValue?
    /// How often others were seen to change the property.
    var foreignChanges = 0
}

extension ObjectGraph {
    /// Called before a property changes whose change can be undone.
    ///
    /// - Returns: How often others were seen to change it so far.
    func watchForUndo(_ model: any PersistentModel, _ ordinal: Int) -> Int {
        let state = model._$state
        let extras = state.ensuredExtras
        var watch = extras.undoWatches[ordinal] ?? UndoWatch()
        if !state.isChanged(ordinal) { watch.stored = storedValue(of: model, ordinal) }
        extras.undoWatches[ordinal] = watch
        return watch.foreignChanges
    }

    /// How often others were seen to change a property.
    func foreignChanges(of model: any PersistentModel, _ ordinal: Int) -> Int {
        model._$state.extras?.undoWatches[ordinal]?.foreignChanges ?? 0
    }

    /// Called when the row of an instance is read again, for a property whose unsaved change hides the row's value.
    func compareHidden(_ stored: SQLValue, of model: any PersistentModel, _ property: PropertyPlan) {
        // The column of a large value may hold the name of a file.
        guard !property.isExternal, let extras = model._$state.extras, var watch = extras.undoWatches[property.ordinal],
            let known = watch.stored, known != stored
        else { return }
        watch.stored = stored
        watch.foreignChanges += 1
        extras.undoWatches[property.ordinal] = watch
    }

    /// Called when the row of an instance was read again, for a property that took the row's value.
    func compareShown(_ before: SQLValue?, of model: any PersistentModel, _ property: PropertyPlan) {
        guard let before, let extras = model._$state.extras, var watch = extras.undoWatches[property.ordinal],
            let after = storedValue(of: model, property.ordinal), after != before
        else { return }
        watch.stored = after
        watch.foreignChanges += 1
        extras.undoWatches[property.ordinal] = watch
    }

    /// Called when an instance was saved: the store has what is here.
    func updateUndoWatches(of model: any PersistentModel) {
        guard let extras = model._$state.extras, !extras.undoWatches.isEmpty else { return }
        for ordinal in extras.undoWatches.keys where model._$state.isChanged(ordinal) {
            extras.undoWatches[ordinal]?.stored = storedValue(of: model, ordinal)
        }
    }

    /// The value of a slot as a column holds it; nil where that cannot be told.
    func storedValue(of model: any PersistentModel, _ ordinal: Int) -> SQLValue? {
        var reader = StoredValueReader()
        model._$visit(ordinal, &reader)
        return reader.value
    }

    /// Called after an undo gave a property its old value: where the store has that one, nothing is left to save, and what others
    /// save meanwhile stays.
    func dropUndoneChange(of model: any PersistentModel, _ ordinal: Int) {
        let state = model._$state
        guard state.graph === self, state.flags.isDisjoint(with: [.inserted, .deleted]), state.isChanged(ordinal),
            let stored = state.extras?.undoWatches[ordinal]?.stored, storedValue(of: model, ordinal) == stored
        else { return }
        if plan(of: model).properties[ordinal].isCoded {
            // The next change is merged by what the column has.
            var writer = CodedSlotWriter()
            model._$visit(ordinal, &writer)
            state.extras?.mergeBases[ordinal] = nil
        }
        dropChange(of: model, ordinal)
    }

    /// The same for the links of members, after an undo gave a list its old members.
    func dropUndoneLinks<Owner: PersistentModel>(
        of members: [any PersistentModel],
        to owner: Owner,
        _ keyPath: PartialKeyPath<Owner>
    ) {
        guard owner._$state.graph === self, let inverse = plan(of: owner).property(keyPath)?.relationship?.inverse,
            inverse.isMirroredKey
        else { return }
        for member in members { dropUndoneChange(of: member, inverse.ordinal) }
    }

    /// The target of a to-one relationship whose row is on the other side: that one has the change, too.
    func partner(of model: any PersistentModel, _ ordinal: Int) -> (any PersistentModel)? {
        let property = plan(of: model).properties[ordinal]
        guard case .toOne(let relationship) = property.kind, relationship.inverse?.isMirroredKey ?? false else {
            return nil
        }
        return withoutRecordingReads { currentTarget(of: model, property) }
    }

    /// Called after an undo gave a list its old members: where the order was the store's before, it is that again.
    func restoreOrder<Owner: PersistentModel>(
        of owner: Owner,
        _ keyPath: PartialKeyPath<Owner>,
        _ state: ListChanges.OrderState
    ) {
        guard owner._$state.graph === self, let list = plan(of: owner).property(keyPath) else { return }
        restoreOrder(of: owner, list, state)
    }

    private func restoreOrder(
        of owner: any PersistentModel,
        _ list: PropertyPlan,
        _ state: ListChanges.OrderState
    ) {
        guard owner._$state.graph === self, !owner._$state.flags.contains(.inserted),
            changedLists.restore(state, owner, list.ordinal)
        else { return }
        put(.unset, on: owner, list)
    }

    /// Whether the order of the list on the other end of a to-one relationship is this context's; nil where there is none.
    func orderState(of owner: any PersistentModel, _ property: PropertyPlan) -> ListChanges.OrderState? {
        guard let inverse = property.relationship?.inverse, inverse.isToMany else { return nil }
        return changedLists.orderState(owner, inverse.ordinal)
    }

    /// Called after an undo brought a member back to a list from the member's side.
    func restoreOrder(
        of owner: any PersistentModel,
        beside member: any PersistentModel,
        _ property: PropertyPlan,
        _ state: ListChanges.OrderState?
    ) {
        guard let state, let list = property.relationship?.inverse, !member._$state.isChanged(property.ordinal) else {
            return
        }
        restoreOrder(of: owner, list, state)
    }

    /// Called before a to-one relationship is changed from its other side.
    func watchLinkForUndo(of model: any PersistentModel, _ property: PropertyPlan) {
        guard recordsUndo, property.isMirroredKey, model._$state.graph === self else { return }
        _ = watchForUndo(model, property.ordinal)
    }

    // MARK: Moves

    /// The place of an instance in the list of the target that one of its properties leads to; nil where there is none.
    func place(of model: any PersistentModel, _ property: PropertyPlan, in owner: any PersistentModel) -> Int? {
        guard let inverse = property.relationship?.inverse, inverse.isToMany else { return nil }
        return withoutRecordingReads { currentTargets(of: owner, inverse) }.firstIndex { $0 === model }
    }

    /// Gives an instance its old place in the list of a target that it has again.
    func restorePlace(
        of model: any PersistentModel,
        _ property: PropertyPlan,
        in owner: any PersistentModel,
        at place: Int
    ) {
        catchUp(owner._$state)
        guard owner._$state.graph === self, !owner._$state.flags.contains(.deleted), model._$state.graph === self,
            let inverse = property.relationship?.inverse, currentTarget(of: model, property) === owner
        else { return }
        insert(model, in: owner, inverse, at: place)
    }

    /// Inserts an instance into a list at a place, wherever it is in that list now.
    private func insert(
        _ model: any PersistentModel,
        in owner: any PersistentModel,
        _ list: PropertyPlan,
        at place: Int
    ) {
        let read = withoutRecordingReads { currentTargets(of: owner, list) }
        var members = read.filter { $0 !== model }
        members.insert(model, at: min(place, members.count))
        setTargets(of: owner, list.ordinal, to: members, comparedWith: read) {
            write(.targets(members), on: owner, list)
        }
    }

    /// Takes back that an instance was linked to a new target from that target's side, unless it has a third one since.
    func moveBack(
        _ model: any PersistentModel,
        _ property: PropertyPlan,
        from new: any PersistentModel,
        to old: any PersistentModel,
        at place: Int?
    ) {
        for instance in [model, old] {
            catchUp(instance._$state)
            guard instance._$state.graph === self, !instance._$state.flags.contains(.deleted) else { return }
        }
        let current = currentTarget(of: model, property)
        guard current == nil || current === new else { return }
        guard let place, let inverse = property.relationship?.inverse else {
            // What points to the new target only by that one's side is recorded nowhere else.
            if current === new { undoRecorder?.willMove(model, property, from: new, to: old) }
            setTarget(of: model, property.ordinal, to: old) { write(.target(old), on: model, property) }
            return dropUndoneChange(of: model, property.ordinal)
        }
        insert(model, in: old, inverse, at: place)
        dropUndoneChange(of: model, property.ordinal)
    }

    /// Gives up an unsaved change of a property for what others saved.
    func adoptStoredValue(_ model: any PersistentModel, _ ordinal: Int) {
        let state = model._$state
        guard state.graph === self, state.flags.isDisjoint(with: [.inserted, .deleted]),
            state.isChanged(ordinal)
        else { return }
        let registry = registries[Int(state.entity)]
        // The lists that the instance leaves are those it is in now.
        let lists = ownerLists(of: model)
        dropChange(of: model, ordinal)
        refreshWithLists([state.key], registry)
        lists.forEach(mergeList)
    }

    /// Makes a property clean; an instance without any other change is no changed one any more.
    func dropChange(of model: any PersistentModel, _ ordinal: Int) {
        let state = model._$state
        state.clearChange(ordinal)
        guard state.dirty == 0, state.flags.contains(.changed) else { return }
        state.flags.remove(.changed)
        changed.remove(model)
    }
}

/// Reads a slot as a column would hold its value.
private struct StoredValueReader: PartialSlotVisitor {
    var value: SQLValue?

    mutating func visit<T: _SQLiteValue>(_ slot: inout _Slot<T>, _ ordinal: Int) { value = slot.storage?._sqlValue }
    mutating func visit<T: _SQLiteValue>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {
        if case .loaded(let loaded) = slot { value = loaded._sqlValue }
    }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue {
        if case .loaded(let loaded) = slot { value = loaded.rawValue._sqlValue }
    }
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue {
        if case .loaded(let loaded) = slot { value = loaded?.rawValue._sqlValue ?? .null }
    }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M>, _ ordinal: Int) {
        switch slot {
        case .key(let key): value = .integer(key)
        case .loaded(let target): value = .integer(target._$state.key)
        default: break
        }
    }
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M?>, _ ordinal: Int) {
        switch slot {
        case .key(let key): value = .integer(key)
        case .loaded(let target): value = target.map { .integer($0._$state.key) } ?? .null
        default: break
        }
    }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {
        switch slot {
        case .encoded(let encoded): value = .text(encoded.text)
        case .decoded(let decoded): value = .text(decoded.text)
        case .loaded(let loaded): value = text(of: loaded)
        default: break
        }
    }
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) {
        switch slot {
        case .encoded(let encoded): value = .text(encoded.text)
        case .decoded(let decoded): value = .text(decoded.text)
        case .loaded(let loaded?): value = text(of: loaded)
        case .loaded(nil): value = .null
        default: break
        }
    }
    mutating func visit<T>(_ slot: inout _TransformedSlot<T>, _ ordinal: Int, _ transformer: _Transformer) {
        if case .stored(let data) = slot { value = .blob(data) }
    }

    /// A value that cannot be coded has no stored form; the save says so.
    private func text(of value: some Encodable) -> SQLValue? {
        do {
            return .text(try AttributeCoder.text(of: value))
        } catch {
            return nil
        }
    }
}
