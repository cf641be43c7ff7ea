import AppCommons
import Foundation
import SwiftData

extension CommandRunner {
    // MARK: - Adding

    func add(_ wish: AlarmWish, json: Bool) throws {
        guard let time = ClockTime(wish.time) else { throw AlarmClockError.constraintViolation(.time(wish.time)) }
        let words = wish.days ?? "once"
        guard let days = WeekdaySet(words) else { throw AlarmClockError.constraintViolation(.days(words)) }
        let sound = wish.sound ?? Tone.standard.rawValue
        try AlarmRules.check(chosenSound: sound)
        let volume = wish.volume ?? 100
        guard (0...100).contains(volume) else {
            throw AlarmClockError.constraintViolation(
                .outOfRange(field: "volume", value: String(volume), lowest: 0, highest: 100)
            )
        }
        var record = AlarmRecord(time: time, days: days, label: wish.label)
        record.sound = sound
        record.volume = Double(volume) / 100
        record.snoozeEnabled = wish.canSnooze
        record.snoozeMinutes = wish.snoozeMinutes ?? 9
        record.timeZoneIdentifier = wish.zone
        try add(record, json: json)
    }

    func ringIn(_ duration: String, _ label: String, json: Bool) throws {
        guard let seconds = Self.seconds(duration) else { throw CommandProblem.badDuration(duration) }
        // An alarm rings at a full minute: the first one that is not earlier than asked for.
        let target = ((surroundings.now().timeIntervalSince1970 + Double(seconds)) / 60).rounded(.up) * 60
        try add(record(at: Date(timeIntervalSince1970: target), label), json: json)
    }

    /// An alarm that rings once, at a full minute that comes up within a day.
    ///
    /// It rings by a clock that is never set. By the device's clock it would be another moment on a device elsewhere, and
    /// here after a journey, or where the clock is set back and shows that time twice.
    private func record(at moment: Date, _ label: String) -> AlarmRecord {
        let minutes = Int(moment.timeIntervalSince1970) / 60 % ClockTime.minutesOfDay
        var record = AlarmRecord(time: ClockTime(minutes: minutes), days: WeekdaySet(), label: label)
        record.timeZoneIdentifier = CalendarAlarmFile.steadyZone
        return record
    }

    /// `25m`, `1h`, `1h30m`, `90s`, or a number of minutes; less than a day.
    static func seconds(_ text: String) -> Int? {
        var total = 0
        var digits = ""
        for character in text.lowercased() {
            if character.isASCII, character.isNumber, digits.count < 5 {
                digits.append(character)
                continue
            }
            guard let number = Int(digits), let unit = ["h": 3_600, "m": 60, "s": 1][character] else { return nil }
            total += number * unit
            digits = ""
        }
        if !digits.isEmpty {
            guard total == 0, let number = Int(digits) else { return nil }
            total = number * 60
        }
        return (1..<86_400 - 60).contains(total) ? total : nil
    }

    private func add(_ record: AlarmRecord, json: Bool) throws {
        let now = surroundings.now()
        try record.check(zones)
        let context = try writing()
        let manager = manager(context)
        let alarm = Alarm(time: record.time.date, label: record.label)
        alarm.id = surroundings.makeID()
        (alarm.createdAt, alarm.updatedAt) = (now, now)
        record.write(to: alarm, days: manager)
        try saving { try manager.addAlarm(alarm) }
        if json {
            try output.write(Self.json(alarm, manager.nextFire(of: alarm, plan: plan)) + "\n")
        } else {
            try say(phrases.text(.added, alarm.id.shortText, line(alarm)))
            try sayNext(alarm, manager)
        }
        changed()
    }

    func sayNext(_ alarm: Alarm, _ manager: AlarmManager) throws {
        guard let next = manager.nextFire(of: alarm, plan: plan) else {
            return try say(phrases.text(.ringsNever))
        }
        try say(phrases.text(.ringsIn, phrases.length(next.timeIntervalSince(surroundings.now()))))
    }

    // MARK: - Showing

