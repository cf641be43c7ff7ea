import Foundation

/// Alarms as events of a calendar (RFC 5545): an event without length that repeats by `RRULE`, with an alarm at its
/// beginning.
///
/// What a calendar has no word for (tone, volume, snooze) stands in lines of our own, which other programs pass over.
enum CalendarAlarmFile: AlarmFileFormat {
    private static let dayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
    /// The longest line in bytes, as the format says.
    private static let maximumLine = 75

    /// The zone whose clock is never set.
    static let steadyZone = "Etc/UTC"

    static func text(_ entries: [AlarmEntry], at moment: ExchangeMoment) -> String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//AlarmClock//EN"]
        for entry in entries { lines += event(entry, moment) }
        lines.append("END:VCALENDAR")
        return lines.map { folded($0) + "\r\n" }.joined()
    }

    private static func event(_ entry: AlarmEntry, _ moment: ExchangeMoment) -> [String] {
        let record = entry.record
        let zone = record.timeZoneIdentifier.map { ";TZID=\($0)" } ?? ""
        let day = firstDay(entry, moment)
        let time = record.time.text.filter { $0 != ":" }
        var lines = [
            "BEGIN:VEVENT", "UID:\(record.id?.uuidString.lowercased() ?? "")", "DTSTAMP:\(stamp(moment.now))",
            "DTSTART\(zone):\(day.text.filter { $0 != "-" })T\(time)00", "DURATION:PT0S",
            "SUMMARY:\(escaped(record.label))",
        ]
        if record.days == .daily {
            lines.append("RRULE:FREQ=DAILY")
        } else if !record.days.isEmpty {
            lines.append("RRULE:FREQ=WEEKLY;BYDAY=\(record.days.days.map { dayNames[$0 - 1] }.joined(separator: ","))")
        }
        if let createdAt = entry.createdAt { lines.append("CREATED:\(stamp(createdAt))") }
        if case .some(let date) = entry.skipNextUntil { lines.append("X-ALARMCLOCK-SKIP-UNTIL:\(stamp(date))") }
        lines += [
            "STATUS:\(record.isEnabled ? "CONFIRMED" : "CANCELLED")", "X-ALARMCLOCK-SOUND:\(escaped(record.sound))",
            "X-ALARMCLOCK-VOLUME:\(record.volume)",
            "X-ALARMCLOCK-SNOOZE:\(record.snoozeEnabled ? String(record.snoozeMinutes) : "0")", "BEGIN:VALARM",
            "ACTION:AUDIO", "TRIGGER:PT0S", "END:VALARM", "END:VEVENT",
        ]
        return lines
    }

    /// The day on which it rings next, or would if it were on.
    private static func firstDay(_ entry: AlarmEntry, _ moment: ExchangeMoment) -> CivilDay {
        let recurrence = moment.recurrence(of: entry.record)
        var after = moment.now
        if case .some(let date) = entry.skipNextUntil { after = max(after, date) }
        return recurrence.zone.day(at: recurrence.next(after: after) ?? after)
    }

    /// A moment as the format has it: `20261122T063000Z`.
    private static func stamp(_ date: Date) -> String { ISODate.text(date).filter { $0 != "-" && $0 != ":" } }

    /// Reads such a moment; nil for any other text.
    private static func moment(_ stamp: String) -> Date? {
        guard stamp.utf8.count == 16, stamp.hasSuffix("Z"), let (day, time) = clock(stamp) else { return nil }
        guard let second = Int(stamp.dropFirst(13).prefix(2)), (0..<60).contains(second) else { return nil }
        return Date(timeIntervalSince1970: Double(day.localSeconds + time.minutes * 60 + second))
    }

    /// The day and the minute that a moment begins with, whatever its clock: `20261122T0630`.
    private static func clock(_ text: String) -> (day: CivilDay, time: ClockTime)? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 13, bytes[8] == UInt8(ascii: "T") else { return nil }
        let digits = String(decoding: bytes[0..<8] + bytes[9..<13], as: UTF8.self)
        guard digits.utf8.allSatisfy(\.isDigit), let time = ClockTime(String(digits.suffix(4))),
            let year = Int(digits.prefix(4)), let month = Int(digits.dropFirst(4).prefix(2)),
            let number = Int(digits.dropFirst(6).prefix(2))
        else { return nil }
        let day = CivilDay(year: year, month: month, day: number)
        return day.parts == (year, month, number) ? (day, time) : nil
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
            .replacing("\r\n", with: "\\n").replacing("\n", with: "\\n").replacing("\r", with: "\\n")
    }

    private static func unescaped(_ text: String) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                result.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }

    private static func folded(_ line: String) -> String {
        guard line.utf8.count > maximumLine else { return line }
        var result = ""
        var length = 0
        for character in line {
            let size = String(character).utf8.count
            if length + size > maximumLine {
                result += "\r\n "
                length = 1
            }
            result.append(character)
            length += size
        }
        return result
    }

    // MARK: - Reading

    /// The lines of an event.
    private struct Event {
        typealias Line = (parameters: String, value: String)

        /// Those of which there is one, by their names.
        var fields: [String: Line] = [:]
        /// What it leaves out: of these there may be several.
        var leftOut: [Line] = []

        mutating func add(_ name: String, _ line: Line) {
            if name == "EXDATE" { leftOut.append(line) } else { fields[name] = line }
        }
    }

    static func entries(_ data: Data) throws -> [Result<AlarmEntry, EntryProblem>] {
        guard let text = String(data: data, encoding: .utf8) else { throw UnreadableAlarmFile() }
        let lines = text.replacing("\r\n", with: "\n").replacing("\n ", with: "").replacing("\n\t", with: "")
            .split(separator: "\n")
        guard lines.first == "BEGIN:VCALENDAR", lines.last == "END:VCALENDAR" else { throw UnreadableAlarmFile() }
        var results: [Result<AlarmEntry, EntryProblem>] = []
        var event: Event?
        var depth = 0
        for line in lines {
            if line == "BEGIN:VEVENT" {
                (event, depth) = (Event(), 0)
            } else if line == "END:VEVENT", let found = event {
                results.append(Result { () throws(EntryProblem) in try entry(found) })
                event = nil
            } else if line.hasPrefix("BEGIN:") {
                depth += 1
            } else if line.hasPrefix("END:") {
                depth -= 1
            } else if depth == 0, let colon = line.firstIndex(of: ":") {
                let head = line[..<colon].split(separator: ";", maxSplits: 1)
                let name = head.first.map { $0.uppercased() } ?? ""
                let parameters = head.count > 1 ? String(head[1]) : ""
                event?.add(name, (parameters, String(line[line.index(after: colon)...])))
            }
        }
        return results
    }

    private static func entry(_ event: Event) throws(EntryProblem) -> AlarmEntry {
        let fields = event.fields
        // One moved time of a series would take the place of the whole of it, and single days more are no rule.
        for name in ["RECURRENCE-ID", "RDATE"] where fields[name] != nil { throw .field(name) }
        // A day without a time is no alarm.
        guard let start = fields["DTSTART"], let (day, time) = clock(start.value) else { throw .field("DTSTART") }
        var entry = AlarmEntry(try record(fields, start, day, time))
        entry.firstDay = day
        for line in event.leftOut { entry.leftOut.formUnion(try leftOut(line, start, time)) }
        entry.createdAt = fields["CREATED"].flatMap { moment($0.value) }
        if let until = fields["X-ALARMCLOCK-SKIP-UNTIL"] {
            guard let date = moment(until.value) else { throw .field("X-ALARMCLOCK-SKIP-UNTIL") }
            entry.skipNextUntil = .some(date)
        }
        return entry
    }

    /// What a line leaves out of the times on which an event repeats, by the clock on which it begins.
    private static func leftOut(
        _ line: Event.Line,
        _ start: Event.Line,
        _ time: ClockTime
    ) throws(EntryProblem) -> Set<AlarmEntry.LeftOut> {
        var found: Set<AlarmEntry.LeftOut> = []
        for text in line.value.split(separator: ",").map(String.init) {
            if let date = moment(text) {
                found.insert(.moment(date))
            } else if text.utf8.count == 8, let (day, _) = clock("\(text)T0000") {
                found.insert(.day(day))
            } else {
                let isOnThatClock = zone(line) == zone(start) && !text.hasSuffix("Z") && !start.value.hasSuffix("Z")
                guard isOnThatClock, let (day, own) = clock(text) else { throw .field("EXDATE") }
                if own == time { found.insert(.day(day)) }
            }
        }
        return found
    }

    /// The zone that a line names.
    private static func zone(_ line: Event.Line) -> String? {
        line.parameters.split(separator: ";").first { $0.uppercased().hasPrefix("TZID=") }
            .map { String($0.dropFirst("TZID=".count)) }
    }

    private static func record(
        _ fields: [String: Event.Line],
        _ start: Event.Line,
        _ day: CivilDay,
        _ time: ClockTime
    ) throws(EntryProblem) -> AlarmRecord {
        var record = AlarmRecord(
            time: time,
            days: try days(fields["RRULE"]?.value, from: day),
            label: unescaped(fields["SUMMARY"]?.value ?? "")
        )
        record.id = fields["UID"].flatMap { UUID(uuidString: $0.value) }
        if let zone = zone(start) {
            record.timeZoneIdentifier = zone
        } else if start.value.hasSuffix("Z") {
            record.timeZoneIdentifier = steadyZone
        }
        record.isEnabled = fields["STATUS"]?.value != "CANCELLED"
        if let sound = fields["X-ALARMCLOCK-SOUND"] { record.sound = unescaped(sound.value) }
        if let volume = fields["X-ALARMCLOCK-VOLUME"] {
            guard let number = Double(volume.value) else { throw .field("X-ALARMCLOCK-VOLUME") }
            record.volume = number
        }
        if let snooze = fields["X-ALARMCLOCK-SNOOZE"] {
            guard let minutes = Int(snooze.value) else { throw .field("X-ALARMCLOCK-SNOOZE") }
            record.snoozeEnabled = minutes > 0
            if minutes > 0 { record.snoozeMinutes = minutes }
        }
        return record
    }

    /// Rules that an alarm cannot follow (every second week, the first of a month) are refused.
    ///
    /// A weekly one that names no days is for that of the first time.
    private static func days(_ rule: String?, from first: CivilDay) throws(EntryProblem) -> WeekdaySet {
        guard let rule else { return WeekdaySet() }
        var parts: [String: String] = [:]
        for part in rule.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { parts[String(pair[0])] = String(pair[1]) }
        }
        let known: Set = ["FREQ", "BYDAY", "INTERVAL", "WKST"]
        guard Set(parts.keys).isSubset(of: known), parts["INTERVAL", default: "1"] == "1" else { throw .field("RRULE") }
        let names = parts["BYDAY"]?.split(separator: ",") ?? []
        let numbers = names.map { name in dayNames.firstIndex(of: String(name)).map { $0 + 1 } }
        guard !numbers.contains(nil) else { throw .field("RRULE") }
        switch parts["FREQ"] {
        case "DAILY": return numbers.isEmpty ? .daily : WeekdaySet(numbers.compactMap(\.self))
        case "WEEKLY": return WeekdaySet(numbers.isEmpty ? [first.weekday] : numbers.compactMap(\.self))
        default: throw .field("RRULE")
        }
    }
}
