import CloudKitWebServices
import Foundation
import Synchronization
import TestSupport

/// The real command in processes of its own, over one data folder.
final class ServerProcess: Sendable {
    struct Failed: Error {
        let output: String
    }

    let folder: URL
    private let place: [String]
    private let environment: [String: String]?
    private let running = Mutex<Process?>(nil)

    /// Over the embedded store, or over a PostgreSQL; with a folder of its own for its data, or with that of another
    /// process; the environment is that of the tests, or only what is given.
    init(
        postgres address: String? = nil,
        dataOf other: ServerProcess? = nil,
        environment: [String: String]? = nil
    ) throws {
        self.environment = environment
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        place = ["--data", (other?.folder ?? folder).path] + (address.map { ["--postgres", $0] } ?? [])
    }

    func remove() {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    private var surrounding: [String: String] {
        (environment ?? ProcessInfo.processInfo.environment).merging(ServerBox.cheapPasswords) { $1 }
    }

    static var executable: URL { BuiltProgram.url("cloudkit-server") }

    /// Makes an account with the command, and returns the credentials of requests.
    func credentials(of name: String = "anna") throws -> String {
        _ = try run(["account", "create", name, "--password-stdin"], input: "a good password\n")
        let api = try run(["token", "api", "--container", World.container])
        let web = try run(["token", "web", name, "--container", World.container])
        return ServiceQuery(apiToken: api, webAuthToken: web).text
    }

    /// Runs a command to its end and returns what it printed.
    func run(_ arguments: [String], input: String = "") throws -> String {
        let process = Process()
        let (output, standardInput) = (Pipe(), Pipe())
        process.executableURL = Self.executable
        process.arguments = arguments + place
        process.environment = surrounding
        process.standardOutput = output
        process.standardInput = standardInput
        try process.start()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.rest()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(output: text) }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Starts serving and returns the port, once it listens.
    ///
    /// - Parameter fileKiB: How many KiB its files may have; nil for as many as they like.
    func start(_ more: [String] = [], fileKiB: Int? = nil) throws -> Int {
        try port(try start(["serve", "--port", "0"] + place + more, until: "\n", fileKiB: fileKiB))
    }

    /// Starts the command and returns what it says up to a text.
    func start(_ arguments: [String], until end: String, fileKiB: Int? = nil) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.executable
        process.arguments = arguments
        if let fileKiB {
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            let command = "ulimit -f \(fileKiB) && exec \"$0\" \"$@\""
            process.arguments = ["-c", command, Self.executable.path] + arguments
        }
        process.environment = surrounding
        process.standardOutput = output
        try Data().write(to: logFile)
        process.standardError = try FileHandle(forWritingTo: logFile)
        try process.start()
        running.withLock { $0 = process }
        var text = ""
        while !text.contains(end) {
            let data = try output.fileHandleForReading.chunk()
            if data.isEmpty { throw Failed(output: text + (try log())) }
            text += String(decoding: data, as: UTF8.self)
        }
        return text
    }

    /// The port in what a server says when it listens.
    func port(_ said: String) throws -> Int {
        let address = said.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http") }
        guard let port = address?.split(separator: ":").last.flatMap({ Int($0) }) else { throw Failed(output: said) }
        return port
    }

    private var logFile: URL { folder.appending(path: "log.txt") }

    /// What it wrote to standard error.
    func log() throws -> String {
        String(decoding: try Data(contentsOf: logFile), as: UTF8.self)
    }

    var identifier: Int32? {
        running.withLock { $0?.processIdentifier }
    }

    /// Asks it to stop, and does not wait.
    func terminate() {
        running.withLock { $0?.terminate() }
    }

    /// Kills it without a word, if it runs.
    func kill() {
        running.withLock { process in
            guard let running = process else { return }
            Foundation.kill(running.processIdentifier, SIGKILL)
            running.waitUntilExit()
            process = nil
        }
    }

    /// Asks it to stop, and returns its exit code.
    func stop() -> Int32 {
        terminate()
        return wait()
    }

    /// Waits for its end and returns its exit code.
    func wait() -> Int32 {
        running.withLock { process in
            guard let running = process else { return -1 }
            running.waitUntilExit()
            process = nil
            return running.terminationStatus
        }
    }
}
