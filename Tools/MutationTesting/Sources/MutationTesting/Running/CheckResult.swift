import Foundation

/// What one check came to for one mutant.
package struct CheckResult: Codable, Sendable, Equatable {
    /// How it came out.
    package enum Outcome: String, Codable, Sendable {
        /// The check passed: the mutant was not noticed.
        case survived
        case failed
        case crashed
        case timeout

        package var isFinding: Bool { self != .survived }
    }

    /// The mutant's identifier; nil for the run without one.
    package let mutant: String?
    package let check: String
    package let kind: CheckPlan.Kind
    package let outcome: Outcome
    package let seconds: Double
    /// The line of the output that says most.
    package let words: String
    /// What was checked, and with what command.
    let source: String
    let digest: String
}

/// The results of a run, one line of JSON each, appended as they come: a run that is ended goes on where it was.
package struct ResultFile: Sendable {
    private let file: URL

    package init(_ file: URL) { self.file = file }

    /// All results; a line that was cut off by the end of a process is left out.
    package func read() throws -> [CheckResult] {
        guard let data = try? Data(contentsOf: file) else { return [] }
        return data.split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONDecoder().decode(CheckResult.self, from: $0)
        }
    }

    func append(_ result: CheckResult) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data().write(to: file)
        }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        let end = try handle.seekToEnd()
        // A line that was cut off must not swallow this one.
        let isCut = try end > 0 && lastByte(end) != UInt8(ascii: "\n")
        try handle.write(contentsOf: (isCut ? Data("\n".utf8) : Data()) + encoder.encode(result) + Data("\n".utf8))
    }

    private func lastByte(_ end: UInt64) throws -> UInt8? {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        try handle.seek(toOffset: end - 1)
        return try handle.readToEnd()?.last
    }
}
