import SwiftUI

/// How long ago something was.
struct DateText: View {
    let date: Date
    let now: Date
    @Environment(\.phrases) private var phrases

    var body: some View {
        Text(verbatim: phrases.ago(date, now: now))
    }
}
