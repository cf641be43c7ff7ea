import Foundation
import SwiftData

/// Changes that are undone: at once, or after others have saved.
struct UndoVerbs {
    let runner: VerbRunner

    private static let verbs: [Verb] = [
        .setAttribute, .tag, .untag, .appendBook, .removeBook, .setShelf, .setSlip, .renameShelf, .setBook,
        .appendChapter, .removeChapter, .deleteBook, .deleteShelf, .deleteChapter, .deleteLabel,
    ]

    func run(_ step: Step) throws -> String {
        guard !runner.participant.isActor else { return "an actor has no undo" }
        switch step.verb {
        case .undo: return try undoAtOnce(step)
        case .changeToUndo: return try change(step)
        default: return try undoChange(step)
        }
    }

    private func makeManager() -> UndoManager {
        let manager = UndoManager()
        manager.groupsByEvent = false
        runner.context.undoManager = manager
        return manager
    }

    /// Does a change in a group of its own.
    private func group(_ step: Step, _ manager: UndoManager) throws -> String {
        var inner = step
        inner.verb = Self.verbs[step.third % Self.verbs.count]
        manager.beginUndoGrouping()
        let words = try runner.run(inner)
        manager.endUndoGrouping()
        return words
    }

    /// A change that is taken back at once leaves what was there.
    private func undoAtOnce(_ step: Step) throws -> String {
        let manager = makeManager()
        defer { runner.context.undoManager = nil }
        let before = runner.machine.oracle.contexts[runner.index]
        let words = try group(step, manager)
        runner.machine.oracle.undo(runner.index, to: before)
        takeBack(manager, step)
        guard step.first.isMultiple(of: 2) else { return "undo \(words)" }
        try save()
        return "undo \(words), and save"
    }

    /// A change that a later step takes back.
    private func change(_ step: Step) throws -> String {
        let manager = makeManager()
        let before = runner.machine.oracle.contexts[runner.index]
        let words = try group(step, manager)
        runner.participant.heldUndo = .init(
            manager: manager,
            before: before,
            commits: runner.machine.oracle.commits,
            words: words
        )
        return "to be undone: \(words)"
    }

    private func undoChange(_ step: Step) throws -> String {
        guard let held = runner.participant.heldUndo else { return "nothing to undo" }
        let isAlone = held.commits == runner.machine.oracle.commits
        runner.machine.oracle.undo(runner.index, to: held.before, isAlone: isAlone)
        takeBack(held.manager, step)
        runner.endUndo()
        if !isAlone { runner.machine.count("undone after others saved") }
        guard step.first.isMultiple(of: 2) else { return "undo \(held.words)" }
        try save()
        return "undo \(held.words), and save"
    }

    private func takeBack(_ manager: UndoManager, _ step: Step) {
        if manager.canUndo {
            for _ in 0..<step.second % 3 {
                manager.undo()
                manager.redo()
            }
            manager.undo()
        }
        runner.participant.heldList = nil
    }

    private func save() throws {
        runner.machine.beginSaving(runner.index)
        try runner.context.save()
    }
}

extension VerbRunner {
    /// What was to be undone is not any more: something else was done since.
    func endUndo() {
        guard participant.heldUndo != nil else { return }
        participant.heldUndo = nil
        context.undoManager = nil
    }
}
