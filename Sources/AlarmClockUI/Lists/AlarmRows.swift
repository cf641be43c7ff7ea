import AlarmClockCore
import SwiftData
import SwiftUI

/// Alarms as rows of a list.
struct AlarmRows: View {
    let alarms: [Alarm]
    let model: AlarmClockModel

    /// All alarms by their time, with their days.
    static var all: FetchDescriptor<Alarm> {
        var descriptor = FetchDescriptor<Alarm>(sortBy: [SortDescriptor(\.time), SortDescriptor(\.id)])
        descriptor.relationshipKeyPathsForPrefetching = [\.repeatDays]
        return descriptor
    }

    var body: some View {
        ForEach(alarms) { alarm in
            AlarmRow(alarm: alarm, model: model)
        }
    }
}

/// An alarm: its time, what it is for, on which days, and whether it is on.
private struct AlarmRow: View {
    let alarm: Alarm
    let model: AlarmClockModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        HStack(spacing: 12) {
            Button {
                model.edit(alarm)
            } label: {
                words
            }
            .buttonStyle(.plain)
            .accessibilityLabel(spoken)
            .accessibilityHint(phrases(.editHint))
            Toggle(phrases(.turnOn, phrases.name(alarm.label), time), isOn: isOn)
                .labelsHidden()
        }
        .swipeActions(edge: .trailing) {
            Button(role: .destructive) {
                model.delete(alarm)
            } label: {
                Label(phrases(.delete), systemImage: "trash")
            }
            .accessibilityLabel(phrases(.deleteAlarm, phrases.name(alarm.label), time))
            if alarm.isEnabled || ringsHereStill != nil {
                Button {
                    model.skipNext(alarm)
                } label: {
                    Label(phrases(.skipNext), systemImage: "forward.end")
                }
                .accessibilityLabel(phrases(.skipAlarm, phrases.name(alarm.label), time))
            }
        }
    }

    private var words: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(verbatim: time)
                .font(.largeTitle)
                .fontWeight(.light)
                .monospacedDigit()
                .fixedSize()
                .foregroundStyle(alarm.isEnabled ? Color.primary : Color.secondary)
            Text(verbatim: about.joined(separator: " · "))
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .lineLimit(3)
        }
        .padding(.vertical, 6)
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    private var rule: AlarmRule { AlarmRule(alarm) }
    private var shown: ClockTime { model.home.plan.shownTime(of: rule, now: model.home.minute) }
    private var time: String { phrases.time(shown) }

    private var about: [String] {
        var parts = [phrases.name(alarm.label), phrases.days(rule.days)]
        if let zone = alarm.timeZoneIdentifier {
            parts.append(shown == rule.time ? zone : "\(phrases.time(rule.time)) \(zone)")
        }
        if let note = pause ?? ringsHereStill { parts.append(note) }
        return parts
    }

    /// What is left out, where the next time or more is.
    private var pause: String? {
        guard alarm.isEnabled, let until = alarm.skipNextUntil, until > model.home.minute else { return nil }
        let next = model.home.nextFire(of: alarm)
        return next.map { phrases(.ringsAgain, phrases.moment($0, zone: model.home.zone, now: model.home.minute)) }
    }

    /// That it still rings here, where it is off because it rang on a device whose clock shows another hour.
    private var ringsHereStill: String? {
        guard rule.isOffSinceItRang else { return nil }
        let minute = model.home.minute
        let next = model.home.nextFire(of: alarm)
        return next.map { phrases(.ringsHereStill, phrases.moment($0, zone: model.home.zone, now: minute)) }
    }

    private var spoken: String { ([time] + about).joined(separator: ", ") }

    private var isOn: Binding<Bool> {
        Binding {
            alarm.isEnabled
        } set: { on in
            model.turn(alarm, on: on)
        }
    }
}
