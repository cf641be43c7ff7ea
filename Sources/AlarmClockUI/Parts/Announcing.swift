import AlarmClockCore
import SwiftUI

/// Says aloud what was done, to those who listen.
struct Announcing: ViewModifier {
    let announcement: Announcement?
    let home: AlarmClockHome
    @Environment(\.phrases) private var phrases

    func body(content: Content) -> some View {
        content.onChange(of: announcement) { _, new in
            guard let new else { return }
            let text = phrases.text(for: new.said, zone: home.zone, now: home.now)
            AccessibilityNotification.Announcement(text).post()
        }
    }
}
