import Foundation

/// Registers with the undo manager how each change of a context is taken back.
final class ContextUndoRecorder: UndoRecorder {
    private weak var context: ModelContext?
    private weak var manager: UndoManager?

    init(_ context: ModelContext, _ manager: UndoManager) {
        self.context = context
        self.manager = manager
    }

    func willChange<Model: PersistentModel, Value>(_ model: Model, _ keyPath: KeyPath<Model, Value>) {
        guard let context, let writable = keyPath as? ReferenceWritableKeyPath<Model, Value> else { return }
        let old = model[keyPath: keyPath]
        manager?.registerUndo(withTarget: context) { _ in model[keyPath: writable] = old }
    }

    func didInsert(_ model: any PersistentModel) {
        guard let context else { return }
        manager?.registerUndo(withTarget: context) { context in context.graph.delete(model) }
    }

    func didDelete(_ model: any PersistentModel) {
        guard let context else { return }
        manager?.registerUndo(withTarget: context) { context in context.graph.insert(model) }
    }
}
