import SwiftUI

/// The circle before an idea, which marks it as done and as open again.
struct CheckButton: View {
    let title: String
    let isCompleted: Bool
    /// Where many stand below each other, those that are done step back.
    var isQuiet = false
    let action: @MainActor () -> Void
    @Environment(\.phrases) private var phrases

    var body: some View {
        Button(action: action) {
            Image(systemName: isCompleted ? "checkmark.circle.fill" : "circle")
                .font(.title2)
                .foregroundStyle(isCompleted ? Color.accentColor : Color.secondary)
                .opacity(isCompleted && isQuiet ? 0.5 : 1)
        }
        .buttonStyle(.plain)
        .accessibilityLabel(phrases(isCompleted ? .markOpen : .markDone, title))
        .accessibilityHint(phrases(.toggleHint))
    }
}
