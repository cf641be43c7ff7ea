import AlarmClockCore
import SwiftUI

/// A sentence at the bottom of the window, with a way back where there is one.
struct ToastView: View {
    let toast: Toast
    let home: AlarmClockHome
    let undo: @MainActor () -> Void
    let dismiss: @MainActor () -> Void
    @Environment(\.phrases) private var phrases

    var body: some View {
        HStack(spacing: 12) {
            Text(verbatim: phrases.text(for: toast.said, zone: home.zone, now: home.now))
                .font(.subheadline)
                .lineLimit(3)
                .frame(maxWidth: .infinity, alignment: .leading)
            if toast.undo != nil {
                Button(phrases(.undo), action: undo)
                    .fontWeight(.semibold)
            }
            Button(phrases(.dismiss), systemImage: "xmark", action: dismiss)
                .labelStyle(.iconOnly)
                .foregroundStyle(.secondary)
        }
        .buttonStyle(.borderless)
        .padding(.horizontal, 16)
        .padding(.vertical, 10)
        .frame(maxWidth: 480)
        .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 14))
        .shadow(radius: 8)
        .padding(.horizontal, 16)
        .padding(.bottom, 8)
    }
}

/// The sentence of a window above a screen, where there is one.
struct Toasting: ViewModifier {
    let model: AlarmClockModel

    func body(content: Content) -> some View {
        content.overlay(alignment: .bottom) {
            if let toast = model.toast {
                ToastView(toast: toast, home: model.home, undo: model.undo, dismiss: model.dismissToast)
            }
        }
    }
}
