import AlarmClockCore
import SwiftData
import SwiftUI

/// An alarm as a form: when, what for, how it sounds, how it is put off.
struct AlarmEditor: View {
    let model: AlarmClockModel
    @State private var draft: AlarmDraft
    @State private var failure: String?
    @Environment(\.dismiss) private var dismiss
    @Environment(\.phrases) private var phrases

    init(model: AlarmClockModel, draft: AlarmDraft) {
        self.model = model
        _draft = State(initialValue: draft)
    }

    var body: some View {
        NavigationStack {
            Form {
                if let failure {
                    Section {
                        Label(failure, systemImage: "exclamationmark.triangle")
                            .foregroundStyle(.red)
                    }
                }
                WhenSection(draft: $draft, home: model.home)
                SoundSection(draft: $draft, model: model)
                SnoozeSection(draft: $draft)
                ZoneSection(draft: $draft, home: model.home)
                if let id = draft.base?.id {
                    ExistingSections(id: id, model: model, dismiss: dismiss.callAsFunction)
                }
            }
            .navigationTitle(phrases(draft.isNew ? .newAlarm : .editAlarm))
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button(phrases(.cancel)) { dismiss() }
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button(phrases(.save), action: save)
                        .keyboardShortcut("s")
                }
            }
        }
        .onSubmit(save)
        .interactiveDismissDisabled(draft.isDirty)
    }

    private func save() {
        do {
            try model.save(draft)
            dismiss()
        } catch {
            failure = phrases.text(for: error)
        }
    }
}

/// The time, what it is for, and the days.
private struct WhenSection: View {
    @Binding var draft: AlarmDraft
    let home: AlarmClockHome
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            DatePicker(phrases(.time), selection: time, displayedComponents: .hourAndMinute)
                .environment(\.timeZone, .gmt)
                .environment(\.calendar, .gmt)
            TextField(phrases(.label), text: $draft.record.label, prompt: Text(verbatim: phrases(.labelPrompt)))
                .submitLabel(.done)
        }
        Section {
            DayButtons(days: $draft.record.days)
        } header: {
            Text(verbatim: phrases(.repeats))
        } footer: {
            Text(verbatim: phrases(.repeatsNote, phrases.days(draft.record.days)))
        }
    }

    /// The time on the clock, which has no zone: pickers see it as of GMT.
    private var time: Binding<Date> {
        Binding {
            draft.record.time.date
        } set: { date in
            draft.record.time = ClockTime(showing: date, in: .gmt)
        }
    }
}

/// The tone and how loud it becomes.
private struct SoundSection: View {
    @Binding var draft: AlarmDraft
    let model: AlarmClockModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            Picker(phrases(.sound), selection: $draft.record.tone) {
                ForEach(Tone.allCases, id: \.self) { tone in
                    Text(verbatim: phrases.text(for: tone)).tag(tone)
                }
            }
            Slider(value: $draft.record.volume, in: 0...1, step: 0.05) {
                Text(verbatim: phrases(.volume))
            }
            .accessibilityValue(phrases(.percent, phrases.number(Int((draft.record.volume * 100).rounded()))))
            Button(phrases(.listen), systemImage: "speaker.wave.2") {
                model.listen(draft.record.tone, volume: draft.record.volume)
            }
        } header: {
            Text(verbatim: phrases(.sound))
        }
    }
}

/// Whether and how long it may be put off.
private struct SnoozeSection: View {
    /// What is offered, in minutes; an alarm with another length keeps it.
    static let choices = [1, 5, 9, 10, 15, 20, 30, 45, 60]

    @Binding var draft: AlarmDraft
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            Toggle(phrases(.maySnooze), isOn: $draft.record.snoozeEnabled)
            if draft.record.snoozeEnabled {
                Picker(phrases(.snoozeLength), selection: $draft.record.snoozeMinutes) {
                    ForEach(lengths, id: \.self) { minutes in
                        Text(verbatim: phrases(.minutes, count: minutes)).tag(minutes)
                    }
                }
            }
        } header: {
            Text(verbatim: phrases(.snooze))
        }
    }

    private var lengths: [Int] { Set(Self.choices + [draft.record.snoozeMinutes]).sorted() }
}

/// Whose clock it follows.
private struct ZoneSection: View {
    static let known = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }.sorted()

    @Binding var draft: AlarmDraft
    let home: AlarmClockHome
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            Picker(phrases(.zone), selection: $draft.record.timeZoneIdentifier) {
                Text(verbatim: phrases(.deviceZone, home.zone.identifier)).tag(String?.none)
                ForEach(names, id: \.self) { name in
                    Text(verbatim: name).tag(String?.some(name))
                }
            }
        } footer: {
            Text(verbatim: phrases(.zoneNote))
        }
    }

    private var names: [String] {
        guard let own = draft.record.timeZoneIdentifier, !Self.known.contains(own) else { return Self.known }
        return [own] + Self.known
    }
}

extension Calendar {
    /// A calendar for times that have no zone.
    static var gmt: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
