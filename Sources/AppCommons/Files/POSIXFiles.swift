import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The few file operations that Foundation offers only in a weaker form.
package enum POSIXFiles {
    /// Moves a file within one file system, in one step, over whatever has the new name.
    package static func rename(_ old: URL, to new: URL) throws {
        guard systemRename(old.path, new.path) == 0 else { throw FileFailure(path: new.path, code: errno) }
    }

    /// The number of bytes read into the buffer; 0 at the end.
    package static func read(
        _ descriptor: Int32,
        into buffer: UnsafeMutableRawBufferPointer,
        path: String
    ) throws -> Int {
        while true {
            let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw FileFailure(path: path, code: errno) }
        }
    }

    /// Writes all bytes.
    package static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32, path: String) throws {
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

    /// Gives the file a second name; fails when the name is taken.
    package static func link(_ old: URL, to new: URL) throws {
        guard systemLink(old.path, new.path) == 0 else { throw FileFailure(path: new.path, code: errno) }
    }

    /// Makes the folder and those above it where they are not there yet.
    package static func makeFolder(_ folder: URL, mode: mode_t) throws {
        guard try !isFolder(folder) else { return }
        if systemMakeFolder(folder.path, mode) == 0 { return }
        let code = errno
        let parent = folder.deletingLastPathComponent()
        // Another process may have been faster.
        if code == EEXIST, try isFolder(folder) { return }
        guard code == ENOENT, parent.path != folder.path else { throw FileFailure(path: folder.path, code: code) }
        try makeFolder(parent, mode: mode)
        if systemMakeFolder(folder.path, mode) != 0, errno != EEXIST {
            throw FileFailure(path: folder.path, code: errno)
        }
    }

    /// Whether the folder is there.
    ///
    /// Throws when something else has its name or the place of a folder above it.
    package static func isFolder(_ folder: URL) throws -> Bool {
        switch kind(folder.path) {
        case .folder: return true
        case .nothing: return false
        case .file, .other: throw FileFailure.notAFolder(folder.path)
        case .unknown(let code): throw FileFailure(path: folder.path, code: code)
        }
    }

    /// What lies at a path.
    package enum Kind: Equatable {
        case nothing, file, folder, other
        case unknown(Int32)
    }

    /// Looks without opening, which would wait for ever at a pipe.
    package static func kind(_ path: String) -> Kind {
        var information = stat()
        guard stat(path, &information) == 0 else { return errno == ENOENT ? .nothing : .unknown(errno) }
        switch information.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// What tells a file from every other that exists, whatever its name; nil when there is none.
    package static func identity(_ path: String) -> FileIdentity? {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        return FileIdentity(device: UInt64(information.st_dev), number: UInt64(information.st_ino))
    }

    /// What is another after a file was written, replaced, made or removed; nil when there is none.
    package static func state(_ path: String) -> FileState? {
        guard let identity = identity(path) else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return FileState(
            identity: identity,
            size: attributes?[.size] as? Int,
            written: attributes?[.modificationDate] as? Date
        )
    }

    /// The bytes of the file; nil when there is none.
    package static func size(_ path: String) -> Int? {
        var information = stat()
        return stat(path, &information) == 0 ? Int(information.st_size) : nil
    }

    /// Who may read and write the file; for the owner alone when that cannot be told.
    package static func mode(_ path: String) -> mode_t {
        var information = stat()
        return stat(path, &information) == 0 ? information.st_mode & 0o777 : 0o600
    }

    /// The whole file.
    package static func contents(of path: String) throws -> Data {
        let source = try ByteSource(path: path)
        var data = Data()
        while case let chunk = try source.nextChunk(), !chunk.isEmpty { data.append(contentsOf: chunk) }
        return data
    }

    /// Makes a new file with the bytes and forces it to the disk.
    package static func writeNew(_ bytes: Data, to path: String, mode: mode_t) throws {
        let descriptor = try create(path, mode: mode)
        defer { close(descriptor) }
        // What is asked for at the creation is cut by the umask.
        _ = fchmod(descriptor, mode)
        try write(bytes, to: descriptor, path: path)
        try synchronize(descriptor, path: path)
    }

    package static func openForReading(_ path: String) throws -> Int32 {
        try opened(path, O_RDONLY | O_CLOEXEC)
    }

    /// Opens a file, or makes it, to write at its end.
    package static func openForAppending(_ path: String, mode: mode_t) throws -> Int32 {
        try opened(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, mode: mode)
    }

    /// Makes a new file; fails when the name is taken.
    package static func create(_ path: String, mode: mode_t) throws -> Int32 {
        try opened(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: mode)
    }

    /// Forces what was written to the disk.
    package static func synchronize(_ descriptor: Int32, path: String) throws {
        // Pipes and terminals cannot be synchronised, and need not be.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileFailure(path: path, code: errno) }
    }

    package static func close(_ descriptor: Int32) {
        _ = systemClose(descriptor)
    }

    /// Whether less than the smallest change of a store needs is free on the disk of the folder.
    package static func isFull(_ folder: String) -> Bool {
        let neededBytes: UInt = 64 * 1_024
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else { return false }
        return UInt(disk.f_bavail) * UInt(disk.f_frsize) < neededBytes
    }

    package static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    private static func opened(_ path: String, _ flags: Int32, mode: mode_t = 0) throws -> Int32 {
        let descriptor = open(path, flags, mode)
        guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
        return descriptor
    }
}

/// A file among all files of a machine, as long as it exists.
package struct FileIdentity: Equatable, Sendable {
    package let device: UInt64
    package let number: UInt64
}

/// How a file is at a moment.
package struct FileState: Equatable, Sendable {
    let identity: FileIdentity
    let size: Int?
    let written: Date?
}

// Inside the enum above these names would find its own functions.
private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }
private func systemLink(_ old: String, _ new: String) -> Int32 { link(old, new) }
private func systemMakeFolder(_ path: String, _ mode: mode_t) -> Int32 { mkdir(path, mode) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
