import AppCommons
import Foundation

/// The text of an export, piece by piece: the head, one piece per idea, the tail.
struct ExportText {
    let format: ExchangeFormat

    var head: String {
        switch format {
        case .json: "["
        case .csv: "id,title,details,isCompleted,createdAt,updatedAt,deviceId,version,lastSyncedAt,deletedAt\r\n"
        case .markdown, .todotxt: ""
        }
    }

    func piece(_ idea: IdeaSnapshot, isFirst: Bool) -> String {
        switch format {
        case .json: (isFirst ? "\n" : ",\n") + idea.json
        case .csv: csv(idea)
        case .markdown: markdown(idea)
        case .todotxt: todoTxt(idea)
        }
    }

    /// `isEmpty` says that no idea was written.
    func tail(isEmpty: Bool) -> String {
        guard format == .json else { return "" }
        return isEmpty ? "]\n" : "\n]\n"
    }

    private static let quote = UInt8(ascii: "\"")
    private static let special = Set("\",\n\r ".utf8)

    private func csv(_ idea: IdeaSnapshot) -> String {
        let fields = [
            idea.id.text, idea.title, idea.details, idea.isCompleted ? "true" : "false",
            ISOTimestamp.text(idea.createdAt), ISOTimestamp.text(idea.updatedAt), idea.deviceId, String(idea.version),
            idea.lastSyncedAt.map(ISOTimestamp.text) ?? "", idea.deletedAt.map(ISOTimestamp.text) ?? "",
        ]
        return fields.map(quotedIfNeeded).joined(separator: ",") + "\r\n"
    }

    private func quotedIfNeeded(_ field: String) -> String {
        guard field.utf8.contains(where: Self.special.contains) else { return field }
        // Byte by byte: to Swift a quotation mark before an accent is another character.
        var bytes = [Self.quote]
        for byte in field.utf8 { bytes += byte == Self.quote ? [byte, byte] : [byte] }
        return String(decoding: bytes + [Self.quote], as: UTF8.self)
    }

    private func markdown(_ idea: IdeaSnapshot) -> String {
        let item = "- [\(idea.isCompleted ? "x" : " ")] \(idea.title.onOneLine)\n"
        guard !idea.details.isEmpty else { return item }
        let lines = idea.details.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        return item + lines.map { "  \($0)\n" }.joined()
    }

    private func todoTxt(_ idea: IdeaSnapshot) -> String {
        let line = TodoTxtLine(
            isDone: idea.isCompleted,
            completed: idea.isCompleted ? idea.updatedAt : nil,
            created: idea.createdAt,
            title: idea.title,
            details: idea.details
        )
        return line.text + "\n"
    }
}
