import Foundation

/// Registers with the undo manager how each change of a context is taken back.
final class ContextUndoRecorder: UndoRecorder {
    private weak var context: ModelContext?
    private weak var manager: UndoManager?

    init(_ context: ModelContext, _ manager: UndoManager) {
        self.context = context
        self.manager = manager
    }

    func willChange<Model: PersistentModel, Value>(_ model: Model, _ keyPath: KeyPath<Model, Value>, _ ordinal: Int) {
        guard let context, let writable = keyPath as? ReferenceWritableKeyPath<Model, Value> else { return }
        let old = model[keyPath: keyPath]
        let seen = context.graph.watchForUndo(model, ordinal)
        let base = context.graph.mergeBaseOfUnsavedValue(of: model, ordinal)
        manager?.registerUndo(withTarget: context) { context in
            let graph = context.graph
            graph.catchUp(model._$state)
            // What was unsaved before, too, is merged with what others saved by the next save.
            let isPartOfChange = base != nil && graph.mergeBaseOfUnsavedValue(of: model, ordinal) == base
            if graph.foreignChanges(of: model, ordinal) == seen || isPartOfChange {
                let before = graph.partner(of: model, ordinal)
                model[keyPath: writable] = old
                graph.dropUndoneChange(of: model, ordinal)
                let partners = [before, graph.partner(of: model, ordinal)].compactMap { $0 }
                graph.dropUndoneLinks(of: partners, to: model, keyPath)
            } else {
                graph.adoptStoredValue(model, ordinal)
            }
        }
    }

    /// Taking an assignment back removes what it added and adds what it removed; what others saved since stays.
    func didAssign<Model: PersistentModel, Targets: RelationshipCollection>(
        to model: Model,
        _ keyPath: KeyPath<Model, Targets>,
        from old: Targets,
        result: [any PersistentModel],
        order: ListChanges.OrderState
    ) {
        guard let context, let writable = keyPath as? ReferenceWritableKeyPath<Model, Targets> else { return }
        let members = result + old.models
        manager?.registerUndo(withTarget: context) { context in
            context.graph.assigning(comparedWith: result) { model[keyPath: writable] = old }
            context.graph.dropUndoneLinks(of: members, to: model, keyPath)
            context.graph.restoreOrder(of: model, keyPath, order)
        }
    }

    func willLeaveList(of owner: any PersistentModel, _ model: any PersistentModel, _ property: PropertyPlan) {
        guard let context, let place = context.graph.place(of: model, property, in: owner) else { return }
        let order = context.graph.orderState(of: owner, property)
        manager?.registerUndo(withTarget: context) { context in
            context.graph.restorePlace(of: model, property, in: owner, at: place)
            context.graph.restoreOrder(of: owner, beside: model, property, order)
        }
    }

    func willMove(
        _ model: any PersistentModel,
        _ property: PropertyPlan,
        from old: any PersistentModel,
        to new: any PersistentModel
    ) {
        guard let context else { return }
        let place = context.graph.place(of: model, property, in: old)
        let order = context.graph.orderState(of: old, property)
        manager?.registerUndo(withTarget: context) { context in
            context.graph.moveBack(model, property, from: new, to: old, at: place)
            context.graph.restoreOrder(of: old, beside: model, property, order)
        }
    }

    func didInsert(_ model: any PersistentModel) {
        guard let context else { return }
        manager?.registerUndo(withTarget: context) { context in context.graph.delete(model) }
    }

    /// What a delete rule takes along belongs to the deletion that it follows, however much later the rule runs.
    func didDelete(_ model: any PersistentModel, following owner: (any PersistentModel)?) {
        guard let context else { return }
        if let owner {
            guard let record = owner._$state.extras?.deletionRecord else { return }
            record.models.append(model)
            model._$state.ensuredExtras.deletionRecord = record
            return
        }
        let record = DeletionRecord(model)
        model._$state.ensuredExtras.deletionRecord = record
        manager?.registerUndo(withTarget: context) { context in
            for model in record.models { context.graph.insert(model) }
        }
    }
}

/// One deletion that can be undone: an instance, and what went with it by delete rules.
final class DeletionRecord {
    var models: [any PersistentModel]

    init(_ model: any PersistentModel) { models = [model] }
}
