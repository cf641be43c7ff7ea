import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A lock on a file, by which processes agree who may do something.
///
/// It goes with the process that holds it.
package struct AdvisoryLock: Sendable {
    package let file: URL

    package init(file: URL) {
        self.file = file
    }

    /// Waits until nobody else holds the lock, and runs the body.

    package func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = try opened()
        defer { POSIXFiles.close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FileFailure(path: file.path, code: errno) }
        }
        return try body()
    }

    /// Answers nil, without running the body, where another process holds the lock.
    package func exclusivelyIfFree<Result>(_ body: () throws -> Result) throws -> Result? {
        let descriptor = try opened()
        defer { POSIXFiles.close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? try body() : nil
    }

    /// Takes the lock until the answer goes away; nil where another process holds it.
    package func takenIfFree() throws -> (AnyObject & Sendable)? {
        let descriptor = try opened()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            POSIXFiles.close(descriptor)
            return nil
        }
        return HeldLock(descriptor)
    }

    private func opened() throws -> Int32 {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path: file.path, code: errno) }
        return descriptor
    }
}

/// Lets the lock go when it goes away.
private final class HeldLock: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { POSIXFiles.close(descriptor) }
}
