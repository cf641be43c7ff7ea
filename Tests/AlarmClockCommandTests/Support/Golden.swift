import Foundation
import Testing

/// A file in `Golden` that says to the byte what the command answers.
///
/// After a wanted change run the tests once with `REGENERATE_GOLDEN=1` in the environment and read the difference.
struct Golden {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden")
    static let isRegenerating = ProcessInfo.processInfo.environment["REGENERATE_GOLDEN"] == "1"

    /// The path inside the folder, such as `en/help/add.txt`.
    let name: String

    private var file: URL { Self.folder.appending(path: name) }

    func check(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
        if Self.isRegenerating {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        let expected = try? Data(contentsOf: file)
        #expect(expected.map { String(decoding: $0, as: UTF8.self) } == text, "\(name)", sourceLocation: location)
    }

    /// The names of the files below the folder, without their ending.
    static func names(in path: String) throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)
        return Set(names.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
    }
}

/// A language with the locale that asks for it.
struct TestedLanguage: CustomTestStringConvertible {
    let name: String
    let locale: String

    static let all = [
        TestedLanguage(name: "en", locale: "C"), TestedLanguage(name: "zh-Hant", locale: "zh_TW.UTF-8"),
        TestedLanguage(name: "zh-Hans", locale: "zh_CN.UTF-8"),
    ]

    var testDescription: String { name }
}

/// Commands and what they answered, as a person sees it: `!` stands before what goes to standard error.
struct Transcript {
    private(set) var text = ""

    mutating func add(_ line: String, _ answer: CommandBox.Answer) {
        text += "$ alarmclock \(line)".trimmingCharacters(in: .whitespaces) + "\n"
        text += Self.marked(answer.out, "  ") + Self.marked(answer.messages, "! ")
        if answer.status != 0 { text += "[\(answer.status)]\n" }
    }

    /// The whole with ids, dates and the home folder replaced by names.
    func normalized(_ box: CommandBox) -> String {
        var names = CommandBox.Answer.Names()
        return names.replaced(text, home: box.home.path)
    }

    private static func marked(_ text: String, _ mark: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { mark + $0 }
        // Text that does not end with a line end is no line of this program.
        if text.isEmpty { return "" }
        if text.hasSuffix("\n") { lines.removeLast() } else { lines[lines.count - 1] += "<no line end>" }
        return lines.map { $0 + "\n" }.joined()
    }
}
