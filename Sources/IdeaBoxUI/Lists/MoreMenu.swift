import IdeaBoxCore
import SwiftUI

/// Everything that is not a tab.
struct MoreMenu: View {
    let model: IdeaBoxModel
    let tab: IdeaBoxModel.Tab
    @AppStorage("hidesCompleted") private var hidesCompleted = false
    @Environment(\.horizontalSizeClass) private var width
    @Environment(\.phrases) private var phrases

    var body: some View {
        Menu {
            Section {
                switch tab {
                case .all: hiding(hidesCompleted) { hidesCompleted.toggle() }
                case .completed: EmptyView()
                case .search: hiding(model.search.hidesCompleted) { model.search.hidesCompleted.toggle() }
                }
            }
            Section {
                Button(phrases(.trash), systemImage: "trash") { model.panel = .trash }
                Button(phrases(.history), systemImage: "clock") { model.panel = .history(nil) }
                Button(phrases(.sync), systemImage: "arrow.triangle.2.circlepath") { model.panel = .sync }
            }
            Section {
                Button(phrases(.importExport), systemImage: "square.and.arrow.up") { model.panel = .exchange }
                if width == .regular {
                    Button(phrases(.keyboard), systemImage: "keyboard") { model.panel = .keyboard }
                }
            }
        } label: {
            Label(phrases(.more), systemImage: "ellipsis.circle")
        }
    }

    private func hiding(_ hides: Bool, toggle: @escaping @MainActor () -> Void) -> some View {
        Button(
            phrases(hides ? .showCompleted : .hideCompleted),
            systemImage: hides ? "eye" : "eye.slash",
            action: toggle
        )
    }
}
