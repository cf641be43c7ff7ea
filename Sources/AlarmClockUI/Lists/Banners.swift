import AlarmClockCore
import SwiftUI

/// What the person should know before the list: that nothing will ring, what is put off, and what waits.
struct Banners: View {
    let model: AlarmClockModel
    @Environment(\.phrases) private var phrases

    private var home: AlarmClockHome { model.home }

    var body: some View {
        VStack(spacing: 0) {
            if home.daemon == .absent {
                Banner(text: phrases(.daemonAbsent), systemImage: "bell.slash", tint: .orange) {
                    Button(phrases(.status)) { model.tab = .status }
                }
            }
            ForEach(home.daemon.snoozed, id: \.id) { ring in
                Banner(text: snoozed(ring), systemImage: "zzz", tint: .blue) {
                    Button(phrases(.stop)) { model.stop(ring) }
                        .accessibilityLabel(phrases(.stopAlarm, phrases.name(ring.label)))
                }
            }
            if home.legacy.waits {
                Banner(text: phrases(.oldWaits), systemImage: "tray.and.arrow.down", tint: .orange) {
                    Button(phrases(.takeOver), action: model.takeOver)
                }
            }
            if home.sync.state == .needsAttention, let problem = home.sync.problem, problem != .misconfigured {
                Banner(text: phrases.text(for: problem), systemImage: "exclamationmark.icloud", tint: .orange) {
                    Button(phrases(.status)) { model.tab = .status }
                }
            }
        }
    }

    private func snoozed(_ ring: DaemonAnswer.Ringing) -> String {
        let until = ring.snoozedUntil.map { phrases.time(home.zone.clockTime(at: $0)) } ?? ""
        return phrases(.snoozedUntil, phrases.name(ring.label), until)
    }
}
