import IdeaBoxCore
import SwiftUI

/// The chosen idea: read and edited in the same place.
struct IdeaDetail: View {
    enum Field: Hashable {
        case title
        case details
    }

    let model: IdeaBoxModel
    @Bindable var editor: IdeaEditor
    @FocusState private var focus: Field?
    @Environment(\.phrases) private var phrases

    var body: some View {
        Form {
            if editor.isGone || editor.other != nil {
                IdeaQuestion(model: model, editor: editor)
            }
            Section {
                HStack(spacing: 12) {
                    CheckButton(title: editor.shown.title, isCompleted: editor.shown.isCompleted) {
                        model.setCompleted(!editor.shown.isCompleted, editor.id)
                    }
                    TextField(phrases(.title), text: $editor.title, prompt: Text(verbatim: phrases(.titlePrompt)))
                        .font(.title3)
                        .fontWeight(.semibold)
                        .focused($focus, equals: .title)
                        .submitLabel(.done)
                        .onSubmit(model.commitEdit)
                }
                TextField(
                    phrases(.details),
                    text: $editor.details,
                    prompt: Text(verbatim: phrases(.detailsPrompt)),
                    axis: .vertical
                )
                .lineLimit(4...20)
                .focused($focus, equals: .details)
            }
            IdeaFacts(idea: editor.shown, mark: editor.mark, now: model.readAt)
            Section {
                Button(phrases(.ideaHistory), systemImage: "clock") { model.panel = .history(editor.id) }
                if editor.isGone {
                    Button(phrases(.restore), systemImage: "arrow.uturn.backward") { model.restore(editor.id) }
                } else {
                    Button(phrases(.delete), systemImage: "trash", role: .destructive) { model.delete(editor.id) }
                }
            }
        }
        .navigationTitle(editor.shown.title)
        .navigationBarTitleDisplayMode(.inline)
        .toolbar {
            if editor.isDirty {
                ToolbarItem(placement: .cancellationAction) {
                    Button(phrases(.cancel), action: editor.revert)
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button(phrases(.save), action: model.commitEdit)
                        .keyboardShortcut("s")
                }
            }
        }
        .onChange(of: focus) { before, _ in
            if before != nil { model.commitEdit() }
        }
        .onChange(of: model.editRequests) { focus = .title }
        .onDisappear(perform: model.commitEdit)
    }
}

/// What is asked where an idea was changed or deleted elsewhere while somebody writes here.
private struct IdeaQuestion: View {
    let model: IdeaBoxModel
    let editor: IdeaEditor
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            if editor.isGone {
                Label(phrases(.goneElsewhere), systemImage: "trash")
            } else if let other = editor.other {
                Label(phrases(.changedElsewhere), systemImage: "exclamationmark.triangle")
                LabeledContent(phrases(.title), value: other.title)
                if !other.details.isEmpty {
                    LabeledContent(phrases(.details), value: other.details)
                }
                Button(phrases(.keepMine)) {
                    editor.keepMine()
                    model.commitEdit()
                }
                Button(phrases(.takeTheirs), action: editor.takeOther)
            }
        }
    }
}

/// What is known of an idea beside its text.
private struct IdeaFacts: View {
    let idea: IdeaSnapshot
    let mark: SyncMark?
    let now: Date
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            LabeledContent(phrases(.state), value: phrases(idea.isCompleted ? .completed : .open))
            LabeledContent(phrases(.created)) { DateText(date: idea.createdAt, now: now) }
            LabeledContent(phrases(.changed)) { DateText(date: idea.updatedAt, now: now) }
            if let mark {
                LabeledContent(phrases(.syncLabel), value: phrases.text(for: mark))
            }
        }
    }
}
