import Foundation
import Glibc

/// What a child writes, also where a signal comes while it is waited for: Foundation's own `availableData` and
/// `readDataToEndOfFile` end the process then.
extension FileHandle {
    /// What can be read now, once there is something; empty at the end.
    package func chunk() throws -> Data {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = Glibc.read(fileDescriptor, &bytes, bytes.count)
            if count >= 0 { return Data(bytes.prefix(count)) }
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
    }

    /// Everything up to the end, as text.
    package func rest() throws -> String {
        var all = Data()
        while case let piece = try chunk(), !piece.isEmpty { all += piece }
        return String(decoding: all, as: UTF8.self)
    }
}
