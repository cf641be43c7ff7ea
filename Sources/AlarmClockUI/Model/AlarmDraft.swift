import AlarmClockCore
import Foundation

/// An alarm while it is edited: what was there, and what is to become of it.
struct AlarmDraft: Identifiable, Equatable, Sendable {
    let id: String
    /// The alarm as the person began with it; nil for a new one.
    let base: AlarmRecord?
    /// What is to be kept.
    var record: AlarmRecord
    /// The template that a new alarm is made from.
    var templateID: UUID?

    /// A new alarm.
    init(_ record: AlarmRecord) {
        id = "new"
        base = nil
        self.record = record
    }

    /// An alarm of the list.
    @MainActor
    init(_ alarm: Alarm) {
        let record = AlarmRecord(alarm)
        id = alarm.id.uuidString
        base = record
        self.record = record
    }

    var isNew: Bool { base == nil }
    /// Whether something would be lost.
    var isDirty: Bool { base.map { $0 != record } ?? false }

    /// What is kept: whoever sets another time or other days wants the alarm to ring.
    var ready: AlarmRecord {
        var record = record
        record.label = record.label.trimmingCharacters(in: .whitespacesAndNewlines)
        if let base, base.time != record.time || base.days != record.days { record.isEnabled = true }
        return record
    }
}

extension AlarmRecord {
    /// The tone; names of the old app that are not known any more sound as the standard tone.
    var tone: Tone {
        get { Tone(sound) ?? .standard }
        set { sound = newValue.rawValue }
    }
}
