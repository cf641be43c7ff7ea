// A Codable attribute is one column, but a change of it is often one of a part: a key of a dictionary, a property of a
// struct, an element more. What the attribute was before its first change is remembered, and the save merges the parts.

extension ObjectGraph {
    /// Remembers what an attribute was last read as, before this context changes it for the first time since it was saved.
    ///
    /// Called before anything else reads the property.
    func recordMergeBase(of model: any PersistentModel, _ ordinal: Int) {
        let state = model._$state
        let registry = registries[Int(state.entity)]
        // Properties may share a bit.
        guard DirtyMask.contains(registry.plan.codedMask, ordinal) else { return }
        let property = registry.plan.properties[ordinal]
        guard property.isCoded, state.flags.isDisjoint(with: [.inserted, .gone]),
            state.extras?.mergeBases[ordinal] == nil
        else { return }
        // An assignment without any reading replaces what the store has at that moment.
        loadRowIfNeeded(model, property, registry)
        var reader = MergeBaseReader()
        model._$visit(ordinal, &reader)
        guard let base = reader.base else { return }
        state.ensuredExtras.mergeBases[ordinal] = base
    }

    /// What the unsaved value of an attribute is going to be merged by; nil for one that is saved, or that is no `Codable` value.
    func mergeBaseOfUnsavedValue(of model: any PersistentModel, _ ordinal: Int) -> SQLValue? {
        model._$state.isChanged(ordinal) ? model._$state.extras?.mergeBases[ordinal] : nil
    }

    /// Merges what the store has of a changed attribute into this context's value; answers whether that is another one now.
    func mergeValue(_ stored: SQLValue, into model: any PersistentModel, _ property: PropertyPlan) -> Bool {
        // A row that has what was read has no changes of others.
        guard let base = model._$state.extras?.mergeBases[property.ordinal], base != stored else { return false }
        var merger = SlotMerger(base: base, stored: stored)
        model._$visit(property.ordinal, &merger)
        guard merger.isMerged else { return false }
        compareHidden(stored, of: model, property)
        model._$state.extras?.mergeBases[property.ordinal] = stored
        return true
    }

    /// Notifies observers of the values into which a save has merged what others saved.
    ///
    /// Only when no transaction is open: observers may use the context.
    func notifyObserversOfMergedValues() {
        let merged = mergedValues
        mergedValues = []
        for (model, property) in merged { notifyingObservers(of: model, property) {} }
    }
}
