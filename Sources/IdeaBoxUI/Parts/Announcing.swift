import SwiftUI

/// Says aloud what was done, to those who listen.
struct Announcing: ViewModifier {
    let announcement: Announcement?
    @Environment(\.phrases) private var phrases

    func body(content: Content) -> some View {
        content.onChange(of: announcement) { _, new in
            guard let new else { return }
            var words = AttributedString(phrases.text(for: new.said))
            if new.said.isUrgent { words.accessibilitySpeechAnnouncementPriority = .high }
            AccessibilityNotification.Announcement(words).post()
        }
    }
}
