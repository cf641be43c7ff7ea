import IdeaBoxCore
import SwiftUI

/// Deletions that would take most ideas: which they are, and what shall become of them.
struct HeldDeletions: View {
    /// Ideas that are named.
    static let shown = 10

    let model: IdeaBoxModel
    let count: Int
    @State private var ideas: [IdeaSnapshot] = []
    @State private var isAsking = false
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            ForEach(ideas) { idea in
                Text(verbatim: idea.title)
                    .lineLimit(1)
            }
            if count > ideas.count {
                Text(verbatim: phrases(.heldMore, phrases.number(count - ideas.count)))
                    .foregroundStyle(.secondary)
            }
            Button(phrases(.refuseDeletions), systemImage: "tray") { model.answer(.refuseDeletions) }
            Button(phrases(.acceptDeletions), systemImage: "trash", role: .destructive) { isAsking = true }
        } header: {
            Text(verbatim: phrases(.heldTitle, count: count))
        } footer: {
            Text(verbatim: phrases(.heldText))
        }
        .onChange(of: count, initial: true) { ideas = model.heldIdeas(Self.shown) }
        .confirmationDialog(
            phrases(.acceptQuestion, count: count),
            isPresented: $isAsking,
            titleVisibility: .visible
        ) {
            Button(phrases(.delete), role: .destructive) { model.answer(.acceptDeletions) }
            Button(phrases(.cancel), role: .cancel) {}
        }
    }
}

/// The ideas are gone from the service as a whole, and the person says what shall become of those of this device.
struct ZoneGone: View {
    let model: IdeaBoxModel
    @State private var isAsking = false
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            Button(phrases(.uploadAgain), systemImage: "square.and.arrow.up") { model.answer(.uploadAgain) }
            Button(phrases(.startEmpty), systemImage: "trash", role: .destructive) { isAsking = true }
        } header: {
            Text(verbatim: phrases(.zoneGoneTitle))
        } footer: {
            Text(verbatim: phrases(.zoneGoneText))
        }
        .confirmationDialog(phrases(.startEmptyQuestion), isPresented: $isAsking, titleVisibility: .visible) {
            Button(phrases(.startEmpty), role: .destructive) { model.answer(.startEmpty) }
            Button(phrases(.cancel), role: .cancel) {}
        } message: {
            Text(verbatim: phrases(.startEmptyText))
        }
    }
}
