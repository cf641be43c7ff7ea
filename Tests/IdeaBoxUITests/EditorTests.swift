import Foundation
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

    @Test("A title that breaks a rule stays on the screen, with the reason")
    func broken() async throws {
        let window = try Window()
        let editor = try Self.editing(window)
        editor.title = "   "
        window.model.commitEdit()
        #expect(window.model.problem != nil)
        #expect(editor.title == "   ")
        #expect(try window.home.repository().snapshot(editor.id).title == "Kite")
        editor.revert()
        #expect(!editor.isDirty)
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
        #expect(try window.home.repository().snapshot(editor.id).title == "Theirs")
        if keepsMine { editor.keepMine() } else { editor.takeOther() }
        window.model.commitEdit()
        let kept = try window.home.repository().snapshot(editor.id).title
        #expect(kept == (keepsMine ? "Mine" : "Theirs"))
        #expect(editor.title == kept)
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
}
