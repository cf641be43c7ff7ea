import SwiftUI

/// The keys of a window, as buttons that nobody sees.
struct KeyboardCommands: View {
    let model: IdeaBoxModel
    @AppStorage("singleKeys") private var singleKeys = true
    @Environment(\.phrases) private var phrases

    var body: some View {
        Group {
            Button(phrases(.keyNew)) { model.panel = .add }
                .keyboardShortcut("n")
            Button(phrases(.keySearch), action: model.goToSearch)
                .keyboardShortcut("k")
            Button(phrases(.keyUndo), action: model.undo)
                .keyboardShortcut("z")
            if singleKeys, model.panel == nil { single }
        }
        .hidden()
        .accessibilityHidden(true)
    }

    @ViewBuilder private var single: some View {
        Group {
            Button(phrases(.keySearch), action: model.goToSearch)
                .keyboardShortcut("/", modifiers: [])
            Button(phrases(.allIdeas)) { model.go(to: .all) }
                .keyboardShortcut("1", modifiers: [])
            Button(phrases(.completed)) { model.go(to: .completed) }
                .keyboardShortcut("2", modifiers: [])
            Button(phrases(.search)) { model.go(to: .search) }
                .keyboardShortcut("3", modifiers: [])
            Button(phrases(.keyHelp)) { model.panel = .keyboard }
                .keyboardShortcut("?", modifiers: [])
        }
        Group {
            Button(phrases(.keyNext)) { model.select(offset: 1) }
                .keyboardShortcut("j", modifiers: [])
            Button(phrases(.keyPrevious)) { model.select(offset: -1) }
                .keyboardShortcut("k", modifiers: [])
            Button(phrases(.keyToggle), action: model.toggleSelection)
                .keyboardShortcut("x", modifiers: [])
            Button(phrases(.keyEdit), action: model.editSelection)
                .keyboardShortcut("e", modifiers: [])
            Button(phrases(.keyDelete), action: model.deleteSelection)
                .keyboardShortcut(.delete, modifiers: [])
            Button(phrases(.keyRetry), action: model.retry)
                .keyboardShortcut("r", modifiers: [])
        }
    }
}
