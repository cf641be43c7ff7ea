import Foundation
import TestSupport

/// A program of the system, run to its end.
enum SystemProgram {
    struct Failed: Error {
        let program: String
        let status: Int32
        let said: String
    }

    /// Where the program is; nil where the system has none.
    static func path(_ name: String) -> String? {
        ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].map { "\($0)/\(name)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// What it writes; throws where it ends badly.
    static func run(_ path: String, _ arguments: [String], variables: [String: String] = [:]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C"].merging(variables) { $1 }
        process.standardOutput = output
        process.standardError = output
        try process.start()
        let said = try output.fileHandleForReading.rest()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(program: path, status: process.terminationStatus, said: said)
        }
        return said
    }
}
