import IdeaBoxCore
import SwiftUI

/// What was deleted in the last 30 days.
struct TrashPanel: View {
    let model: IdeaBoxModel
    @State private var isAsking = false
    @Environment(\.phrases) private var phrases

    var body: some View {
        PanelFrame(title: phrases(.trash)) {
            if model.trash.ideas.isEmpty {
                ContentUnavailableView(
                    phrases(.trashEmptyTitle),
                    systemImage: "trash",
                    description: Text(verbatim: phrases(.trashEmptyText))
                )
            } else {
                list
            }
        }
    }

    private var list: some View {
        let last = model.trash.canGrow ? model.trash.ideas.last?.id : nil
        return List {
            Section {
                ForEach(model.trash.ideas) { idea in
                    TrashRow(idea: idea, model: model)
                        .onAppear(perform: idea.id == last ? { model.showMore(of: model.trash) } : nil)
                }
                if model.trash.canGrow {
                    Button(phrases(.showMore)) { model.showMore(of: model.trash) }
                }
            } footer: {
                Text(verbatim: phrases(.trashNote))
            }
        }
        .toolbar {
            ToolbarItem(placement: .destructiveAction) {
                Button(phrases(.emptyTrash), role: .destructive) { isAsking = true }
            }
        }
        .confirmationDialog(
            phrases(.emptyTrashQuestion, count: model.home.counts?.trash ?? model.trash.ideas.count),
            isPresented: $isAsking,
            titleVisibility: .visible
        ) {
            Button(phrases(.emptyTrash), role: .destructive, action: model.emptyTrash)
            Button(phrases(.cancel), role: .cancel) {}
        } message: {
            Text(verbatim: phrases(.emptyTrashText))
        }
    }
}

/// A deleted idea, and the way back.
private struct TrashRow: View {
    let idea: IdeaSnapshot
    let model: IdeaBoxModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        HStack(spacing: 12) {
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: idea.title)
                    .lineLimit(2)
                if let days = model.trashOutlook?.daysLeft(of: idea) {
                    Text(verbatim: phrases(.daysLeft, count: days))
                        .font(.subheadline)
                        .foregroundStyle(.secondary)
                }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            .accessibilityElement(children: .combine)
            Button(phrases(.restore)) { model.restore(idea.id) }
                .buttonStyle(.bordered)
                .accessibilityLabel("\(phrases(.restore)): \(idea.title)")
        }
    }
}
