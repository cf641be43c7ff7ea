import Foundation
import SwiftData

/// What alarms and templates must be like to be kept.
public enum AlarmRules {
    /// The greatest number of characters of a label.
    public static let maximumLabel = 256
    /// The greatest number of characters of a template's text.
    public static let maximumTemplateText = 1_024
    /// The greatest number of alarms that an import or a migration brings.
    public static let maximumAlarms = 100_000
    /// The lengths that a snooze may have, in minutes.
    public static let snoozeMinutes = RingMachine.snoozeMinutes
    /// A character may be made of many marks; no text takes more bytes for each of its characters than this.
    private static let bytesPerCharacter = 16

    /// Checks an alarm with its days.
    ///
    /// Its template is left alone: one of an older version may have times and days in words that nothing is made from any
    /// more, and its alarms can still be changed.
    ///
    /// - Throws: ``AlarmClockError/constraintViolation(_:)`` or ``AlarmClockError/unknownTimeZone(_:)``.
    public static func check(_ alarm: Alarm, zones: ZoneDatabase) throws {
        try check(label: alarm.label)
        try check(weekdays: alarm.repeatDays.map(\.weekday))
        try check(snoozeMinutes: alarm.snoozeMinutes)
        try check(volume: alarm.volume)
        try check(label: alarm.sound)
        if let name = alarm.timeZoneIdentifier { _ = try zones.zone(name) }
    }

    /// Checks a template that an alarm is to be made from.
    ///
    /// - Throws: ``AlarmClockError/constraintViolation(_:)``.
    public static func check(_ template: AlarmTemplate) throws {
        try check(templateTexts: [
            ("name", template.name), ("category", template.category), ("icon", template.icon),
            ("templateDescription", template.templateDescription), ("time", template.time),
            ("frequency", template.frequency), ("scenario", template.scenario),
        ])
        guard ClockTime(template.defaultTime) != nil else { throw violation(.time(template.defaultTime)) }
        guard WeekdaySet(template.repeatType) != nil else { throw violation(.days(template.repeatType)) }
    }

    /// Checks the texts of a template that is only to be kept; the name is the first.
    static func check(templateTexts texts: [(field: String, text: String)]) throws {
        guard texts.first.map({ !$0.text.allSatisfy(\.isWhitespace) }) ?? false else {
            throw violation(.templateWithoutName)
        }
        for (field, text) in texts {
            let count = length(text, limit: maximumTemplateText)
            guard count <= maximumTemplateText else {
                let limit = maximumTemplateText
                throw violation(.templateTextTooLong(field: field, count: count, limit: limit))
            }
            guard !text.unicodeScalars.contains("\0") else { throw violation(.textHoldsNUL(field: field)) }
        }
    }

    /// As much of a template's name as a label takes.
    static func label(of name: String) -> String { String(name.prefix(maximumLabel)) }

    static func check(label: String) throws {
        let count = length(label, limit: maximumLabel)
        guard count <= maximumLabel else {
            throw violation(.labelTooLong(count: count, limit: maximumLabel))
        }
        guard !label.unicodeScalars.contains("\0") else { throw violation(.textHoldsNUL(field: "label")) }
    }

    static func check(weekdays: [Int]) throws {
        var seen: Set<Int> = []
        for day in weekdays {
            guard (1...7).contains(day) else { throw violation(.weekday(day)) }
            guard seen.insert(day).inserted else { throw violation(.repeatedWeekday(day)) }
        }
    }

    static func check(snoozeMinutes minutes: Int) throws {
        let range = snoozeMinutes
        guard range.contains(minutes) else {
            throw violation(
                .outOfRange(
                    field: "snoozeMinutes",
                    value: String(minutes),
                    lowest: range.lowerBound,
                    highest: range.upperBound
                )
            )
        }
    }

    static func check(volume: Double) throws {
        guard volume >= 0, volume <= 1 else {
            throw violation(.outOfRange(field: "volume", value: String(volume), lowest: 0, highest: 1))
        }
    }

    /// Checks a tone that a person chose; one of an older version that is not known any more stays, and sounds as the
    /// standard tone.
    static func check(chosenSound sound: String) throws {
        guard Tone(sound) != nil else { throw violation(.sound(String(sound.prefix(maximumLabel)))) }
    }

    /// The characters of a text; where they take too many bytes, as many as those bytes could be.
    private static func length(_ text: String, limit: Int) -> Int {
        let bytes = text.utf8.count
        return bytes > limit * bytesPerCharacter ? max(text.count, bytes / bytesPerCharacter) : text.count
    }

    private static func violation(_ violation: AlarmRuleViolation) -> AlarmClockError {
        .constraintViolation(violation)
    }
}
