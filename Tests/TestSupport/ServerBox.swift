import Foundation
import Synchronization

/// A real `cloudkit-server` in a process of its own, over a folder that goes away with the test.
package final class ServerBox: Sendable {
    package struct Failed: Error {
        package let said: String
    }

    package static let password = "a good password"

    package let folder: URL
    package let apiToken: String
    private let running = Mutex<LineProcess?>(nil)
    private let port = Mutex<String>("0")

    /// A server with an account for each name and a token for the container, which listens.
    package init(_ names: [String], container: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "tested-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in names {
            _ = try Self.run(["account", "create", name, "--password-stdin"], folder, input: Self.password + "\n")
        }
        apiToken = try Self.run(["token", "api", "--container", container], folder)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    package var address: String { "http://127.0.0.1:\(port.withLock { $0 })" }

    /// What has a debug build of the server hash passwords quickly.
    package static let cheapPasswords = ["CLOUDKIT_SERVER_PASSWORD_COSTS": "least"]

    private static var executable: URL { BuiltProgram.url("cloudkit-server") }

    /// Starts it, at the same port as before.
    package func start() throws {
        let wanted = port.withLock { $0 }
        let process = try LineProcess(
            Self.executable,
            ["serve", "--port", wanted, "--data", folder.path],
            environment: ["HOME": folder.path].merging(Self.cheapPasswords) { $1 }
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
    package func stop() {
        running.withLock { process in
            process?.kill()
            process = nil
        }
    }

    private static func run(_ arguments: [String], _ folder: URL, input: String = "") throws -> String {
        let process = try LineProcess(
            executable,
            arguments + ["--data", folder.path],
            environment: ["HOME": folder.path].merging(Self.cheapPasswords) { $1 },
            input: input
        )
        var lines: [String] = []
        while let line = try process.nextLine() { lines.append(line) }
        guard process.wait() == 0 else { throw Failed(said: lines.joined(separator: "\n")) }
        return lines.joined(separator: "\n")
    }
}
