import Foundation

/// What commands say.
enum Output {
    /// Writes a line to standard output, at once.
    static func line(_ text: String) {
        bytes(Array((text + "\n").utf8))
    }

    /// Writes bytes to standard output, at once.
    static func bytes(_ bytes: [UInt8]) {
        FileHandle.standardOutput.write(Data(bytes))
    }

    /// Writes bytes to standard error, at once.
    static func problem(_ bytes: [UInt8]) {
        FileHandle.standardError.write(Data(bytes))
    }
}
