import AppCommons
import Foundation

/// Ideas as lines of text.
struct IdeaLines {
    let messages: Messages
    let style: TextStyle
    let now: Date

    /// A line for each: its id as `ids` shows it, box, title, how long ago it was changed.
    func lines(_ ideas: [IdeaSnapshot], ids: [UUID: String]) -> String {
        let width = ids.values.map(\.count).max() ?? 0
        return ideas.map { idea in
            let id = ids[idea.id] ?? idea.id.text
            return line(idea, id: id + String(repeating: " ", count: max(0, width - id.count)))
        }.joined()
    }

    private func line(_ idea: IdeaSnapshot, id: String) -> String {
        let title = idea.title.onOneLine.safeForTerminal
        let date = idea.deletedAt ?? (idea.isCompleted ? idea.updatedAt : idea.createdAt)
        let time = RelativeTime.text(date, now: now, messages)
        return "\(style.dim(id))  \(idea.isCompleted ? "[x]" : "[ ]") "
            + "\(idea.isCompleted ? style.struckThrough(title) : title)  \(style.dim("(\(time))"))\n"
    }

    /// All there is to know about one idea.
    func card(_ idea: IdeaSnapshot, sync: SyncSummary?) -> String {
        var rows: [(MessageKey, String)] = [
            (.labelID, idea.id.text),
            (.labelTitle, idea.title.onOneLine),
            (.labelState, messages.text(state(of: idea))),
            (.labelCreated, ISOTimestamp.text(idea.createdAt)),
            (.labelUpdated, ISOTimestamp.text(idea.updatedAt)),
        ]
        if let deleted = idea.deletedAt { rows.append((.labelDeleted, ISOTimestamp.text(deleted))) }
        rows.append((.labelDevice, idea.deviceId))
        rows.append((.labelVersion, String(idea.version)))
        if let sync { rows.append((.labelSync, messages.text(sync.messageKey))) }
        let lines = rows.map { "\(style.dim(messages.text($0.0) + ":")) \($0.1.safeForTerminal)\n" }
        return lines.joined() + (idea.details.isEmpty ? "" : "\n\(idea.details.safeForTerminal)\n")
    }

    private func state(of idea: IdeaSnapshot) -> MessageKey {
        if idea.deletedAt != nil { return .stateInTrash }
        return idea.isCompleted ? .stateCompleted : .stateOpen
    }
}
