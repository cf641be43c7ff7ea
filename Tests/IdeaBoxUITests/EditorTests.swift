import Foundation
import SwiftData
import SwiftUI
import Testing

@testable import IdeaBoxCore
@testable import IdeaBoxUI

/// Editing in place: nothing that was written is lost, nothing that others wrote is overwritten unseen.
@MainActor
@Suite("Editor")
struct EditorTests {
    private static func editing(_ window: Window) throws -> IdeaEditor {
        let id = try window.add("Kite")[0]
        window.model.selection = id
        return try #require(window.model.editor)
    }

    @Test("What was written is kept when the editor is left")
    func commit() async throws {
        let window = try Window()
        let editor = try Self.editing(window)
        editor.title = "Kite by the sea"
        editor.details = "red"
        #expect(editor.isDirty)
        window.model.selection = nil
        #expect(try window.home.repository().snapshot(editor.id).title == "Kite by the sea")
        #expect(try window.home.repository().snapshot(editor.id).details == "red")
    }

    @Test(
        "A title that breaks a rule stays on the screen without a dialog, and who leaves it is told",
        arguments: [
            ("   ", IdeaRuleViolation.titleEmpty),
            (String(repeating: "x", count: 257), .titleTooLong(characters: 257)),
        ]
    )
    func broken(_ title: String, _ fault: IdeaRuleViolation) async throws {
        let window = try Window()
        let editor = try Self.editing(window)
        #expect(editor.canSave)
        editor.title = title
        window.model.commitEdit()
        #expect(editor.fault == fault)
        #expect(!editor.canSave)
        #expect(window.model.problem == nil)
        #expect(editor.title == title)
        #expect(try window.home.repository().snapshot(editor.id).title == "Kite")
        window.model.selection = nil
        #expect(window.model.problem as? IdeaBoxError == .rule(fault))
        #expect(window.model.selection == editor.id && window.model.editor === editor)
        #expect(editor.title == title)
        editor.revert()
        #expect(!editor.isDirty)
        #expect(editor.canSave)
    }

    @Test("Return in a title is an action, and what is pasted becomes one line")
    func oneLine() {
        var (text, returns) = ("Kite", 0)
        let line = Binding {
            text
        } set: {
            text = $0
        }.oneLine { returns += 1 }
        line.wrappedValue = "Ki\nte"
        #expect((text, returns) == ("Kite", 1))
        line.wrappedValue = "Kite\nby the\r\nsea"
        #expect((text, returns) == ("Kite by the sea", 1))
        text = "two\nlines"
        line.wrappedValue = "two\nlines!"
        #expect((text, returns) == ("two\nlines!", 1))
    }

    @Test("A change from elsewhere is taken while nobody writes")
    func quiet() async throws {
        let window = try Window()
        let editor = try Self.editing(window)
        _ = try window.home.repository().edit(editor.id, title: "Dragon")
        await window.settle()
        #expect(editor.title == "Dragon")
        #expect(editor.other == nil)
    }

    @Test(
        "A change from elsewhere while somebody writes is a question, and both answers work",
        arguments: [true, false]
    )
    func contested(_ keepsMine: Bool) async throws {
        let window = try Window()
        let editor = try Self.editing(window)
        editor.title = "Mine"
        _ = try window.home.repository().edit(editor.id, title: "Theirs")
        window.model.commitEdit()
        #expect(editor.other?.title == "Theirs")
        #expect(!editor.canSave)
        #expect(try window.home.repository().snapshot(editor.id).title == "Theirs")
        if keepsMine { editor.keepMine() } else { editor.takeOther() }
        window.model.commitEdit()
        let kept = try window.home.repository().snapshot(editor.id).title
        #expect(kept == (keepsMine ? "Mine" : "Theirs"))
        #expect(editor.title == kept)
    }

    @Test("Who cancels takes what was written elsewhere")
    func cancelled() async throws {
        let window = try Window()
        let editor = try Self.editing(window)
        editor.title = "Mine"
        _ = try window.home.repository().edit(editor.id, title: "Theirs")
        window.model.commitEdit()
        editor.revert()
        #expect(editor.other == nil)
        #expect(!editor.isDirty)
        #expect(editor.title == "Theirs")
    }

