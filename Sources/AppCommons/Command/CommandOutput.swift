import Foundation

/// Where a command's words go.
package protocol CommandOutput: AnyObject {
    /// Whether standard output is a terminal.
    var isTerminal: Bool { get }
    /// Adds to standard output, which holds what was asked for.
    func write(_ text: String) throws
    /// Sends what was written so far on its way.
    func flush() throws
    /// Adds a line to standard error, which holds messages.
    func note(_ line: String)
}

/// The output of this process.
package final class LiveCommandOutput: CommandOutput {
    private static let bufferSize = 64 * 1_024
    private var buffer: [UInt8] = []

    package init() {}

    package var isTerminal: Bool { POSIXFiles.isTerminal(1) }

    package func write(_ text: String) throws {
        buffer += text.utf8
        if buffer.count >= Self.bufferSize { try flush() }
    }

    package func flush() throws {
        let bytes = buffer
        buffer.removeAll(keepingCapacity: true)
        do {
            try POSIXFiles.write(bytes, to: 1, path: "standard output")
        } catch let failure as FileFailure {
            throw OutputFailure(failure: failure)
        }
    }

    package func note(_ line: String) {
        // Where even standard error is closed, nobody listens.
        try? POSIXFiles.write("\(line)\n".utf8, to: 2, path: "standard error")
    }
}
