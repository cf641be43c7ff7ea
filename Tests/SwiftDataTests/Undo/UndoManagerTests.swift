import Testing

@testable import SwiftData

@Suite("Undo manager")
struct UndoManagerTests {
    /// A value whose changes can be taken back, and made again.
    final class Counter {
        var value = 0
        let undo: UndoManager

        init(_ undo: UndoManager) { self.undo = undo }

        func set(_ new: Int) {
            let old = value
            undo.registerUndo(withTarget: self) { $0.set(old) }
            value = new
        }
    }

    @Test func `one event is one step`() {
        let undo = UndoManager()
        let counter = Counter(undo)
        counter.set(1)
        counter.set(2)
        undo.endEventGroup()
        counter.set(3)
        #expect(undo.canUndo && !undo.canRedo)
        undo.undo()
        #expect(counter.value == 2)
        undo.undo()
        #expect(counter.value == 0)
        #expect(!undo.canUndo && undo.canRedo)
        undo.redo()
        #expect(counter.value == 2)
        undo.redo()
        #expect(counter.value == 3)
        #expect(!undo.canRedo)
    }

    @Test func `groups nest, and a new change forgets what was undone`() {
        let undo = UndoManager()
        undo.groupsByEvent = false
        let counter = Counter(undo)
        undo.beginUndoGrouping()
        counter.set(1)
        undo.beginUndoGrouping()
        counter.set(2)
        undo.endUndoGrouping()
        undo.setActionName("Count")
        undo.endUndoGrouping()
        #expect(undo.undoActionName == "Count" && undo.undoMenuItemTitle == "Undo Count")
        undo.undo()
        #expect(counter.value == 0 && undo.redoActionName == "Count")
        undo.perform { counter.set(9) }
        #expect(!undo.canRedo)
    }

    @Test func `without events and without a group nothing is kept`() {
        let undo = UndoManager()
        undo.groupsByEvent = false
        let counter = Counter(undo)
        counter.set(1)
        #expect(!undo.canUndo)
    }

    @Test func `registration can be switched off, in turns`() {
        let undo = UndoManager()
        let counter = Counter(undo)
        undo.disableUndoRegistration()
        undo.disableUndoRegistration()
        undo.enableUndoRegistration()
        counter.set(1)
        #expect(!undo.canUndo && !undo.isUndoRegistrationEnabled)
        undo.enableUndoRegistration()
        counter.set(2)
        #expect(undo.canUndo)
        undo.removeAllActions()
        #expect(!undo.canUndo)
    }

    @Test func `levels are bounded, targets can be dropped, gone ones are skipped`() {
        let undo = UndoManager()
        undo.levelsOfUndo = 2
        let counter = Counter(undo)
        for value in 1...5 {
            counter.set(value)
            undo.endEventGroup()
        }
        undo.undo()
        undo.undo()
        #expect(counter.value == 3 && !undo.canUndo)
        var other: Counter? = Counter(undo)
        other?.set(1)
        undo.endEventGroup()
        undo.removeAllActions(withTarget: counter)
        #expect(undo.canUndo)
        other = nil
        undo.undo()
        #expect(!undo.canUndo && !undo.isUndoing)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4]) func `any number of steps back and forth`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let undo = UndoManager()
        let counter = Counter(undo)
        var past = [0]
        var future: [Int] = []
        for _ in 0..<400 {
            switch Int.random(in: 0...3, using: &random) {
            case 0, 1:
                let steps = Int.random(in: 1...3, using: &random)
                for _ in 0..<steps { counter.set(Int.random(in: 1...99, using: &random)) }
                undo.endEventGroup()
                past.append(counter.value)
                future.removeAll()
            case 2 where past.count > 1:
                undo.undo()
                future.append(past.removeLast())
            case 3 where !future.isEmpty:
                undo.redo()
                past.append(future.removeLast())
            default: break
            }
            #expect(counter.value == past.last, "seed \(seed)")
            #expect(undo.canUndo == (past.count > 1) && undo.canRedo == !future.isEmpty, "seed \(seed)")
        }
    }
}
