import Foundation

/// The bytes of a file, a pipe or memory, in pieces of a bounded size.
package final class ByteSource {
    package static let chunkSize = 256 * 1_024

    private let descriptor: Int32?
    private let path: String
    private var unread: ArraySlice<UInt8>

    /// Opens the file; `-` is standard input.
    package init(path: String) throws {
        descriptor = path == "-" ? 0 : try POSIXFiles.openForReading(path)
        self.path = path
        unread = []
    }

    /// Reads from memory.
    package init(bytes: some Sequence<UInt8>) {
        descriptor = nil
        path = ""
        unread = Array(bytes)[...]
    }

    deinit {
        if let descriptor, descriptor != 0 { POSIXFiles.close(descriptor) }
    }

    /// The next piece; empty at the end.
    package func nextChunk() throws -> [UInt8] {
        guard let descriptor else {
            defer { unread = unread.dropFirst(Self.chunkSize) }
            return Array(unread.prefix(Self.chunkSize))
        }
        let path = path
        var failure: (any Error)?
        let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
            do {
                count = try POSIXFiles.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer), path: path)
            } catch {
                count = 0
                failure = error
            }
        }
        if let failure { throw failure }
        return chunk
    }
}
