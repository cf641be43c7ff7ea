import Foundation

/// Alarms as events of a calendar (RFC 5545): an event without length that repeats by `RRULE`, with an alarm at its
/// beginning.
///
/// What a calendar has no word for (tone, volume, snooze) stands in lines of our own, which other programs pass over.
enum CalendarAlarmFile: AlarmFileFormat {
    private static let dayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
    /// The longest line in bytes, as the format says.
    private static let maximumLine = 75

    static func text(_ records: [AlarmRecord], now: Date) -> String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//AlarmClock//EN"]
        for record in records { lines += event(record, now: now) }
        lines.append("END:VCALENDAR")
        return lines.map { folded($0) + "\r\n" }.joined()
    }

    private static func event(_ record: AlarmRecord, now: Date) -> [String] {
        let zone = record.timeZoneIdentifier.map { ";TZID=\($0)" } ?? ""
        let stamp = ISODate.text(now).filter { $0 != "-" && $0 != ":" }
        let day = firstDay(record.days, from: CivilDay(localSeconds: now.wholeSecond))
        let time = record.time.text.filter { $0 != ":" }
        var lines = [
            "BEGIN:VEVENT", "UID:\(record.id?.uuidString.lowercased() ?? "")", "DTSTAMP:\(stamp)",
            "DTSTART\(zone):\(day.text.filter { $0 != "-" })T\(time)00", "DURATION:PT0S",
            "SUMMARY:\(escaped(record.label))",
        ]
        if record.days == .daily {
            lines.append("RRULE:FREQ=DAILY")
        } else if !record.days.isEmpty {
            lines.append("RRULE:FREQ=WEEKLY;BYDAY=\(record.days.days.map { dayNames[$0 - 1] }.joined(separator: ","))")
        }
        lines += [
            "STATUS:\(record.isEnabled ? "CONFIRMED" : "CANCELLED")", "X-ALARMCLOCK-SOUND:\(escaped(record.sound))",
            "X-ALARMCLOCK-VOLUME:\(record.volume)",
            "X-ALARMCLOCK-SNOOZE:\(record.snoozeEnabled ? String(record.snoozeMinutes) : "0")", "BEGIN:VALARM",
            "ACTION:AUDIO", "TRIGGER:PT0S", "END:VALARM", "END:VEVENT",
        ]
        return lines
    }

    private static func firstDay(_ days: WeekdaySet, from day: CivilDay) -> CivilDay {
        (0..<7).lazy.map(day.adding).first { days.isEmpty || days.contains($0.weekday) } ?? day
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

    static func records(_ data: Data) throws -> [Result<AlarmRecord, EntryProblem>] {
        guard let text = String(data: data, encoding: .utf8) else { throw UnreadableAlarmFile() }
        let lines = text.replacing("\r\n", with: "\n").replacing("\n ", with: "").replacing("\n\t", with: "")
            .split(separator: "\n")
        guard lines.first == "BEGIN:VCALENDAR", lines.last == "END:VCALENDAR" else { throw UnreadableAlarmFile() }
        var results: [Result<AlarmRecord, EntryProblem>] = []
        var event: [String: (parameters: String, value: String)]?
        var depth = 0
        for line in lines {
            if line == "BEGIN:VEVENT" {
                (event, depth) = ([:], 0)
            } else if line == "END:VEVENT", let fields = event {
                results.append(Result { () throws(EntryProblem) in try record(fields) })
                event = nil
            } else if line.hasPrefix("BEGIN:") {
                depth += 1
            } else if line.hasPrefix("END:") {
                depth -= 1
            } else if depth == 0, let colon = line.firstIndex(of: ":") {
                let head = line[..<colon].split(separator: ";", maxSplits: 1)
                let name = head.first.map { $0.uppercased() } ?? ""
                let parameters = head.count > 1 ? String(head[1]) : ""
                event?[name] = (parameters, String(line[line.index(after: colon)...]))
            }
        }
        return results
    }

    private static func record(
        _ fields: [String: (parameters: String, value: String)]
    ) throws(EntryProblem) -> AlarmRecord {
        guard let start = fields["DTSTART"], let clock = start.value.split(separator: "T").last,
            let time = ClockTime(String(clock.prefix(4)))
        else { throw .field("DTSTART") }
        var record = AlarmRecord(
            time: time,
            days: try days(fields["RRULE"]?.value),
            label: unescaped(fields["SUMMARY"]?.value ?? "")
        )
        record.id = fields["UID"].flatMap { UUID(uuidString: $0.value) }
        let parameters = start.parameters.split(separator: ";")
        if let zone = parameters.first(where: { $0.uppercased().hasPrefix("TZID=") }) {
            record.timeZoneIdentifier = String(zone.dropFirst("TZID=".count))
        } else if start.value.hasSuffix("Z") {
            record.timeZoneIdentifier = "Etc/UTC"
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
    private static func days(_ rule: String?) throws(EntryProblem) -> WeekdaySet {
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
        case "WEEKLY" where !numbers.isEmpty: return WeekdaySet(numbers.compactMap(\.self))
        default: throw .field("RRULE")
        }
    }
}