    func list(json: Bool) throws {
        let context = try reading()
        let alarms = try allAlarms(context)
        let rules = alarms.map(AlarmRule.init)
        let plan = plan
        let now = surroundings.now()
        let notes = try RingNotes(of: alarms, in: context, plan, now: now)
        let missed = Dictionary(notes.missed.map { ($0.alarmID, $0) }) { first, _ in first }
        if json {
            let lines = zip(alarms, rules).map {
                Self.json($0, notes.next(of: $1, plan, after: now), notes.snoozedUntil[$1.id], missed[$1.id])
            }
            return try output.write(JSONText.array(lines) + "\n")
        }
        guard !alarms.isEmpty else { return try say(phrases.text(.noAlarms)) }
        try sayFirst(of: alarms, rules, notes)
        let shown = zip(alarms, rules).map { ($0, $1, plan.shownTime(of: $1, now: now)) }.sorted { $0.2 < $1.2 }
        let ids = ShownIDs(of: alarms)
        for (alarm, rule, time) in shown {
            let marks = [
                mark(of: rule, now),
                notes.snoozedUntil[rule.id].map { phrases.text(.snoozedMark, moment($0)) },
                missed[rule.id].map { phrases.text($0.rang ? .unheardMark : .missedMark, moment($0.occurrence)) },
            ]
            let text = marks.compactMap(\.self).map { "  (\($0))" }.joined()
            try say("\(ids.padded(rule.id))  \(Self.line(alarm, rule, time))\(text)")
        }
    }

    /// What the box before an alarm does not tell: that it is paused, or that it rings here although it is off.
    private func mark(of rule: AlarmRule, _ now: Date) -> String? {
        if rule.isEnabled {
            return rule.skipUntil.flatMap { $0 > now ? phrases.text(.pausedMark, moment($0)) : nil }
        }
        guard rule.isOffSinceItRang else { return nil }
        return plan.next(after: now, among: [rule]).map { phrases.text(.ringsHereMark, moment($0.date)) }
    }

    /// Says which of the alarms rings next.
    func sayFirst(of alarms: [Alarm], _ rules: [AlarmRule]? = nil, _ notes: RingNotes = .none) throws {
        let now = surroundings.now()
        let next = notes.first(of: rules ?? alarms.map(AlarmRule.init), plan, after: now)
        guard let next, let alarm = alarms.first(where: { $0.id == next.alarmID }) else {
            return try say(phrases.text(.nothingNext))
        }
        let distance = phrases.length(next.date.timeIntervalSince(now))
        try say(phrases.text(.nextIs, moment(next.date), alarm.label.onOneLine, distance))
    }

    func next(json: Bool) throws {
        let context = try reading()
        let alarms = try manager(context).alarms()
        let (rules, now) = (alarms.map(AlarmRule.init), surroundings.now())
        let notes = try RingNotes(of: alarms, in: context, plan, now: now)
        guard json else { return try sayFirst(of: alarms, rules, notes) }
        let next = notes.first(of: rules, plan, after: now)
        let alarm = next.flatMap { next in alarms.first { $0.id == next.alarmID } }
        guard let next, let alarm else { return try output.write("null\n") }
        let missed = notes.missed.first { $0.alarmID == alarm.id }
        try output.write(Self.json(alarm, next.date, notes.snoozedUntil[alarm.id], missed) + "\n")
    }

    /// An alarm on a line: `[x] 07:30  weekdays  Early shift`.
    func line(_ alarm: Alarm) -> String {
        let rule = AlarmRule(alarm)
        return Self.line(alarm, rule, plan.shownTime(of: rule, now: surroundings.now()))
    }

    static func line(_ alarm: Alarm, _ rule: AlarmRule, _ shown: ClockTime) -> String {
        let own = shown == rule.time ? "" : "\(rule.time.text) "
        let zone = rule.zoneName.map { " (\(own)\($0))" } ?? ""
        return "[\(rule.isEnabled ? "x" : " ")] \(shown.text)\(zone)  \(rule.days.text)  \(alarm.label.onOneLine)"
    }

