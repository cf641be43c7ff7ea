import Crypto
import Foundation
import Synchronization

/// A file that is coming in: written beside its place, hashed on the way, and moved there when it is whole.
final class AssetWriter: Sendable {
    private struct State {
        var descriptor: Int32
        var hash = SHA256()
        var size: Int64 = 0
    }

    private let path: String
    private let state: Mutex<State>

    /// Begins a file that must not be there yet.
    init(path: String) throws {
        self.path = path
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(call: "open", number: errno) }
        state = Mutex(State(descriptor: descriptor))
    }

    deinit { abandon() }

    /// Takes away what was written, unless it was moved to its place.
    func abandon() {
        let isUnfinished = state.withLock { state in
            guard state.descriptor >= 0 else { return false }
            close(state.descriptor)
            state.descriptor = -1
            return true
        }
        if isUnfinished { unlink(path) }
    }

    /// Bytes so far.
    var size: Int64 { state.withLock(\.size) }

    /// Writes more.
    func append(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            try bytes.withUnsafeBytes { try Self.write($0, to: state.descriptor) }
            state.hash.update(data: bytes)
            state.size += Int64(bytes.count)
        }
    }

    /// Gives the file a date, waits until all is on the disk, and says what it is.
    func finish(at milliseconds: Int64) throws -> StoredAsset {
        try state.withLock { state in
            try FileDate.set(milliseconds, of: state.descriptor)
            guard fsync(state.descriptor) == 0 else { throw FileError(call: "fsync", number: errno) }
            return StoredAsset(digest: Array(state.hash.finalize()), size: state.size)
        }
    }

    /// Moves the finished file to its place.
    func move(to place: String) throws {
        try state.withLock { state in
            guard rename(path, place) == 0 else { throw FileError(call: "rename", number: errno) }
            close(state.descriptor)
            state.descriptor = -1
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0 {
                if errno == EINTR { continue }
                throw FileError(call: "write", number: errno)
            }
            rest = rest.dropFirst(written)
        }
    }
}

/// The date of a file, by the service's clock.
enum FileDate {
    static func set(_ milliseconds: Int64, of descriptor: Int32) throws {
        let time = timespec(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
        guard futimens(descriptor, [time, time]) == 0 else { throw FileError(call: "futimens", number: errno) }
    }

    /// Gives a file another date; false if there is no such file.
    static func set(_ milliseconds: Int64, ofFile path: String) throws -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return false }
            throw FileError(call: "open", number: errno)
        }
        defer { close(descriptor) }
        try set(milliseconds, of: descriptor)
        return true
    }

    /// Milliseconds since 1970; nil if there is no such file.
    static func get(_ path: String) -> Int64? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec) * 1_000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
    }
}
