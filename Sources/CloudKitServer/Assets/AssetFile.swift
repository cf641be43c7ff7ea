import Foundation

/// A part of a stored file, open for reading.
public struct AssetSlice: Sendable {
    /// Bytes that are read at a time.
    static let chunk = 256 * 1_024

    let file: AssetFile
    /// Where the part begins.
    let start: Int64
    /// How many bytes it has.
    public let count: Int64

    /// Hands the bytes on, one piece after the other.
    public func read(_ body: ([UInt8]) async throws -> Void) async throws {
        var place = start
        while place < start + count {
            let (next, length) = (place, Int(min(Int64(Self.chunk), start + count - place)))
            let bytes = try await FileWork.run { [file] in try file.read(at: next, length) }
            guard !bytes.isEmpty else { throw FileError(call: "pread", number: EIO) }
            try await body(bytes)
            place += Int64(bytes.count)
        }
    }
}

/// A stored file that is open: it can be read to its end even if it is swept away meanwhile.
final class AssetFile: Sendable {
    private let descriptor: Int32
    let size: Int64

    /// Opens a file; nil if it is not there.
    init?(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw FileError(call: "open", number: errno)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw FileError(call: "fstat", number: errno)
        }
        self.descriptor = descriptor
        size = Int64(status.st_size)
    }

    deinit { close(descriptor) }

    func read(at place: Int64, _ length: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            repeat {
                let read = pread(descriptor, buffer.baseAddress, length, off_t(place))
                if read < 0, errno == EINTR { continue }
                guard read >= 0 else { throw FileError(call: "pread", number: errno) }
                count = read
                return
            } while true
        }
    }
}
