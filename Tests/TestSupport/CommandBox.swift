import Foundation

/// A built command, run as a process in a home of its own, which goes away with the test.
package final class CommandBox {
    package struct Answer: Equatable, CustomStringConvertible {
        package var status: Int32
        package var out: String
        package var messages: String

        package init(_ status: Int32, _ out: String = "", _ messages: String = "") {
            self.status = status
            self.out = out
            self.messages = messages
        }

        package var description: String { "status \(status)\n--- out\n\(out)--- messages\n\(messages)---" }
    }

    package let home: URL
    let command: TestedCommand
    private var count = 0

    package init(_ command: TestedCommand) throws {
        self.command = command
        home = FileManager.default.temporaryDirectory.appending(path: "\(command.name)-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    package var dataFolder: URL { home.appending(path: ".local/share/\(command.name)") }

    /// Runs the command to its end.
    package func run(_ arguments: String..., language: String = "C", extra: [String: String] = [:]) throws -> Answer {
        try run(command.executable, arguments, language: language, extra: extra)
    }

    /// Runs the command to its end.
    package func run(
        arguments: [String],
        language: String = "C",
        extra: [String: String] = [:]
    ) throws -> Answer {
        try run(command.executable, arguments, language: language, extra: extra)
    }

    /// Runs the command with the words of a line, which are parted by single spaces.
    package func run(line: String, language: String = "C") throws -> Answer {
        try run(command.executable, line.split(separator: " ").map(String.init), language: language, extra: [:])
    }

    /// Runs a line of shell, in which the command is a variable named like it, in capitals.
    package func shell(_ line: String, language: String = "C", extra: [String: String] = [:]) throws -> Answer {
        let extra = extra.merging([command.name.uppercased(): command.executable.path]) { _, new in new }
        return try run(URL(filePath: "/bin/sh"), ["-c", line], language: language, extra: extra)
    }

    private func run(
        _ program: URL,
        _ arguments: [String],
        language: String,
        extra: [String: String]
    ) throws -> Answer {
        count += 1
        let out = home.appending(path: ".out-\(count)")
        let messages = home.appending(path: ".messages-\(count)")
        let status = try ChildProcess(
            program: program.path,
            arguments: arguments,
            environment: ["HOME": home.path, "LC_ALL": language]
                .merging(command.environment) { $1 }.merging(extra) { _, new in new },
            folder: home.path,
            output: out.path,
            messages: messages.path
        )
        .run()
        return Answer(status, try text(of: out), try text(of: messages))
    }

    private func text(of file: URL) throws -> String {
        String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    @discardableResult
    package func write(_ text: String, to name: String) throws -> URL {
        let file = home.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file
    }
}

extension CommandBox.Answer {
    /// The answer with ids, dates and the home folder replaced by names, so that it can be compared to the byte.
    package func normalized(_ box: CommandBox) -> CommandBox.Answer {
        var names = Names(box)
        var answer = self
        answer.out = names.replaced(out)
        answer.messages = names.replaced(messages)
        return answer
    }

    /// Ids in the order in which they appear: `<id 1>`, and `<short 1>` for the first eight digits of the same.
    struct Names {
        private let box: CommandBox
        private var known: [String] = []

        init(_ box: CommandBox) {
            self.box = box
        }

        mutating func replaced(_ text: String) -> String {
            var text = text.replacingOccurrences(of: box.home.path, with: "<home>")
            for fleeting in box.command.fleeting {
                text = Self.replace(fleeting.pattern, in: text) { _ in fleeting.name }
            }
            text = Self.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/, in: text) { "<id \(number($0))>" }
            return Self.replace(/\b[0-9a-f]{8}\b/, in: text) { "<short \(number($0))>" }
        }

        private mutating func number(_ id: String) -> Int {
            if let index = known.firstIndex(where: { $0.hasPrefix(id) || id.hasPrefix($0) }) { return index + 1 }
            known.append(id)
            return known.count
        }

        private static func replace<Output>(
            _ pattern: Regex<Output>,
            in text: String,
            _ name: (String) -> String
        ) -> String {
            var result = ""
            var rest = Substring(text)
            while let match = rest.firstMatch(of: pattern) {
                result += rest[..<match.range.lowerBound] + name(String(rest[match.range]))
                rest = rest[match.range.upperBound...]
            }
            return result + rest
        }
    }
}
