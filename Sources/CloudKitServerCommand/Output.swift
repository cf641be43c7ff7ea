import Foundation

/// What commands say.
///
/// That nobody reads it any more, as behind a pipe to `head`, is no reason for a server to end.
enum Output {
    /// Writes a line to standard output, at once.
    static func line(_ text: String) {
        bytes(Array((text + "\n").utf8))
    }

    /// Writes bytes to standard output, at once.
    static func bytes(_ bytes: [UInt8]) {
        try? FileHandle.standardOutput.write(contentsOf: Data(bytes))
    }

    /// Writes bytes to standard error, at once.
    static func problem(_ bytes: [UInt8]) {
        try? FileHandle.standardError.write(contentsOf: Data(bytes))
    }
}
