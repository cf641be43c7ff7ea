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
            try output.write(found.elements.map(line).joined())
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

    private func line(_ entry: HistoryEntry) -> String {
        let idea = entry.ideaId?.shortText ?? "-       "
        let code = entry.errorCode.map { "  \($0)" } ?? ""
        let details = entry.details.map { "  \($0.onOneLine)" } ?? ""
        let line = "\(style.dim(ISOTimestamp.text(entry.timestamp)))  \(idea)  \(entry.eventType)\(code)"
        return line + style.dim(details.safeForTerminal) + "\n"
    }

    func status(json: Bool) throws -> ExitStatus {
        let counts = try reading().counts()
        let device = DeviceIdentity.known(in: folders.deviceFile, surroundings)
        try output.write(json ? statusJSON(counts, device) : statusText(counts, device))
        tellOfDamagedStores()
        return .done
    }

    private func statusText(_ counts: IdeaCounts, _ device: String?) -> String {
        let lines = [
            messages.text(.statusIdeas, String(counts.all), String(counts.open), String(counts.completed)),
            messages.text(.statusTrash, String(counts.trash)),
            messages.text(.statusSync, messages.text(.localOnly)),
            messages.text(.statusWaiting, String(counts.pending)),
            messages.text(.statusData, folders.data.path(percentEncoded: false)).safeForTerminal,
            messages.text(.statusDevice, device ?? messages.text(.noDeviceYet)),
        ]
        return lines.map { "\($0)\n" }.joined()
    }

    private func statusJSON(_ counts: IdeaCounts, _ device: String?) -> String {
        var object = JSONText()
        object.add("all", counts.all)
        object.add("open", counts.open)
        object.add("completed", counts.completed)
        object.add("trash", counts.trash)
        object.add("isSignedIn", false)
        object.add("syncStatus", "notSetUp")
        object.add("offlineQueueCount", counts.pending)
        object.add("isRetrying", false)
        object.add("lastSyncedAt", raw: nil)
        object.add("lastError", raw: nil)
        object.add("dataFolder", folders.data.path(percentEncoded: false))
        object.add("deviceId", device)
        object.add("damagedStores", raw: "[\(damagedStores.map { JSONText.quoted($0.path) }.joined(separator: ","))]")
        return object.text + "\n"
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
