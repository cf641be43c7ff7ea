import Foundation

/// The script that starts and stops servers.
package enum PostgreSQLScript {
    /// The number of this process, with which servers end.
    package static var thisProcess: String { "\(ProcessInfo.processInfo.processIdentifier)" }

    /// It did not do what was asked.
    package struct Failed: Error {
        let output: String
    }

    /// The URL of the server that the environment names, or of one that ends with this process.
    package static func server() throws -> String {
        try ProcessInfo.processInfo.environment["CLOUDKIT_TEST_POSTGRES"] ?? run("start", "--while", thisProcess)
    }

    /// Runs it, and returns the line that it printed.
    @discardableResult
    package static func run(_ arguments: String...) throws -> String {
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().appending(path: "../../..").standardized
        let process = Process()
        let output = Pipe()
        process.executableURL = root.appending(path: "Scripts/postgres")
        process.arguments = arguments
        process.standardOutput = output
        try process.start()
        // What watches over the server must not keep this end open, but it may: so read a line and no more.
        var text = ""
        while !text.contains("\n") {
            let data = try output.fileHandleForReading.chunk()
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(output: text) }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
