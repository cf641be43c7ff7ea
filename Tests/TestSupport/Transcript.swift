import Foundation

/// Commands and what they answered, as a person sees it: `!` stands before what goes to standard error.
package struct Transcript {
    private let command: TestedCommand
    package private(set) var text = ""

    package init(_ command: TestedCommand) {
        self.command = command
    }

    package mutating func add(_ line: String, _ answer: CommandBox.Answer) {
        text += "$ \(command.name) \(line)".trimmingCharacters(in: .whitespaces) + "\n"
        text += Self.marked(answer.out, "  ") + Self.marked(answer.messages, "! ")
        if answer.status != 0 { text += "[\(answer.status)]\n" }
    }

    /// The whole with ids, dates and the home folder replaced by names.
    package func normalized(_ box: CommandBox) -> String {
        var names = CommandBox.Answer.Names(box)
        return names.replaced(text)
    }

    private static func marked(_ text: String, _ mark: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { mark + $0 }
        // Text that does not end with a line end is no line of this program.
        if text.isEmpty { return "" }
        if text.hasSuffix("\n") { lines.removeLast() } else { lines[lines.count - 1] += "<no line end>" }
        return lines.map { $0 + "\n" }.joined()
    }
}
