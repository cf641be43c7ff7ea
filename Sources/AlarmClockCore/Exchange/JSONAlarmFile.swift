import AppCommons
import Foundation

/// Alarms as a JSON array.
enum JSONAlarmFile: AlarmFileFormat {
    static func text(_ records: [AlarmRecord], now: Date) -> String {
        JSONText.array(records.map { $0.json() }) + "\n"
    }

    static func records(_ data: Data) throws -> [Result<AlarmRecord, EntryProblem>] {
        guard let list = try? JSONSerialization.jsonObject(with: data) as? [Any] else { throw UnreadableAlarmFile() }
        return list.map { entry in
            Result { () throws(EntryProblem) in try record(entry) }
        }
    }

    private static func record(_ entry: Any) throws(EntryProblem) -> AlarmRecord {
        guard let fields = entry as? [String: Any] else { throw .notAnObject }
        guard let text = fields["time"] as? String else { throw .field("time") }
        guard let time = ClockTime(text) else { throw .rule(AlarmClockError.constraintViolation(.time(text))) }
        let days: [Int] = try value(fields, "repeatDays", or: [])
        do {
            try AlarmRules.check(weekdays: days)
        } catch {
            throw .rule(error)
        }
        var record = AlarmRecord(time: time, days: WeekdaySet(days), label: try value(fields, "label", or: ""))
        if let text: String = try value(fields, "id", or: nil) {
            guard let id = UUID(uuidString: text) else { throw .field("id") }
            record.id = id
        }
        record.isEnabled = try value(fields, "isEnabled", or: true)
        record.sound = try value(fields, "sound", or: record.sound)
        record.volume = try value(fields, "volume", or: 1.0)
        record.snoozeEnabled = try value(fields, "snoozeEnabled", or: true)
        record.snoozeMinutes = try value(fields, "snoozeMinutes", or: 9)
        record.vibrationEnabled = try value(fields, "vibrationEnabled", or: true)
        record.timeZoneIdentifier = try value(fields, "timeZoneIdentifier", or: nil)
        return record
    }

    private static func value<Value>(
        _ fields: [String: Any],
        _ name: String,
        or standard: Value
    ) throws(EntryProblem) -> Value {
        guard let value = fields[name], !(value is NSNull) else { return standard }
        guard let value = value as? Value else { throw .field(name) }
        return value
    }
}
