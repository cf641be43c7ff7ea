import IdeaBoxCore
import SwiftUI

/// Pages of ideas, or what to do where there are none.
struct IdeaRows<Empty: View>: View {
    @Bindable var model: IdeaBoxModel
    let pages: IdeaPages
    /// How many there are in all, in words.
    let counted: String?
    @ViewBuilder let empty: Empty
    @Environment(\.phrases) private var phrases

    var body: some View {
        // Who comes to the last idea is given a page more.
        let last = pages.canGrow ? pages.ideas.last?.id : nil
        // The last idea may go while somebody writes at it: on a phone it is shown as long as there is a list.
        if pages.ideas.isEmpty, model.editor?.isGone != true {
            empty
        } else {
            List(selection: $model.selection) {
                Section {
                    ForEach(pages.ideas) { idea in
                        IdeaRow(idea: idea, model: model)
                            .onAppear(perform: idea.id == last ? { model.showMore(of: pages) } : nil)
                    }
                    if pages.canGrow {
                        Button(phrases(.showMore)) { model.showMore(of: pages) }
                    }
                } footer: {
                    if pages.isCut {
                        Text(verbatim: phrases(.moreThanShown, count: pages.ideas.count))
                    } else if let counted {
                        Text(verbatim: counted)
                    }
                }
            }
            .listStyle(.insetGrouped)
        }
    }
}

/// A row: the check button, the title (struck through when done), and two lines of details.
struct IdeaRow: View {
    let idea: IdeaSnapshot
    let model: IdeaBoxModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        HStack(spacing: 12) {
            CheckButton(title: idea.title, isCompleted: idea.isCompleted, isQuiet: true) {
                model.setCompleted(!idea.isCompleted, idea.id)
            }
            NavigationLink(value: idea.id) {
                VStack(alignment: .leading, spacing: 2) {
                    Text(verbatim: idea.title)
                        .strikethrough(idea.isCompleted)
                        .foregroundStyle(idea.isCompleted ? Color.secondary : Color.primary)
                        .lineLimit(2)
                    if !idea.details.isEmpty {
                        Text(verbatim: idea.details)
                            .font(.subheadline)
                            .foregroundStyle(.secondary)
                            .lineLimit(2)
                    }
                }
                .frame(maxWidth: .infinity, alignment: .leading)
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(spoken)
            }
        }
        .swipeActions(edge: .trailing) {
            Button(role: .destructive) {
                model.delete(idea.id)
            } label: {
                Label(phrases(.delete), systemImage: "trash")
            }
            .accessibilityLabel(phrases(.deleteIdea, idea.title))
        }
    }

    /// The row as one sentence.
    private var spoken: String {
        [idea.title, phrases(idea.isCompleted ? .completed : .open), idea.details]
            .filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
