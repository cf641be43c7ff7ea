import AppCommons
import Foundation
import SwiftData

/// An alarm as files and editors have it, apart from the store.
package struct AlarmRecord: Equatable, Sendable {
    package var id: UUID?
    package var time: ClockTime
    package var days: WeekdaySet
    package var label: String
    package var isEnabled = true
    package var sound = Tone.standard.rawValue
    package var volume = 1.0
    package var snoozeEnabled = true
    package var snoozeMinutes = 9
    package var vibrationEnabled = true
    package var timeZoneIdentifier: String?

    /// A new alarm.
    package init(time: ClockTime, days: WeekdaySet, label: String) {
        self.time = time
        self.days = days
        self.label = label
    }

    /// The alarm of the store.
    package init(_ alarm: Alarm) {
        let rule = AlarmRule(alarm)
        self.init(time: rule.time, days: rule.days, label: alarm.label)
        id = alarm.id
        isEnabled = alarm.isEnabled
        sound = alarm.sound
        volume = alarm.volume
        snoozeEnabled = alarm.snoozeEnabled
        snoozeMinutes = alarm.snoozeMinutes
        vibrationEnabled = alarm.vibrationEnabled
        timeZoneIdentifier = alarm.timeZoneIdentifier
    }

    /// Checks it against the rules.
    ///
    /// - Throws: ``AlarmClockError``.
    func check(_ zones: ZoneDatabase) throws {
        try AlarmRules.check(label: label)
        try AlarmRules.check(label: sound)
        try AlarmRules.check(volume: volume)
        try AlarmRules.check(snoozeMinutes: snoozeMinutes)
        if let timeZoneIdentifier { _ = try zones.zone(timeZoneIdentifier) }
    }

    /// Writes it into an alarm of the store.
    func write(to alarm: Alarm, days manager: AlarmManager) {
        alarm.time = time.date
        alarm.label = label
        alarm.isEnabled = isEnabled
        alarm.sound = sound
        alarm.volume = volume
        alarm.snoozeEnabled = snoozeEnabled
        alarm.snoozeMinutes = snoozeMinutes
        alarm.vibrationEnabled = vibrationEnabled
        alarm.timeZoneIdentifier = timeZoneIdentifier
        manager.setDays(days, of: alarm)
    }

    /// What another one has, with everything that was changed here since a common beginning.
    func merged(into other: AlarmRecord, since base: AlarmRecord) -> AlarmRecord {
        var merged = other
        func take<Value: Equatable>(_ field: WritableKeyPath<AlarmRecord, Value>) {
            if self[keyPath: field] != base[keyPath: field] { merged[keyPath: field] = self[keyPath: field] }
        }
        take(\.time)
        take(\.days)
        take(\.label)
        take(\.isEnabled)
        take(\.sound)
        take(\.volume)
        take(\.snoozeEnabled)
        take(\.snoozeMinutes)
        take(\.vibrationEnabled)
        take(\.timeZoneIdentifier)
        return merged
    }

    /// The alarm as one JSON object; `nextFire` is left out where it is not wanted.
    func json(adding more: (inout JSONText) -> Void = { _ in }) -> String {
        var object = JSONText()
        object.add("id", id?.uuidString.lowercased())
        object.add("time", time.text)
        object.add("repeatDays", raw: "[\(days.days.map(String.init).joined(separator: ","))]")
        object.add("label", label)
        object.add("isEnabled", isEnabled)
        object.add("sound", sound)
        object.add("volume", raw: String(volume))
        object.add("snoozeEnabled", snoozeEnabled)
        object.add("snoozeMinutes", snoozeMinutes)
        object.add("vibrationEnabled", vibrationEnabled)
        object.add("timeZoneIdentifier", timeZoneIdentifier)
        more(&object)
        return object.text
    }
}

/// A format of files.
package enum ExchangeFormat: String, CaseIterable, Sendable {
    case json, csv, ics

    /// The format that the ending of a file tells.
    init?(path: String) {
        self.init(rawValue: URL(filePath: path).pathExtension.lowercased())
    }
}

/// Why an entry of a file is not taken in.
enum EntryProblem: Error {
    case notAnObject
    case field(String)
    case rule(any Error)
    /// It was to ring once, at a day and time that are past.
    case past(String)
    /// It leaves out one of its times, and not those before.
    case leavesOut(String)
}

/// Reads and writes files of alarms.
protocol AlarmFileFormat {
    /// All alarms as the text of a file.
    static func text(_ entries: [AlarmEntry], at moment: ExchangeMoment) -> String
    /// The entries of a file, the broken ones in their places.
    ///
    /// Throws ``UnreadableAlarmFile`` where the file is none of the format.
    static func entries(_ data: Data) throws -> [Result<AlarmEntry, EntryProblem>]
}

/// A file that is none of its format.
struct UnreadableAlarmFile: Error {}

extension ExchangeFormat {
    var format: any AlarmFileFormat.Type {
        switch self {
        case .json: JSONAlarmFile.self
        case .csv: CSVAlarmFile.self
        case .ics: CalendarAlarmFile.self
        }
    }
}
