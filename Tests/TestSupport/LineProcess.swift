import Foundation
import Synchronization

/// A process that is read line by line while it runs.
package final class LineProcess: Sendable {
    private let process: Process
    private let identifier: pid_t
    private let descriptor: Int32
    private let rest = Mutex<[UInt8]>([])
    private let pipe: Pipe

    package init(_ program: URL, _ arguments: [String], environment: [String: String], input: String = "") throws {
        let process = Process()
        let (output, standardInput) = (Pipe(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        process.standardInput = standardInput
        process.standardError = FileHandle.nullDevice
        try process.start()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        identifier = process.processIdentifier
        descriptor = output.fileHandleForReading.fileDescriptor
        pipe = output
        self.process = process
    }

    /// The next line that it writes; nil at the end.
    package func nextLine() throws -> String? {
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

    /// The next line, waited for on a thread of its own: as many tests can wait for a program at once as there are
    /// processors, and a program that waits for this process would wait for ever.
    package func line() async throws -> String? {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try self.nextLine() }) }
        }
    }

    package func kill() {
        Foundation.kill(identifier, SIGKILL)
        _ = wait()
    }

    package func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
