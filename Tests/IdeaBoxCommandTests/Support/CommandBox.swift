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

    /// Foundation's starting of processes is not safe on several threads at once: it has ended the test process in a copy.
    private static let starting = NSLock()

    let home: URL
    private var count = 0

    init() throws {
        home = FileManager.default.temporaryDirectory.appending(path: "ideabox-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    var dataFolder: URL { home.appending(path: ".local/share/ideabox") }

    /// The command lies beside the tests.
    static var executable: URL {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "ideabox")
    }

    /// Runs the command to its end.
    func run(_ arguments: String..., language: String = "C", extra: [String: String] = [:]) throws -> Answer {
        try run(Self.executable, arguments, language: language, extra: extra)
    }

    /// Runs the command with the words of a line, which are parted by single spaces.
    func run(line: String, language: String = "C") throws -> Answer {
        try run(Self.executable, line.split(separator: " ").map(String.init), language: language, extra: [:])
    }

    /// Runs a line of shell, in which `$IDEABOX` is the command.
    func shell(_ line: String, language: String = "C", extra: [String: String] = [:]) throws -> Answer {
        let extra = extra.merging(["IDEABOX": Self.executable.path]) { _, new in new }
        return try run(URL(filePath: "/bin/sh"), ["-c", line], language: language, extra: extra)
    }

    private func run(
        _ program: URL,
        _ arguments: [String],
        language: String,
        extra: [String: String]
    ) throws -> Answer {
        count += 1
        let (out, messages) = (try emptyFile("out-\(count)"), try emptyFile("messages-\(count)"))
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = home
        process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": language]
            .merging(extra) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: messages)
        let end = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in end.signal() }
        try Self.starting.withLock { try process.run() }
        end.wait()
        let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        return Answer(status, try text(of: out), try text(of: messages))
    }

    private func emptyFile(_ name: String) throws -> URL {
        let file = home.appending(path: ".\(name)")
        try Data().write(to: file)
        return file
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

    /// Adds an idea and answers its id.
    func add(_ title: String, details: String = "") throws -> String {
        let answer = try run("add", title, "--details", details, "--json")
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
            text = Self.replace(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z/, in: text) { _ in "<date>" }
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
