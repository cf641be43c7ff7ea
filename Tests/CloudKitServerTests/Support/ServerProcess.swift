import CloudKitWebServices
import Foundation
import Synchronization

/// The real command in processes of its own, over one data folder.
final class ServerProcess: Sendable {
    struct Failed: Error {
        let output: String
    }

    private let folder: URL
    private let place: [String]
    private let running = Mutex<Process?>(nil)

    /// Over the embedded store, or over a PostgreSQL.
    init(postgres address: String? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        place = ["--data", folder.path] + (address.map { ["--postgres", $0] } ?? [])
    }

    func remove() {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The command lies beside the tests.
    private static var executable: URL {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "cloudkit-server")
    }

    /// Makes an account with the command, and returns the credentials of requests.
    func credentials() throws -> String {
        _ = try run(["account", "create", "anna", "--password-stdin"], input: "a good password\n")
        let api = try run(["token", "api", "--container", World.container])
        let web = try run(["token", "web", "anna", "--container", World.container])
        return ServiceQuery(apiToken: api, webAuthToken: web).text
    }

    /// Runs a command to its end and returns what it printed.
    func run(_ arguments: [String], input: String = "") throws -> String {
        let process = Process()
        let (output, standardInput) = (Pipe(), Pipe())
        process.executableURL = Self.executable
        process.arguments = arguments + place
        process.standardOutput = output
        process.standardInput = standardInput
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(output: text) }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Starts serving and returns the port, once it listens.
    func start() throws -> Int {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.executable
        process.arguments = ["serve", "--port", "0"] + place
        process.standardOutput = output
        try process.run()
        running.withLock { $0 = process }
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw Failed(output: text) }
            text += String(decoding: data, as: UTF8.self)
        }
        let address = text.split(separator: " ").first { $0.hasPrefix("http://") }
        guard let port = address?.split(separator: ":").last.flatMap({ Int($0) }) else { throw Failed(output: text) }
        return port
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
        running.withLock { process in
            guard let running = process else { return -1 }
            running.terminate()
            running.waitUntilExit()
            process = nil
            return running.terminationStatus
        }
    }
}
