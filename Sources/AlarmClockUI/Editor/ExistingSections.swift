import AlarmClockCore
import SwiftData
import SwiftUI

/// What can be done with an alarm that is in the list: leave out times, and delete it.
struct ExistingSections: View {
    let id: UUID
    let model: AlarmClockModel
    let dismiss: @MainActor () -> Void
    @Query private var found: [Alarm]
    @Environment(\.phrases) private var phrases

    init(id: UUID, model: AlarmClockModel, dismiss: @escaping @MainActor () -> Void) {
        self.id = id
        self.model = model
        self.dismiss = dismiss
        _found = Query(filter: #Predicate<Alarm> { $0.id == id })
    }

    var body: some View {
        if let alarm = found.first {
            if alarm.isEnabled { SkipSection(alarm: alarm, model: model) }
            Section {
                Button(phrases(.delete), systemImage: "trash", role: .destructive) {
                    model.delete(alarm)
                    dismiss()
                }
            }
        } else {
            Section {
                Label(phrases(.goneElsewhere), systemImage: "trash")
            }
        }
    }
}

/// When the alarm rings next, and what may be left out.
private struct SkipSection: View {
    let alarm: Alarm
    let model: AlarmClockModel
    @State private var day = Date(timeIntervalSinceReferenceDate: 0)
    @Environment(\.phrases) private var phrases

    private var home: AlarmClockHome { model.home }

    var body: some View {
        Section {
            if let next = home.nextFire(of: alarm) {
                LabeledContent(phrases(.next), value: phrases.moment(next, zone: home.zone, now: home.minute))
                Button(phrases(.skipNext), systemImage: "forward.end") { model.skipNext(alarm) }
            }
            if let until = alarm.skipNextUntil, until > home.minute {
                LabeledContent(phrases(.leftOut), value: phrases.moment(until, zone: home.zone, now: home.minute))
                Button(phrases(.ringAsSet), systemImage: "bell") { model.resume(alarm) }
            }
            if !alarm.repeatDays.isEmpty {
                DatePicker(phrases(.pauseDay), selection: $day, in: tomorrow..., displayedComponents: .date)
                    .environment(\.timeZone, .gmt)
                    .environment(\.calendar, .gmt)
                Button(phrases(.pause), systemImage: "pause.circle") { pause() }
            }
        } header: {
            Text(verbatim: phrases(.leaveOut))
        } footer: {
            if !alarm.repeatDays.isEmpty { Text(verbatim: phrases(.pauseNote)) }
        }
        .onAppear { day = tomorrow + 6 * 86_400 }
    }

    /// The day after today on the device, as pickers see days: in GMT.
    private var tomorrow: Date {
        let today = home.zone.day(at: home.minute).number
        return Date(timeIntervalSince1970: Double((today + 1) * 86_400))
    }

    private func pause() {
        model.pause(alarm, until: CivilDay(number: Int((day.timeIntervalSince1970 / 86_400).rounded(.down))))
    }
}
