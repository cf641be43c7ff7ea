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
///
/// Who has it says so in the lock's file: see ``SyncOwner``.
public final class SyncOwnership: Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        SyncOwner.sign(descriptor)
    }

    deinit {
        SyncOwner.takeBack(descriptor)
        POSIXFiles.close(descriptor)
    }

    /// Takes the right; nil where another process has it.
    ///
    /// Throws ``FileFailure``.
    convenience init?(_ folders: DataFolders) throws {
        let (path, descriptor) = try Self.opened(folders)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let code = errno
            POSIXFiles.close(descriptor)
            guard code == EWOULDBLOCK else { throw FileFailure(path: path, code: code) }
            return nil
        }
        self.init(descriptor: descriptor)
    }

    /// Waits on a thread of its own for the process to end that has the right, and hands it over; nil where the lock's file
    /// cannot be used.
    ///
    /// The system wakes the thread: nothing is asked again and again.
    static func wait(for folders: DataFolders, _ body: @escaping @Sendable (SyncOwnership?) -> Void) {
        let thread = Thread {
            guard let (_, descriptor) = try? opened(folders) else { return body(nil) }
            while flock(descriptor, LOCK_EX) != 0 {
                if errno == EINTR { continue }
                POSIXFiles.close(descriptor)
                return body(nil)
            }
            body(SyncOwnership(descriptor: descriptor))
        }
        thread.name = "SyncOwnership"
        thread.start()
    }

    private static func opened(_ folders: DataFolders) throws -> (path: String, descriptor: Int32) {
        let path = folders.syncLockFile.path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
        return (path, descriptor)
    }
}
