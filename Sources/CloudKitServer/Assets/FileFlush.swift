import Foundation

/// Waits until what was written is on the disk.
enum FileFlush {
    /// The contents of a file.
    static func file(_ path: String) throws {
        try flush(path, O_RDONLY)
    }

    /// The names in a folder.
    static func folder(_ path: String) throws {
        try flush(path, O_RDONLY | O_DIRECTORY)
    }

    private static func flush(_ path: String, _ flags: Int32) throws {
        let descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(call: "open", number: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(call: "fsync", number: errno) }
    }
}
