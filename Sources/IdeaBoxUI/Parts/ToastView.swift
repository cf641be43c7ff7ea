import SwiftUI

/// Where the sentence at the bottom of a screen comes up: below what scrolls, so that it covers nothing.
struct ToastPlace: View {
    let model: IdeaBoxModel

    var body: some View {
        if let toast = model.toast {
            ToastView(toast: toast, undo: model.undo, dismiss: model.dismissToast)
                .transition(.move(edge: .bottom).combined(with: .opacity))
        }
    }
}

/// A sentence at the bottom of the window, with a way back where there is one.
struct ToastView: View {
    let toast: Toast
    let undo: @MainActor () -> Void
    let dismiss: @MainActor () -> Void
    @Environment(\.phrases) private var phrases

    var body: some View {
        HStack(spacing: 12) {
            Text(verbatim: phrases.text(for: toast.said))
                .font(.subheadline)
                .lineLimit(2)
            Spacer(minLength: 8)
            if toast.undo != nil {
                Button(phrases(.undo), action: undo)
                    .fontWeight(.semibold)
            } else {
                Button(phrases(.dismiss), systemImage: "xmark", action: dismiss)
                    .labelStyle(.iconOnly)
                    .foregroundStyle(.secondary)
            }
        }
        .buttonStyle(.borderless)
        .padding(.leading, 16)
        .padding(.trailing, 8)
        .padding(.vertical, 4)
        .frame(maxWidth: 480)
        .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 14))
        .shadow(radius: 8)
        .padding(.horizontal, 16)
        .padding(.bottom, 8)
    }
}
