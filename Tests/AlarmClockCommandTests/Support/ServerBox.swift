import Foundation
import Synchronization

/// A real `cloudkit-server` in a process of its own, over a folder that goes away with the test.
final class ServerBox: Sendable {
    struct Failed: Error {
        let said: String
    }

    static let password = "a good password"

    let folder: URL
    let apiToken: String
    private let running = Mutex<LineProcess?>(nil)
    private let port = Mutex<String>("0")

    /// A server with an account for each name, which listens.
    init(_ names: String...) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "alarmclock-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in names {
            _ = try Self.run(["account", "create", name, "--password-stdin"], folder, input: Self.password + "\n")
        }
        let container = "iCloud.com.buildwithharry.AlarmClock"
        apiToken = try Self.run(["token", "api", "--container", container], folder)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    var address: String { "http://127.0.0.1:\(port.withLock { $0 })" }

    /// The command lies beside the tests.
    private static var executable: URL {
        CommandBox.executable.deletingLastPathComponent().appending(path: "cloudkit-server")
    }

    /// Starts it, at the same port as before.
    func start() throws {
        let wanted = port.withLock { $0 }
        let process = try LineProcess(
            Self.executable,
            ["serve", "--port", wanted, "--data", folder.path],
            environment: ["HOME": folder.path]
        )
        var said = ""
        while let line = try process.nextLine() {
            said += line + "\n"
            let found = line.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http://") }
            guard let number = found?.split(separator: ":").last else { continue }
            port.withLock { $0 = String(number.prefix { $0.isNumber }) }
            running.withLock { $0 = process }
            return
        }
        throw Failed(said: said)
    }

    /// Ends it without a word.
    func stop() {
        running.withLock { process in
            process?.kill()
            process = nil
        }
    }

    private static func run(_ arguments: [String], _ folder: URL, input: String = "") throws -> String {
        let process = try LineProcess(
            executable,
            arguments + ["--data", folder.path],
            environment: ["HOME": folder.path],
            input: input
        )
        var lines: [String] = []
        while let line = try process.nextLine() { lines.append(line) }
        guard process.wait() == 0 else { throw Failed(said: lines.joined(separator: "\n")) }
        return lines.joined(separator: "\n")
    }
}

/// A process that is read line by line while it runs.
final class LineProcess: Sendable {
    private let process: Process
    private let identifier: pid_t
    private let descriptor: Int32
    private let rest = Mutex<[UInt8]>([])
    private let pipe: Pipe

    init(_ program: URL, _ arguments: [String], environment: [String: String], input: String = "") throws {
        let process = Process()
        let (output, standardInput) = (Pipe(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        process.standardInput = standardInput
        process.standardError = FileHandle.nullDevice
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        identifier = process.processIdentifier
        descriptor = output.fileHandleForReading.fileDescriptor
        pipe = output
        self.process = process
    }

    /// The next line that it writes; nil at the end.
    func nextLine() throws -> String? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let line = rest.withLock { rest -> String? in
                guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                defer { rest.removeSubrange(...end) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            if let line { return line }
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            rest.withLock { $0 += bytes.prefix(count) }
        }
    }

    func kill() {
        Foundation.kill(identifier, SIGKILL)
        _ = wait()
    }

    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
