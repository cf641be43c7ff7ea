/// Finds, adds or removes one member of a loaded to-many relationship in place, without building a second list.
struct ListEditor: PartialSlotVisitor {
    enum Action {
        case find(any PersistentModel)
        case append(any PersistentModel)
        /// Finds a member of a list that only this context knows, and adds it where it is absent.
        case appendIfAbsent(any PersistentModel)
        case remove(any PersistentModel)
    }

    enum Outcome {
        case notLoaded
        case present
        case absent
    }

    let action: Action
    var outcome = Outcome.notLoaded

    init(action: Action) { self.action = action }

    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) {
        if case .diverged(let diverged) = slot { return edit(diverged) }
        if case .appendIfAbsent(let model) = action { return appendIfAbsent(model, to: &slot) }
        guard case .loaded(var list) = slot else { return }
        switch action {
        case .find(let model): find(model, in: list)
        case .append(let model):
            guard let element = model as? C.PersistentElement else { return }
            slot = .unset
            list._append(element)
            slot = .loaded(list)
        case .appendIfAbsent: break
        case .remove(let model):
            slot = remaining(list, without: model).map { .loaded($0) } ?? .unset
        }
    }

    private mutating func appendIfAbsent<C: RelationshipCollection>(
        _ model: any PersistentModel,
        to slot: inout _LinkSlot<C>
    ) {
        guard case .loaded(var list) = slot, let element = model as? C.PersistentElement else { return }
        find(model, in: list)
        guard outcome == .absent else { return }
        slot = .unset
        list._append(element)
        slot = .loaded(list)
    }

    /// This context's own changes belong to what was read, too.
    private mutating func edit<C: RelationshipCollection>(_ diverged: _DivergedValue<C>) {
        switch action {
        case .find(let model): find(model, in: diverged.known)
        case .append(let model):
            guard let element = model as? C.PersistentElement else { return }
            diverged.known._append(element)
            if !diverged.lastRead.contains(model) { diverged.lastRead._append(element) }
        // Others know such a list.
        case .appendIfAbsent: break
        case .remove(let model):
            if let rest = remaining(diverged.known, without: model) { diverged.known = rest }
            if let rest = remaining(diverged.lastRead, without: model) { diverged.lastRead = rest }
        }
    }

    private func remaining<C: RelationshipCollection>(_ list: C, without model: any PersistentModel) -> C? {
        C._make((list._elements ?? []).filter { $0 !== model })
    }

    private mutating func find(_ model: any PersistentModel, in list: some RelationshipCollection) {
        outcome = list.contains(model) ? .present : .absent
    }
}

extension RelationshipCollection {
    /// Whether an object is a member; the newest come last, and they are the ones asked for.
    ///
    /// An array of objects is one of their addresses: comparing those takes a fiftieth of what looking at each object does.
    func contains(_ model: any PersistentModel) -> Bool {
        let address = UInt(bitPattern: ObjectIdentifier(model))
        return (_elements ?? []).withUnsafeBytes { $0.bindMemory(to: UInt.self).lastIndex(of: address) } != nil
    }
}
