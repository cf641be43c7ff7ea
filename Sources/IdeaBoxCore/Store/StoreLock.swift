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
/// Held for the moment of one change. Whoever lets go and comes again at once, as a sync does with its batches, would be
/// faster each time than one that sleeps until the lock is free: so there may be a door before it, in which one waits at a
/// time, and behind whom the others stand.
struct StoreLock: Sendable {
    let file: URL
    /// The door; nil where nobody comes again and again.
    var door: URL?

    func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        let place = try door.map { try Self.taken($0) }
        let descriptor: Int32
        do {
            defer { if let place { POSIXFiles.close(place) } }
            descriptor = try Self.taken(file)
        }
        defer { POSIXFiles.close(descriptor) }
        return try body()
    }

    /// Answers nil, without running the body, where another process holds the lock.
    func exclusivelyIfFree<Result>(_ body: () throws -> Result) throws -> Result? {
        let descriptor = try Self.opened(file)
        defer { POSIXFiles.close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? try body() : nil
    }

    /// Waits for a lock.
    private static func taken(_ file: URL) throws -> Int32 {
        let descriptor = try opened(file)
        while flock(descriptor, LOCK_EX) != 0 {
            if errno == EINTR { continue }
            let code = errno
            POSIXFiles.close(descriptor)
            throw FileFailure(path: file.path, code: code)
        }
        return descriptor
    }

    private static func opened(_ file: URL) throws -> Int32 {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path: file.path, code: errno) }
        return descriptor
    }
}
