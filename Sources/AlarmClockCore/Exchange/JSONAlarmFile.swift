import AppCommons
import Foundation

/// Alarms as a JSON array.
enum JSONAlarmFile: AlarmFileFormat {
    static func text(_ entries: [AlarmEntry], at moment: ExchangeMoment) -> String {
        JSONText.array(entries.map(json)) + "\n"
    }

    private static func json(_ entry: AlarmEntry) -> String {
        entry.record.json { object in
            if case .some(let date) = entry.skipNextUntil {
                object.add("skipNextUntil", ISODate.text(date))
            } else {
                object.add("skipNextUntil", raw: nil)
            }
            object.add("createdAt", entry.createdAt.map(ISODate.text))
            if case .some(let template) = entry.template {
                object.add("template", raw: template.json)
            } else {
                object.add("template", raw: nil)
            }
        }
    }

    static func entries(_ data: Data) throws -> [Result<AlarmEntry, EntryProblem>] {
        guard let list = try? JSONSerialization.jsonObject(with: data) as? [Any] else { throw UnreadableAlarmFile() }
        return list.map { entry in
            Result { () throws(EntryProblem) in
                guard let fields = entry as? [String: Any] else { throw .notAnObject }
                var entry = AlarmEntry(try record(fields))
                entry.skipNextUntil = try skipNextUntil(fields)
                entry.createdAt = try date(fields, "createdAt")
                entry.template = try template(fields)
                return entry
            }
        }
    }

    /// Files of earlier versions do not say it.
    private static func skipNextUntil(_ fields: [String: Any]) throws(EntryProblem) -> AlarmEntry.Word<Date> {
        fields["skipNextUntil"] == nil ? .unsaid : .init(try date(fields, "skipNextUntil"))
    }

    private static func date(_ fields: [String: Any], _ name: String) throws(EntryProblem) -> Date? {
        guard let text: String = try value(fields, name, or: nil) else { return nil }
        guard let date = ISODate.date(text) else { throw .field(name) }
        return date
    }

    /// A text is only a name, as `list --json` writes it: which template it is, nobody can tell.
    private static func template(_ fields: [String: Any]) throws(EntryProblem) -> AlarmEntry.Word<TemplateRecord> {
        switch fields["template"] {
        case nil, is String: return .unsaid
        case is NSNull: return .none
        case let object as [String: Any]:
            guard let template = TemplateRecord(object) else { throw .field("template") }
            return .some(template)
        default: throw .field("template")
        }
    }

    private static func record(_ fields: [String: Any]) throws(EntryProblem) -> AlarmRecord {
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