    static func json(
        _ alarm: Alarm,
        _ next: Date?,
        _ snoozedUntil: Date? = nil,
        _ missed: MissedRing? = nil
    ) -> String {
        AlarmRecord(alarm).json { object in
            object.add("skipNextUntil", alarm.skipNextUntil.map(ISODate.text))
            object.add("template", alarm.template?.name)
            object.add("createdAt", ISODate.text(alarm.createdAt))
            object.add("updatedAt", ISODate.text(alarm.updatedAt))
            object.add("nextFire", next.map(ISODate.text))
            object.add("snoozedUntil", snoozedUntil.map(ISODate.text))
            object.add("missedAt", missed.map { ISODate.text($0.occurrence) })
            object.add("missedRang", missed?.rang ?? false)
        }
    }

    // MARK: - Changing

    func turn(_ ids: [String], on: Bool) throws {
        try each(ids) { alarm, manager, ids in
            try manager.toggleAlarm(alarm, enabled: on)
            try say(phrases.text(on ? .turnedOn : .turnedOff, ids.text(alarm.id), line(alarm)))
            if on { try sayNext(alarm, manager) }
        }
    }

    func remove(_ ids: [String]) throws {
        try each(ids) { alarm, manager, ids in
            let text = phrases.text(.removed, ids.text(alarm.id), line(alarm))
            try manager.deleteAlarm(alarm)
            try say(text)
        }
    }

    func skip(_ id: String, until text: String?) throws {
        let until = try text.map(day)
        try each([id]) { alarm, manager, _ in
            let label = alarm.label.onOneLine
            if let until {
                // Up to the last moment before the day begins.
                let isPaused = try manager.pause(alarm, until: until - 1)
                return try say(
                    isPaused
                        ? phrases.text(.pausedUntil, moment(until), label) : phrases.text(.nothingToSkip, label)
                )
            }
            guard let skipped = try manager.skipNext(alarm, plan: plan) else {
                return try say(phrases.text(.nothingToSkip, label))
            }
            try say(phrases.text(.skipped, moment(skipped), label))
            if alarm.isEnabled { try sayNext(alarm, manager) }
        }
    }

    /// The beginning of a day on the device's clock.
    private func day(_ text: String) throws -> Date {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let number = numbers[2],
            (1...9_999).contains(year)
        else { throw CommandProblem.badDate(text) }
        let day = CivilDay(year: year, month: month, day: number)
        guard day.parts == (year, month, number),
            let moment = deviceZone.moment(of: ClockTime(minutes: 0), on: day)
        else { throw CommandProblem.badDate(text) }
        return Date(timeIntervalSince1970: Double(moment))
    }

    /// All ids are looked up before anything is changed.
    private func each(_ ids: [String], _ body: (Alarm, AlarmManager, ShownIDs) throws -> Void) throws {
        let context = try writing()
        let manager = manager(context)
        let all = try manager.alarms()
        let found = try ids.map { try alarm($0, among: all) }
        let shown = ShownIDs(of: all)
        try saving {
            for alarm in found where !alarm.isDeleted { try body(alarm, manager, shown) }
        }
        changed()
    }

    /// The alarm whose id begins so.
    func alarm(_ text: String, among alarms: [Alarm]) throws -> Alarm {
        let digits = text.lowercased().filter { $0 != "-" }
        guard (1...32).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw CommandProblem.badID(text)
        }
        let found = alarms.filter { $0.id.uuidString.lowercased().filter { $0 != "-" }.hasPrefix(digits) }
        guard let alarm = found.first else { throw CommandProblem.notFound(text) }
        guard found.count == 1 else {
            let shown = found.sorted { $0.id < $1.id }.prefix(CommandProblem.shownCandidates + 1)
            throw CommandProblem.ambiguous(text, shown.map { "\($0.id.text)  \(line($0))" })
        }
        return alarm
    }
}

/// Ids of alarms as they are shown: each so far that no other alarm's begins alike.
struct ShownIDs {
    private let texts: [UUID: String]
    private let width: Int

    init(of alarms: [Alarm]) {
        texts = UUID.shortTexts(of: alarms.map(\.id))
        width = texts.values.map(\.count).max() ?? 0
    }

    func text(_ id: UUID) -> String { texts[id] ?? id.text }

    /// The same, as long as the longest, for a list.
    func padded(_ id: UUID) -> String {
        let text = text(id)
        return text + String(repeating: " ", count: max(0, width - text.count))
    }
}
