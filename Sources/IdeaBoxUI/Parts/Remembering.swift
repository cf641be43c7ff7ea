import Foundation
import SwiftUI

/// Keeps where a window was, and what was being written there, so that it comes up again as it was after the process ended.
struct Remembering: ViewModifier {
    let model: IdeaBoxModel
    @SceneStorage("isAdding") private var isAdding = false
    @SceneStorage("chosenIdea") private var chosen = ""
    @SceneStorage("writtenTitle") private var title = ""
    @SceneStorage("writtenDetails") private var details = ""

    func body(content: Content) -> some View {
        content
            .onChange(of: isAdding, initial: true) {
                if isAdding, model.panel == nil { model.panel = .add }
            }
            .onChange(of: model.panel) { _, panel in isAdding = panel == .add }
            .onChange(of: chosen, initial: true) { bringBack() }
            .onChange(of: model.selection) { _, selection in chosen = selection?.uuidString ?? "" }
            .onChange(of: written) { _, written in (title, details) = (written.title, written.details) }
    }

    /// What is written at the chosen idea and not kept yet.
    private var written: Written {
        guard let editor = model.editor, editor.isDirty else { return Written() }
        return Written(title: editor.title, details: editor.details)
    }

    private func bringBack() {
        guard let id = UUID(uuidString: chosen), model.selection != id else { return }
        let (title, details) = (title, details)
        model.choose(id, written: title.isEmpty && details.isEmpty ? nil : (title, details))
    }

    private struct Written: Equatable {
        var title = ""
        var details = ""
    }
}
