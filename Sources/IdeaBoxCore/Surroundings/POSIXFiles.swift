import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The few file operations that Foundation offers only in a weaker form.
enum POSIXFiles {
    /// Moves a file within one file system, in one step, over whatever has the new name.
    static func rename(_ old: URL, to new: URL) throws {
        guard systemRename(old.path, new.path) == 0 else { throw FileFailure(path: new.path, code: errno) }
    }

    /// The number of bytes read into the buffer; 0 at the end.
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, path: String) throws -> Int {
        while true {
            let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw FileFailure(path: path, code: errno) }
        }
    }

    /// Writes all bytes.
    static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32, path: String) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                throw FileFailure(path: path, code: errno)
            }
        }
    }

    static func openForReading(_ path: String) throws -> Int32 {
        try opened(path, O_RDONLY | O_CLOEXEC)
    }

    /// Makes a new file; fails when the name is taken.
    static func create(_ path: String, mode: mode_t) throws -> Int32 {
        try opened(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: mode)
    }

    /// Forces what was written to the disk.
    static func synchronize(_ descriptor: Int32, path: String) throws {
        // Pipes and terminals cannot be synchronised, and need not be.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileFailure(path: path, code: errno) }
    }

    static func close(_ descriptor: Int32) {
        _ = systemClose(descriptor)
    }

    /// Whether less than the smallest change of a store needs is free on the disk of the folder.
    static func isFull(_ folder: String) -> Bool {
        let neededBytes: UInt = 64 * 1_024
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else { return false }
        return UInt(disk.f_bavail) * UInt(disk.f_frsize) < neededBytes
    }

    static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    private static func opened(_ path: String, _ flags: Int32, mode: mode_t = 0) throws -> Int32 {
        let descriptor = open(path, flags, mode)
        guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
        return descriptor
    }
}

/// A file operation that the system refused, with its error number.
public struct FileFailure: Error, Equatable, Sendable {
    /// The file.
    public let path: String
    /// The system's error number.
    public let code: Int32

    /// The system's own words for the error.
    public var reason: String { String(cString: strerror(code)) }

    static func missing(_ path: String) -> FileFailure { FileFailure(path: path, code: ENOENT) }

    /// Whether the file does not exist.
    var isMissing: Bool { code == ENOENT }
    /// Whether no space is left.
    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
}

// Inside the enum above these names would find its own functions.
private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
