import Foundation
import Glibc

extension FileHandle {
    /// What can be read now, once there is something; empty at the end.
    ///
    /// Foundation's own `availableData` ends the process where a signal interrupts it.
    func chunk() throws -> Data {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = Glibc.read(fileDescriptor, &bytes, bytes.count)
            if count >= 0 { return Data(bytes.prefix(count)) }
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
    }
}
