import Foundation

/// An alarm as the old app kept it.
struct LegacyAlarm: Equatable {
    var id: UUID
    var time: ClockTime
    var label: String
    var isEnabled: Bool
    var repeatDays: [Int]
    var sound: String
    var snoozeEnabled: Bool
    var vibrationEnabled: Bool
    var template: LegacyTemplate?

    struct LegacyTemplate: Equatable, Hashable {
        var id: UUID?
        var texts: [String: String]

        func text(_ key: String) -> String { texts[key] ?? "" }

        /// The text as it was written, also where nobody can read a time or days in it; the standard where none was.
        func text(_ key: String, or standard: String) -> String {
            let text = text(key)
            return text.isEmpty ? standard : text
        }
    }

    /// Why an entry cannot be taken over.
    enum Problem: Error {
        /// It is no object.
        case notAnObject
        /// The field is missing, or of another kind.
        case field(String)
        /// It breaks a rule.
        case rule(AlarmRuleViolation)
    }

    private static let templateFields = [
        "name", "category", "icon", "templateDescription", "time", "frequency", "defaultTime", "repeatType", "scenario",
    ]

    /// Reads an entry; a time of another day is read on a clock of the zone.
    init(_ entry: Any, zone: ZoneTable) throws(Problem) {
        guard let fields = entry as? [String: Any] else { throw .notAnObject }
        guard let id = (fields["id"] as? String).flatMap(UUID.init(uuidString:)) else { throw .field("id") }
        guard let date = Self.date(fields["time"]) else { throw .field("time") }
        self.id = id
        time = ClockTime(showing: date, on: zone)
        label = try Self.value(fields, "label", or: "闹钟")
        isEnabled = try Self.value(fields, "isEnabled", or: true)
        repeatDays = try Self.value(fields, "repeatDays", or: [])
        sound = try Self.value(fields, "sound", or: "默认")
        snoozeEnabled = try Self.value(fields, "snoozeEnabled", or: true)
        vibrationEnabled = try Self.value(fields, "vibrationEnabled", or: true)
        template = try Self.template(fields["template"])
        try check()
    }

    private func check() throws(Problem) {
        do {
            try AlarmRules.check(label: label)
            try AlarmRules.check(label: sound)
            try AlarmRules.check(weekdays: repeatDays)
            if let template, template.text("name").allSatisfy(\.isWhitespace) {
                throw AlarmClockError.constraintViolation(.templateWithoutName)
            }
            for field in Self.templateFields {
                let count = template?.text(field).count ?? 0
                guard count <= AlarmRules.maximumTemplateText else {
                    let limit = AlarmRules.maximumTemplateText
                    throw AlarmClockError.constraintViolation(
                        .templateTextTooLong(field: field, count: count, limit: limit)
                    )
                }
            }
        } catch AlarmClockError.constraintViolation(let violation) {
            throw .rule(violation)
        } catch {
            throw .notAnObject
        }
    }

    private static func value<Value>(
        _ fields: [String: Any],
        _ name: String,
        or standard: Value
    ) throws(Problem) -> Value {
        guard let value = fields[name], !(value is NSNull) else { return standard }
        guard let value = value as? Value else { throw .field(name) }
        return value
    }

    /// Seconds since 2001, as the old app's encoder wrote them, or a text of ISO 8601.
    private static func date(_ value: Any?) -> Date? {
        if let seconds = value as? Double {
            return abs(seconds) < 1e11 ? Date(timeIntervalSinceReferenceDate: seconds) : nil
        }
        guard let text = value as? String else { return nil }
        return ISODate.date(text)
    }

    private static func template(_ value: Any?) throws(Problem) -> LegacyTemplate? {
        guard let value, !(value is NSNull) else { return nil }
        guard let fields = value as? [String: Any] else { throw .field("template") }
        var texts: [String: String] = [:]
        for name in templateFields { texts[name] = try Self.value(fields, name, or: "") }
        // Older versions wrote the long name short.
        if texts["templateDescription"]?.isEmpty ?? true {
            texts["templateDescription"] = try Self.value(fields, "description", or: "")
        }
        return LegacyTemplate(id: (fields["id"] as? String).flatMap(UUID.init(uuidString:)), texts: texts)
    }
}
