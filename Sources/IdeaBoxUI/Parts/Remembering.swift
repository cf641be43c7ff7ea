import Foundation
import SwiftUI

/// Keeps where a window was, and what was being written there, so that it comes up again as it was after the process ended.
struct Remembering: ViewModifier {
    let model: IdeaBoxModel
    @SceneStorage("isAdding") private var isAdding = false
    @SceneStorage("chosenIdea") private var chosen = ""
    @SceneStorage("writtenTitle") private var title = ""
    @SceneStorage("writtenDetails") private var details = ""
    // Without it nobody could tell what was written here from what another device changed meanwhile.
    @SceneStorage("writtenOverTitle") private var baseTitle = ""
    @SceneStorage("writtenOverDetails") private var baseDetails = ""

    func body(content: Content) -> some View {
        content
            .onChange(of: isAdding, initial: true) {
                if isAdding, model.panel == nil { model.panel = .add }
            }
            .onChange(of: model.panel) { _, panel in isAdding = panel == .add }
            .onChange(of: chosen, initial: true) { bringBack() }
            .onChange(of: model.selection) { _, selection in chosen = selection?.uuidString ?? "" }
            .onChange(of: model.editor?.unsaved) { _, unsaved in save(unsaved ?? UnsavedText()) }
    }

    private func save(_ text: UnsavedText) {
        (title, details) = (text.title, text.details)
        (baseTitle, baseDetails) = (text.baseTitle, text.baseDetails)
    }

    private func bringBack() {
        guard let id = UUID(uuidString: chosen), model.selection != id else { return }
        let kept = UnsavedText(title: title, details: details, baseTitle: baseTitle, baseDetails: baseDetails)
        model.choose(id, unsaved: kept == UnsavedText() ? nil : kept)
    }
}
