import AppCommons
import Foundation
import SwiftData

/// What somebody who helps needs to see: versions, the status and the history, as one JSON document.
///
/// It is made of what is named here and of nothing else: no titles and details of ideas, no names of people and folders, no
/// tokens, and no words of a service, which may repeat any of these.
struct SupportBundle {
    /// Lines of the history that a bundle holds, the newest.
    static let historyLimit = 10_000
    private static let form = 1

    let counts: IdeaCounts
    let standing: SyncStanding
    let device: String?
    let damagedStores: Int
    let page: PageOfResults<HistoryEntry>
    let now: Date

    /// The document, one line of the history on each line.
    var text: String {
        var object = JSONText()
        object.add("bundle", Self.form)
        object.add("made", now)
        object.add("versions", raw: versions)
        object.add("status", raw: status)
        object.add("isHistoryCut", page.hasMore)
        object.add("history", raw: JSONText.array(page.elements.map(Self.line)))
        return object.text + "\n"
    }

    private var versions: String {
        var object = JSONText()
        object.add("ideabox", IdeaBoxVersion.current)
        object.add("schema", "\(StoreConfiguration.schema.version)")
        object.add("system", ProcessInfo.processInfo.operatingSystemVersionString)
        return object.text
    }

    private var status: String {
        var object = JSONText()
        object.add("all", counts.all)
        object.add("open", counts.open)
        object.add("completed", counts.completed)
        object.add("trash", counts.trash)
        object.add("isSignedIn", standing.user != nil)
        object.add("state", standing.state.rawValue)
        object.add("pending", standing.pending)
        object.add("lastSuccess", standing.lastSuccess)
        object.add("lastError", standing.problem?.kind.rawValue)
        object.add("lastErrorCode", standing.problem?.code)
        object.add("nextAttempt", standing.nextAttempt)
        object.add("deletionsHeld", standing.held)
        object.add("clockOffsetMinutes", standing.clockMinutes ?? 0)
        object.add("damagedStores", damagedStores)
        object.add("deviceId", device)
        return object.text
    }

    private static func line(_ entry: HistoryEntry) -> String {
        var object = JSONText()
        object.add("time", entry.timestamp)
        object.add("ideaId", entry.ideaId?.text)
        object.add("deviceId", entry.deviceId)
        object.add("errorCode", entry.errorCode)
        add(event: entry.eventType, details: entry.details, to: &object)
        return object.text
    }

    /// Adds what a line of the history may tell of an event, whatever its details hold.
    static func add(event: String, details: String?, to object: inout JSONText) {
        object.add("event", event)
        if let details = Details(details) { details.add(to: &object) }
    }
}

/// The part of a line's details that says nothing of what an idea says.
private struct Details: Decodable {
    struct Version: Decodable {
        var version: Int?
        var updatedAt: String?
        var deletedAt: String?
        var deviceId: String?

        /// Only what has the form that it must have is passed on.
        var json: String {
            var object = JSONText()
            object.add("version", version)
            object.add("updatedAt", updatedAt.flatMap { ISOTimestamp.date($0) })
            object.add("deletedAt", deletedAt.flatMap { ISOTimestamp.date($0) })
            object.add("deviceId", deviceId.flatMap { UUID(uuidString: $0)?.text })
            return object.text
        }
    }

    var version: Int?
    var direction: String?
    var kind: String?
    var winner: String?
    var added: Int?
    var entries: Int?
    var local: Version?
    var remote: Version?

    init?(_ text: String?) {
        guard let text, let found = try? JSONDecoder().decode(Details.self, from: Data(text.utf8)) else { return nil }
        self = found
    }

    func add(to object: inout JSONText) {
        if let version { object.add("version", version) }
        if let direction, ["up", "down"].contains(direction) { object.add("direction", direction) }
        if let kind, SyncProblem.Kind(rawValue: kind) != nil { object.add("kind", kind) }
        if let winner, ["local", "remote"].contains(winner) { object.add("winner", winner) }
        if let added { object.add("added", added) }
        if let entries { object.add("entries", entries) }
        if let local { object.add("local", raw: local.json) }
        if let remote { object.add("remote", raw: remote.json) }
    }
}
