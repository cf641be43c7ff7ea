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
            SyncQuestion(title: phrases(.heldTitle, count: count), reason: phrases(.heldText)) {
                Button(phrases(.refuseDeletions)) { model.answer(.refuseDeletions) }
                    .buttonStyle(.borderedProminent)
                Button(phrases(.acceptDeletions), role: .destructive) { isAsking = true }
                    .buttonStyle(.bordered)
            }
            DisclosureGroup(phrases(.heldShow, count: count)) {
                ForEach(ideas) { idea in
                    Text(verbatim: idea.title)
                        .lineLimit(1)
                }
                if count > ideas.count {
                    Text(verbatim: phrases(.heldMore, phrases.number(count - ideas.count)))
                        .foregroundStyle(.secondary)
                }
            }
        }
        .onChange(of: count, initial: true) { ideas = model.heldIdeas(Self.shown) }
        .confirmationDialog(
            phrases(.acceptQuestion, count: count),
            isPresented: $isAsking,
            titleVisibility: .visible
        ) {
            Button(phrases(.delete), role: .destructive) { model.answer(.acceptDeletions) }
            Button(phrases(.cancel), role: .cancel) {}
        } message: {
            Text(verbatim: phrases(.acceptText))
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
            SyncQuestion(title: phrases(.zoneGoneTitle), reason: phrases(.zoneGoneText)) {
                Button(phrases(.uploadAgain)) { model.answer(.uploadAgain) }
                    .buttonStyle(.borderedProminent)
                Button(phrases(.startEmpty), role: .destructive) { isAsking = true }
                    .buttonStyle(.bordered)
            }
        }
        .confirmationDialog(phrases(.startEmptyQuestion), isPresented: $isAsking, titleVisibility: .visible) {
            Button(phrases(.startEmpty), role: .destructive) { model.answer(.startEmpty) }
            Button(phrases(.cancel), role: .cancel) {}
        } message: {
            Text(verbatim: phrases(.startEmptyText))
        }
    }
}

/// What sync wants to know: the question, why it is asked, and the answers, the harmless one first.
private struct SyncQuestion<Answers: View>: View {
    let title: String
    let reason: String
    @ViewBuilder let answers: Answers

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Text(verbatim: title)
                .font(.title3)
                .fontWeight(.bold)
                .accessibilityAddTraits(.isHeader)
            Text(verbatim: reason)
                .font(.subheadline)
                .foregroundStyle(.secondary)
            HStack(spacing: 12) { answers }
                .padding(.vertical, 4)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}