    @Test("Checking an idea off does not disturb what is being written")
    func toggleWhileWriting() async throws {
        let window = try Window()
        let editor = try Self.editing(window)
        editor.details = "half a sen"
        window.model.setCompleted(true, editor.id)
        #expect(editor.details == "half a sen")
        #expect(editor.other == nil)
        #expect(editor.shown.isCompleted)
    }

    @Test("An idea that was deleted elsewhere says so, and keeps what was written on the screen")
    func gone() async throws {
        let window = try Window()
        let editor = try Self.editing(window)
        editor.title = "Mine"
        _ = try window.home.repository().delete([editor.id])
        await window.settle()
        #expect(editor.isGone)
        #expect(editor.title == "Mine")
        window.model.restore(editor.id)
        #expect(!editor.isGone)
        window.model.commitEdit()
        #expect(try window.home.repository().snapshot(editor.id).title == "Mine")
    }

    @Test("An idea with an open question is not left before it is answered", arguments: [true, false])
    func leavingAQuestion(_ isKnown: Bool) async throws {
        let window = try Window()
        let walnut = try window.add("Walnut")[0]
        let editor = try Self.editing(window)
        editor.title = "Mine"
        _ = try window.home.repository().edit(editor.id, title: "Theirs")
        if isKnown { window.model.reload() }
        window.model.selection = walnut
        #expect(window.model.selection == editor.id && window.model.editor === editor)
        #expect(window.model.problem as? UnsavedEdit == UnsavedEdit(title: "Kite"))
        #expect(editor.title == "Mine" && editor.other?.title == "Theirs")
        editor.keepMine()
        window.model.selection = walnut
        #expect(window.model.editor?.id == walnut)
        #expect(try window.home.repository().snapshot(editor.id).title == "Mine")
    }

    @Test("What was written at an idea that is gone stays until somebody throws it away")
    func leavingWhatIsGone() async throws {
        let window = try Window()
        let editor = try Self.editing(window)
        editor.details = "half a sentence"
        _ = try window.home.repository().delete([editor.id])
        await window.settle()
        window.model.select(offset: 1)
        window.model.selection = nil
        window.model.deleteSelection()
        #expect(window.model.editor === editor && editor.details == "half a sentence")
        #expect(window.model.problem as? UnsavedEdit == UnsavedEdit(title: "Kite"))
        editor.revert()
        window.model.selection = nil
        #expect(window.model.editor == nil)
    }

    @Test("On a full disk nothing that was written leaves the screen")
    func leavingOnAFullDisk() async throws {
        let window = try Window()
        let editor = try Self.editing(window)
        let details = String(repeating: "🪁", count: 4_096)
        editor.details = details
        try window.setRoom(false)
        window.model.selection = nil
        #expect(window.model.problem as? StoreError == .diskFull)
        #expect(window.model.editor === editor && editor.details == details)
        try window.setRoom(true)
        window.model.selection = nil
        #expect(window.model.editor == nil)
        #expect(try window.home.repository().snapshot(editor.id).details == details)
    }

    @Test("Who deletes an idea is asked nothing about what is written there")
    func deletingWhileWriting() async throws {
        let window = try Window()
        let walnut = try window.add("Walnut")[0]
        let editor = try Self.editing(window)
        await window.settle()
        editor.title = ""
        window.model.delete(editor.id)
        #expect(window.model.selection == walnut && window.model.problem == nil)
    }

    @Test(
        "After the end of the process what was written comes back, and what others wrote meanwhile is a question",
        arguments: ["Kite", "Theirs", "Mine"]
    )
    func cameBack(_ now: String) async throws {
        let window = try Window()
        let editor = try Self.editing(window)
        editor.title = "Mine"
        let unsaved = try #require(editor.unsaved)
        if now != "Kite" { _ = try window.home.repository().edit(editor.id, title: now) }
        let later = IdeaBoxModel(window.home) { _ in }
        later.choose(editor.id, unsaved: unsaved)
        let new = try #require(later.editor)
        #expect(new.title == "Mine")
        #expect(new.other?.title == (now == "Theirs" ? "Theirs" : nil))
        #expect(new.isDirty == (now != "Mine"))
        later.commitEdit()
        #expect(try window.home.repository().snapshot(editor.id).title == (now == "Theirs" ? "Theirs" : "Mine"))
        new.revert()
        #expect(new.title == (now == "Theirs" ? "Theirs" : "Mine"))
    }
}
