import SwiftUI

/// The circle before an idea, which marks it as done and as open again.
struct CheckButton: View {
    let title: String
    let isCompleted: Bool
    let action: @MainActor () -> Void
    @Environment(\.phrases) private var phrases

    var body: some View {
        Button(action: action) {
            Image(systemName: isCompleted ? "checkmark.circle.fill" : "circle")
                .font(.title2)
                .foregroundStyle(isCompleted ? Color.accentColor : Color.secondary)
        }
        .buttonStyle(.plain)
        .accessibilityLabel(phrases(isCompleted ? .markOpen : .markDone, title))
        .accessibilityHint(phrases(.toggleHint))
    }
}
