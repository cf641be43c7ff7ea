import IdeaBoxCore
import SwiftUI

/// Writes down an idea, and another one where that is wanted.
struct AddIdeaSheet: View {
    let model: IdeaBoxModel
    @SceneStorage("newTitle") private var title = ""
    @SceneStorage("newDetails") private var details = ""
    @State private var failure: String?
    @AppStorage("addsAnother") private var addsAnother = false
    @FocusState private var isTitleFocused: Bool
    @Environment(\.dismiss) private var dismiss
    @Environment(\.phrases) private var phrases

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    TitleField(title: $title, submit: add)
                        .focused($isTitleFocused)
                    TextField(
                        phrases(.details),
                        text: $details,
                        prompt: Text(verbatim: phrases(.detailsPrompt)),
                        axis: .vertical
                    )
                    .lineLimit(3...10)
                } footer: {
                    if let failure {
                        Label(failure, systemImage: "exclamationmark.triangle")
                            .foregroundStyle(.red)
                    }
                }
                Section {
                    Toggle(phrases(.addAnother), isOn: $addsAnother)
                        .accessibilityHint(phrases(.addAnotherHint))
                }
            }
            .navigationTitle(phrases(.newIdea))
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button(phrases(.cancel)) {
                        (title, details) = ("", "")
                        dismiss()
                    }
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button(phrases(.add), action: add)
                        .disabled(isEmpty || isTooLong)
                        .keyboardShortcut(.return)
                }
            }
        }
        .onAppear { isTitleFocused = true }
        .interactiveDismissDisabled(!isEmpty || !details.isEmpty)
    }

    private var isEmpty: Bool { title.allSatisfy(\.isWhitespace) }

    private var isTooLong: Bool {
        title.trimmingCharacters(in: .whitespacesAndNewlines).count > IdeaRules.maximumTitleCharacters
    }

    private func add() {
        guard !isEmpty, !isTooLong else { return }
        do {
            try model.add(title: title, details: details)
            failure = nil
            (title, details) = ("", "")
            guard addsAnother else { return dismiss() }
            isTitleFocused = true
        } catch {
            failure = phrases.text(for: error)
        }
    }
}
