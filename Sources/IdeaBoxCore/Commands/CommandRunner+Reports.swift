import AppCommons
import Foundation

extension CommandRunner {
    func history(_ request: HistoryRequest, _ page: IdeaPage, json: Bool) throws -> ExitStatus {
        var filter = HistoryFilter()
        filter.event = try request.event.map(event)
        filter.since = try request.since.map(date)
        filter.until = try request.until.map(date)
        let repository = try reading()
        filter.idea = try request.id.map(repository.resolve)
        let found = try repository.history(filter, page)
        if json {
            try output.write(JSONText.array(found.elements.map(\.json)) + "\n")
        } else {
            let ids = try repository.shortTexts(of: found.elements.compactMap(\.ideaId))
            try output.write(found.elements.map { line($0, ids) }.joined())
            if found.elements.isEmpty { sayEmpty(page, .noHistory) }
        }
        if found.hasMore { output.note(messages.text(.moreOnPage, String(page.number + 1))) }
        return .done
    }

    private func event(_ name: String) throws -> LogEvent {
        guard let event = LogEvent(rawValue: name) else { throw IdeaBoxError.notAnEvent(name) }
        return event
    }

    private func date(_ text: String) throws -> Date {
        guard let date = ISOTimestamp.date(text) else { throw IdeaBoxError.notADate(text) }
        return date
    }

    private func line(_ entry: HistoryEntry, _ ids: [UUID: String]) -> String {
        let width = ids.values.map(\.count).max() ?? UUID.shortLength
        let id = entry.ideaId.map { ids[$0] ?? $0.text } ?? "-"
        let idea = id + String(repeating: " ", count: max(0, width - id.count))
        let code = entry.errorCode.map { "  \($0)" } ?? ""
        let details = entry.details.map { "  \($0.onOneLine)" } ?? ""
        let line = "\(style.dim(ISOTimestamp.text(entry.timestamp)))  \(idea)  \(entry.eventType)\(code)"
        return line + style.dim(details.safeForTerminal) + "\n"
    }
}

extension HistoryEntry {
    /// The entry as one JSON object on one line.
    var json: String {
        var object = JSONText()
        object.add("id", id.text)
        object.add("ideaId", ideaId?.text)
        object.add("eventType", eventType)
        object.add("timestamp", timestamp)
        object.add("details", details)
        object.add("deviceId", deviceId)
        object.add("errorCode", errorCode)
        return object.text
    }
}
