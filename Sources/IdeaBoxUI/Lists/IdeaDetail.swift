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
                HStack(alignment: .top, spacing: 12) {
                    CheckButton(title: editor.shown.title, isCompleted: editor.shown.isCompleted) {
                        model.setCompleted(!editor.shown.isCompleted, editor.id)
                    }
                    TitleField(title: $editor.title, submit: model.commitEdit)
                        .font(.title3)
                        .fontWeight(.semibold)
                        .focused($focus, equals: .title)
                }
                TextField(
                    phrases(.details),
                    text: $editor.details,
                    prompt: Text(verbatim: phrases(.detailsPrompt)),
                    axis: .vertical
                )
                .lineLimit(10...40)
                // Where the title begins, after its circle.
                .padding(.leading, 36)
                .focused($focus, equals: .details)
            } footer: {
                Text(verbatim: facts)
                if let fault = editor.fault, fault.isWorthTelling {
                    Label(phrases.text(for: IdeaBoxError.rule(fault)), systemImage: "exclamationmark.triangle")
                        .foregroundStyle(.red)
                }
            }
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
        .toolbar(removing: .title)
        .navigationBarBackButtonHidden(editor.isDirty)
        .toolbar {
            if editor.isDirty {
                ToolbarItem(placement: .cancellationAction) {
                    Button(phrases(.cancel), action: editor.revert)
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button(phrases(.save), action: model.commitEdit)
                        .disabled(!editor.canSave)
                        .keyboardShortcut("s")
                }
            }
        }
        .onChange(of: model.editRequests) { focus = .title }
        .onDisappear(perform: model.commitEdit)
    }

    /// What is known of the idea beside its text, on one line.
    private var facts: String {
        let idea = editor.shown
        var facts = [phrases(.createdAgo, phrases.ago(idea.createdAt, now: model.readAt))]
        if idea.updatedAt > idea.createdAt {
            facts.append(phrases(.changedAgo, phrases.ago(idea.updatedAt, now: model.readAt)))
        }
        if let mark = editor.mark { facts.append(phrases.text(for: mark)) }
        return facts.joined(separator: " · ")
    }
}

/// What is asked where an idea was changed or deleted elsewhere while somebody writes here.
private struct IdeaQuestion: View {
    let model: IdeaBoxModel
    let editor: IdeaEditor
    @Environment(\.phrases) private var phrases

    var body: some View {
        if editor.isGone {
            Section { Label(phrases(.goneElsewhere), systemImage: "trash") }
        } else if let other = editor.other {
            Section {
                VersionChoice(
                    name: phrases(.yours),
                    title: editor.title,
                    details: editor.details,
                    choice: phrases(.keepMine)
                ) {
                    editor.keepMine()
                    model.commitEdit()
                }
                VersionChoice(
                    name: phrases(.otherDevice, phrases.ago(other.updatedAt, now: model.readAt)),
                    title: other.title,
                    details: other.details,
                    choice: phrases(.takeTheirs),
                    choose: editor.takeOther
                )
            } header: {
                Text(verbatim: phrases(.changedElsewhere))
            }
        }
    }
}

/// One of two versions of an idea, and the button that chooses it.
private struct VersionChoice: View {
    let name: String
    let title: String
    let details: String
    let choice: String
    let choose: @MainActor () -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(verbatim: name)
                .font(.footnote)
                .foregroundStyle(.secondary)
            Text(verbatim: title)
                .fontWeight(.semibold)
            if !details.isEmpty {
                Text(verbatim: details)
                    .lineLimit(6)
            }
            Button(choice, action: choose)
                .buttonStyle(.bordered)
                .padding(.top, 4)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

extension IdeaRuleViolation {
    /// Whether it is worth a sentence: how long a title may be, its count says.
    fileprivate var isWorthTelling: Bool {
        if case .titleTooLong = self { false } else { true }
    }
}
