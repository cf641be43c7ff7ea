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
            MissedBanners(model: model)
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

/// The alarms that were missed here, the latest ones each with a line of its own.
private struct MissedBanners: View {
    /// More are told of together.
    static let maximum = 3

    let model: AlarmClockModel
    @Environment(\.phrases) private var phrases

    private var missed: [MissedRing] { model.home.missed }

    var body: some View {
        ForEach(missed.prefix(Self.maximum), id: \.alarmID) { ring in
            Banner(text: text(ring), systemImage: "bell.badge", tint: .orange) {
                Button(phrases(.dismiss)) { model.putAway([ring]) }
                    .accessibilityLabel(
                        phrases(ring.rang ? .dismissUnheard : .dismissMissed, phrases.name(ring.label))
                    )
            }
        }
        if missed.count > Self.maximum {
            let rest = Array(missed.dropFirst(Self.maximum))
            Banner(text: phrases(.missedMore, count: rest.count), systemImage: "bell.badge", tint: .orange) {
                Button(phrases(.dismiss)) { model.putAway(rest) }
                    .accessibilityLabel(phrases(.dismissMore, count: rest.count))
            }
        }
    }

    private func text(_ ring: MissedRing) -> String {
        let home = model.home
        return phrases(
            ring.rang ? .unheard : .missed,
            phrases.name(ring.label),
            phrases.moment(ring.occurrence, zone: home.zone, now: home.minute)
        )
    }
}
