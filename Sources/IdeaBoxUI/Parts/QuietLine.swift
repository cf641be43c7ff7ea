import SwiftUI

/// A line above a list that says how things stand, where nothing needs to be done.
struct QuietLine<Actions: View>: View {
    let text: String
    let systemImage: String
    @ViewBuilder let actions: Actions

    var body: some View {
        HStack(spacing: 8) {
            Label(text, systemImage: systemImage)
                .font(.footnote)
                .foregroundStyle(.secondary)
                .frame(maxWidth: .infinity, alignment: .leading)
            HStack(spacing: 0) { actions }
                .fixedSize()
                .font(.footnote)
                .buttonStyle(.borderless)
        }
        .padding(.horizontal, 16)
    }
}
