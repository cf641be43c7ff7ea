import SwiftUI

/// Says aloud what was done, to those who listen.
struct Announcing: ViewModifier {
    let announcement: Announcement?
    @Environment(\.phrases) private var phrases

    func body(content: Content) -> some View {
        content.onChange(of: announcement) { _, new in
            guard let new else { return }
            AccessibilityNotification.Announcement(phrases.text(for: new.said)).post()
        }
    }
}
