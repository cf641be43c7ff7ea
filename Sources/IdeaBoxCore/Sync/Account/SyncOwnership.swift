import AppCommons
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The right to sync a store: one process has it at a time, and loses it when it ends, however it ends.
public final class SyncOwnership: Sendable {
    private let descriptor: Int32

    /// Takes the right; nil where another process has it.
    ///
    /// Throws ``FileFailure``.
    init?(_ folders: DataFolders) throws {
        let path = folders.data.appending(path: "IdeaBox.sync.lock").path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let code = errno
            POSIXFiles.close(descriptor)
            guard code == EWOULDBLOCK else { throw FileFailure(path: path, code: code) }
            return nil
        }
    }

    deinit { POSIXFiles.close(descriptor) }
}
