import Foundation
import TestSupport

/// One run of the real command, or of another program, to its end.
struct CommandRun: Sendable {
    let status: Int32
    let output: String
    let problem: String

    /// Runs it with these arguments, and with nothing in the environment but what is given.
    init(
        _ arguments: [String],
        of program: URL = ServerProcess.executable,
        input: String = "",
        environment: [String: String] = [:]
    ) throws {
        let process = Process()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        try Data(input.utf8).write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        process.executableURL = program
        process.arguments = arguments
        let standard = ["HOME": folder.path, "COLUMNS": "100"].merging(ServerBox.cheapPasswords) { $1 }
        process.environment = standard.merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.start()
        process.waitUntilExit()
        status = process.terminationStatus
        output = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
        problem = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
    }

    /// The output without the line feed at its end.
    var line: String { output.hasSuffix("\n") ? String(output.dropLast()) : output }
}

/// A folder that is gone after the test.
struct TestFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("data-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
        return path + "/" + name
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
