import SwiftUI

/// What lies above the tabs: a title, the content, and a way out.
struct PanelFrame<Content: View>: View {
    let title: String
    @ViewBuilder let content: Content
    @Environment(\.dismiss) private var dismiss
    @Environment(\.phrases) private var phrases

    var body: some View {
        NavigationStack {
            content
                .navigationTitle(title)
                .navigationBarTitleDisplayMode(.inline)
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) {
                        Button(phrases(.close)) { dismiss() }
                    }
                }
        }
    }
}
