import Foundation

/// Alarms as a table whose first line names the columns.
enum CSVAlarmFile: AlarmFileFormat {
    private static let columns = [
        "id", "time", "days", "label", "isEnabled", "sound", "volume", "snoozeEnabled", "snoozeMinutes",
        "vibrationEnabled", "timeZoneIdentifier", "skipNextUntil", "createdAt",
    ]

    static func text(_ entries: [AlarmEntry], at moment: ExchangeMoment) -> String {
        let rows = entries.map { entry in
            let record = entry.record
            let until = if case .some(let date) = entry.skipNextUntil { ISODate.text(date) } else { "" }
            return [
                record.id?.uuidString.lowercased() ?? "", record.time.text, record.days.text, record.label,
                String(record.isEnabled), record.sound, String(record.volume), String(record.snoozeEnabled),
                String(record.snoozeMinutes), String(record.vibrationEnabled), record.timeZoneIdentifier ?? "",
                until, entry.createdAt.map(ISODate.text) ?? "",
            ]
        }
        return ([columns] + rows).map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    static func entries(_ data: Data) throws -> [Result<AlarmEntry, EntryProblem>] {
        guard let rows = CSVRows.read(data), let head = rows.first, head.contains("time") else {
            throw UnreadableAlarmFile()
        }
        return rows.dropFirst().map { row in
            Result { () throws(EntryProblem) in
                guard row.count == head.count else { throw .notAnObject }
                return try entry(Dictionary(zip(head, row)) { first, _ in first })
            }
        }
    }

    private static func entry(_ fields: [String: String]) throws(EntryProblem) -> AlarmEntry {
        var entry = AlarmEntry(try record(fields))
        if fields["skipNextUntil"] != nil {
            entry.skipNextUntil = .init(try value(fields, "skipNextUntil", ISODate.date))
        }
        entry.createdAt = try value(fields, "createdAt", ISODate.date)
        return entry
    }

    private static func record(_ fields: [String: String]) throws(EntryProblem) -> AlarmRecord {
        let text = fields["time"] ?? ""
        guard let time = ClockTime(text) else { throw .rule(AlarmClockError.constraintViolation(.time(text))) }
        let words = fields["days"] ?? ""
        guard let days = WeekdaySet(words.isEmpty ? "once" : words) else {
            throw .rule(AlarmClockError.constraintViolation(.days(words)))
        }
        var record = AlarmRecord(time: time, days: days, label: fields["label"] ?? "")
        record.id = try value(fields, "id") { UUID(uuidString: $0) }
        record.isEnabled = try value(fields, "isEnabled", Bool.init) ?? true
        record.sound = try value(fields, "sound") { $0 } ?? record.sound
        record.volume = try value(fields, "volume", Double.init) ?? 1
        record.snoozeEnabled = try value(fields, "snoozeEnabled", Bool.init) ?? true
        record.snoozeMinutes = try value(fields, "snoozeMinutes") { Int($0) } ?? 9
        record.vibrationEnabled = try value(fields, "vibrationEnabled", Bool.init) ?? true
        record.timeZoneIdentifier = try value(fields, "timeZoneIdentifier") { $0 }
        return record
    }

    private static func value<Value>(
        _ fields: [String: String],
        _ name: String,
        _ read: (String) -> Value?
    ) throws(EntryProblem) -> Value? {
        guard let text = fields[name], !text.isEmpty else { return nil }
        guard let value = read(text) else { throw .field(name) }
        return value
    }
}

/// Cuts a table into rows and fields (RFC 4180).
enum CSVRows {
    /// nil for bytes that are no UTF-8, and for a quotation mark that is never closed.
    static func read(_ data: Data) -> [[String]]? {
        guard let text = String(data: data, encoding: .utf8) else { return nil }
        var rows: [[String]] = []
        var row: [String] = []
        var field = String.UnicodeScalarView()
        var isQuoted = false
        var scalars = text.unicodeScalars.makeIterator()
        var next = scalars.next()
        if next == "\u{feff}" { next = scalars.next() }
        while let scalar = next {
            next = scalars.next()
            if isQuoted {
                if scalar != "\"" {
                    field.append(scalar)
                } else if next == "\"" {
                    field.append(scalar)
                    next = scalars.next()
                } else {
                    isQuoted = false
                }
                continue
            }
            switch scalar {
            case "\"" where field.isEmpty: isQuoted = true
            case ",":
                row.append(String(field))
                field = String.UnicodeScalarView()
            case "\n", "\r":
                if scalar == "\r", next == "\n" { next = scalars.next() }
                if !row.isEmpty || !field.isEmpty { rows.append(row + [String(field)]) }
                (row, field) = ([], String.UnicodeScalarView())
            default: field.append(scalar)
            }
        }
        if !row.isEmpty || !field.isEmpty { rows.append(row + [String(field)]) }
        return isQuoted ? nil : rows
    }
}
