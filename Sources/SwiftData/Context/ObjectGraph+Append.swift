import Foundation

// The commonest change of a to-many relationship: one member more, at its end. It looks at no other member.

extension ObjectGraph {
    /// Assigns a to-many relationship that gains one member at its end and is otherwise as it was.
    ///
    /// What it does is what ``setTargets(of:_:to:comparedWith:_:)`` does.
    ///
    /// - Returns: Whether the assignment is of that kind and done; nothing was done where it is not.
    func appendMember<Assigned: RelationshipCollection>(
        of assigned: Assigned,
        to model: any PersistentModel,
        _ ordinal: Int,
        _ store: () -> Void
    ) -> Bool {
        // Undo wants both values, a merge compares with another one, and other processes may have moved any member.
        guard !recordsUndo, assignmentBase == nil, staleEpoch == 0 else { return false }
        var search = AppendedMember(assigned: assigned)
        model._$visit(ordinal, &search)
        guard let member = search.member, !member._$state.flags.contains(.gone) else { return false }
        let property = plan(of: model).properties[ordinal]
        recordListEdit(model, ordinal)
        store()
        markChanged(model, ordinal)
        if property.isKeptInJoinTable { model._$state.extras?.willChangeLink(ordinal, to: member._$state.key) }
        recordListChange(model, ordinal, adding: [member])
        admitTarget(member, of: model, property)
        if let inverse = property.relationship?.inverse { linkBack(member, inverse, to: model) }
        return true
    }
}

/// Finds the member by which an assigned list is longer than the loaded one: its last, behind all the others in their order.
private struct AppendedMember<Assigned: RelationshipCollection>: PartialSlotVisitor {
    let assigned: Assigned
    private(set) var member: Assigned.PersistentElement?

    init(assigned: Assigned) { self.assigned = assigned }

    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) {
        guard case .loaded(let list) = slot, let new = assigned._elements, let last = new.last else { return }
        let old = list._elements ?? []
        guard new.count == old.count + 1, !list.contains(last) else { return }
        let isBeginning = old.withUnsafeBytes { old in
            new.withUnsafeBytes { new in
                // An array of objects is one of their addresses.
                guard let start = old.baseAddress, let newStart = new.baseAddress else { return old.isEmpty }
                return memcmp(start, newStart, old.count) == 0
            }
        }
        if isBeginning { member = last }
    }
}
