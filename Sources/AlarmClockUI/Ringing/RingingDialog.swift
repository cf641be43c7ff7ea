import AlarmClockCore
import SwiftUI

/// What rings, over the whole window: put it off, or stop it.
struct RingingDialog: View {
    let model: AlarmClockModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        NavigationStack {
            ScrollView {
                VStack(spacing: 40) {
                    if let silence = model.home.daemon.silence {
                        Label(phrases(.notHeard, silence), systemImage: "speaker.slash")
                            .font(.subheadline)
                            .multilineTextAlignment(.center)
                    }
                    ForEach(model.home.daemon.ringing, id: \.id) { ring in
                        RingCard(ring: ring, model: model)
                    }
                }
                .frame(maxWidth: .infinity)
                .padding(.vertical, 32)
                .padding(.horizontal, 16)
            }
            .navigationTitle(phrases(.ringing))
            .navigationBarTitleDisplayMode(.inline)
        }
        .interactiveDismissDisabled()
    }
}

extension DaemonAnswer.Ringing {
    /// Why it cannot be put off: it never was to be, or was too often.
    var withoutSnooze: Phrase { (snoozeCount ?? 0) > 0 ? .noMoreSnooze : .noSnooze }
}

/// One alarm that rings.
private struct RingCard: View {
    /// How long it may be put off with one press, in minutes.
    static let choices = [1, 5, 9, 15, 30]

    let ring: DaemonAnswer.Ringing
    let model: AlarmClockModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        VStack(spacing: 20) {
            Image(systemName: "alarm")
                .font(.largeTitle)
                .foregroundStyle(Color.accentColor)
                .accessibilityHidden(true)
            Text(verbatim: phrases.time(model.home.zone.clockTime(at: ring.occurrence)))
                .font(.system(size: 72, weight: .light))
                .monospacedDigit()
            Text(verbatim: phrases.name(ring.label))
                .font(.title2)
                .multilineTextAlignment(.center)
                .lineLimit(4)
                .accessibilityAddTraits(.isHeader)
            if ring.canSnooze {
                snooze
            } else {
                Text(verbatim: phrases(ring.withoutSnooze))
                    .foregroundStyle(.secondary)
            }
            Button(role: .destructive) {
                model.stop(ring)
            } label: {
                Text(verbatim: phrases(.stop))
                    .frame(maxWidth: .infinity)
            }
            .buttonStyle(.borderedProminent)
            .controlSize(.large)
            .accessibilityLabel(phrases(.stopAlarm, phrases.name(ring.label)))
        }
        .disabled(model.isPressing)
        .frame(maxWidth: 360)
    }

    private var snooze: some View {
        VStack(spacing: 12) {
            Button {
                model.snooze(ring, minutes: nil)
            } label: {
                Text(verbatim: phrases(.snooze))
                    .frame(maxWidth: .infinity)
            }
            .buttonStyle(.bordered)
            .controlSize(.large)
            .accessibilityLabel(phrases(.snoozeAlarm, phrases.name(ring.label)))
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 100), spacing: 8)], spacing: 8) {
                ForEach(Self.choices, id: \.self) { minutes in
                    Button {
                        model.snooze(ring, minutes: minutes)
                    } label: {
                        Text(verbatim: phrases(.minutesShort, phrases.number(minutes)))
                            .frame(maxWidth: .infinity)
                    }
                    .buttonStyle(.bordered)
                    .accessibilityLabel(phrases(.snoozeFor, count: minutes))
                }
            }
        }
    }
}
