import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lets one process at a time migrate a store: its copies beside the file have names that all processes share.
///
/// A lock of the operating system's on a file beside the store; it ends with its process, whatever ends that. The store's
/// own file must not be used for it: closing it would give up SQLite's locks.
enum MigrationLock {
    static let suffix = "migrating-lock"

    /// Waits for other processes to finish with the store, then runs `body`.
    ///
    /// - Throws: ``StoreError`` where the lock cannot be had; what `body` throws.
    static func exclusively<Result>(for store: URL, _ body: () throws -> Result) throws -> Result {
        let file = StoreBackup.sibling(of: store, suffix)
        let descriptor = try lock(file)
        defer {
            // Removed while it is held: who waits for it looks again.
            unlink(file.path)
            close(descriptor)
        }
        return try body()
    }

    private static func lock(_ file: URL) throws -> Int32 {
        while true {
            let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw StoreError.failure(of: file, number: errno) }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else {
                    defer { close(descriptor) }
                    throw StoreError.failure(of: file, number: errno)
                }
            }
            if isStillThere(file, descriptor) { return descriptor }
            close(descriptor)
        }
    }

    /// Whether the file that was locked is the one that others would lock now.
    private static func isStillThere(_ file: URL, _ descriptor: Int32) -> Bool {
        var (locked, named) = (stat(), stat())
        return fstat(descriptor, &locked) == 0 && stat(file.path, &named) == 0 && locked.st_ino == named.st_ino
            && locked.st_dev == named.st_dev
    }
}
