import AppCommons
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lets one process at a time read an idea and change it, so that two copies of the app on one store never undo each
/// other's changes.
///
/// Held for the moment of one change.
struct StoreLock: Sendable {
    let file: URL

    func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = try opened()
        defer { POSIXFiles.close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FileFailure(path: file.path, code: errno) }
        }
        return try body()
    }

    /// Answers nil, without running the body, where another process holds the lock.
    func exclusivelyIfFree<Result>(_ body: () throws -> Result) throws -> Result? {
        let descriptor = try opened()
        defer { POSIXFiles.close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? try body() : nil
    }

    private func opened() throws -> Int32 {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path: file.path, code: errno) }
        return descriptor
    }
}
