import Foundation

/// The built command, run as a process in a home of its own, which goes away with the test.
final class CommandBox {
    struct Answer: Equatable, CustomStringConvertible {
        var status: Int32
        var out: String
        var messages: String

        init(_ status: Int32, _ out: String = "", _ messages: String = "") {
            self.status = status
            self.out = out
            self.messages = messages
        }

        var description: String { "status \(status)\n--- out\n\(out)--- messages\n\(messages)---" }
    }

    let home: URL
    private var count = 0

    init() throws {
        home = FileManager.default.temporaryDirectory.appending(path: "alarmclock-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    var dataFolder: URL { home.appending(path: ".local/share/alarmclock") }

    /// The command lies beside the tests.
    static var executable: URL {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "alarmclock")
    }

    /// Runs the command to its end.
    func run(_ arguments: String..., language: String = "C", extra: [String: String] = [:]) throws -> Answer {
        try run(Self.executable, arguments, language: language, extra: extra)
    }

    /// Runs the command with the words of a line, which are parted by single spaces.
    func run(line: String, language: String = "C") throws -> Answer {
        try run(Self.executable, line.split(separator: " ").map(String.init), language: language, extra: [:])
    }

    /// Runs a line of shell, in which `$ALARMCLOCK` is the command.
    func shell(_ line: String, extra: [String: String] = [:]) throws -> Answer {
        let extra = extra.merging(["ALARMCLOCK": Self.executable.path]) { _, new in new }
        return try run(URL(filePath: "/bin/sh"), ["-c", line], language: "C", extra: extra)
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
            environment: ["HOME": home.path, "PATH": "/nowhere", "LC_ALL": language, "TZ": "Asia/Taipei"]
                .merging(extra) { _, new in new },
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
    func write(_ text: String, to name: String) throws -> URL {
        let file = home.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file
    }

    /// Adds an alarm and answers its id.
    func add(_ time: String, _ more: String...) throws -> String {
        let answer = try run(Self.executable, ["add", time, "--json"] + more, language: "C", extra: [:])
        let object = try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [String: Any]
        return object?["id"] as? String ?? "no id in \(answer)"
    }
}

extension CommandBox.Answer {
    /// The answer with ids, dates and the home folder replaced by names, so that it can be compared to the byte.
    func normalized(_ box: CommandBox) -> CommandBox.Answer {
        var names = Names()
        var answer = self
        answer.out = names.replaced(out, home: box.home.path)
        answer.messages = names.replaced(messages, home: box.home.path)
        return answer
    }

    /// Ids in the order in which they appear: `<id 1>`, and `<short 1>` for the first eight digits of the same.
    struct Names {
        private var known: [String] = []

        mutating func replaced(_ text: String, home: String) -> String {
            var text = text.replacingOccurrences(of: home, with: "<home>")
            text = Self.replace(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z/, in: text) { _ in "<date>" }
            text = Self.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/, in: text) { "<id \(number($0))>" }
            text = Self.replace(/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}/, in: text) { _ in "<moment>" }
            // How long until an alarm, and how long something took, is another time each time.
            text = Self.replace(/[0-9]+ (小時|分鐘|天|小时|分钟|h\b|min\b|d\b)/, in: text) { _ in "<length>" }
            text = Self.replace(/<length> <length>/, in: text) { _ in "<length>" }
            text = Self.replace(/[0-9.]+ (ms|毫秒)/, in: text) { _ in "<time>" }
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
