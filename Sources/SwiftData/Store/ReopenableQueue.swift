import Foundation
import GRDB

/// The connection to a file on a disk without room, which can be read and not written until it is opened again.
///
/// The connections to a file in WAL mode share an index of the log, the file `-shm`, and none can be made where the disk is
/// full. SQLite then reads with an index of its own in memory, as it does for read-only shared memory
/// (<https://sqlite.org/walformat.html>). Such a connection never becomes writable, so the first write that finds room
/// opens another one in its place.
final class ReopenableQueue: @unchecked Sendable {
    /// Held during each access, since the queue may be replaced between two of them.
    private let lock = NSRecursiveLock()
    private var queue: DatabaseQueue
    /// How many accesses are within each other at the moment.
    private var depth = 0
    private var cannotWrite = true

    init(_ queue: DatabaseQueue) { self.queue = queue }

    /// Whether the file can only be read so far.
    ///
    /// Waits for an access of another thread.
    var isReadOnly: Bool { lock.withLock { cannotWrite } }

    /// Runs `body` with the present queue, while no other thread uses it.
    func access<Result>(_ body: (DatabaseQueue) throws -> Result) rethrows -> Result {
        lock.lock()
        depth += 1
        defer {
            depth -= 1
            lock.unlock()
        }
        return try body(queue)
    }

    /// Makes the file writable, unless it is: `open` opens it as usual, `willReplace` gets the queue that goes.
    ///
    /// - Throws: What `open` throws; `StoreError.diskFull` inside of another access, which goes on with the old queue.
    func makeWritable(open: () throws -> DatabaseQueue, willReplace: (DatabaseQueue) throws -> Void) throws {
        try access { old in
            guard cannotWrite else { return }
            guard depth == 1 else { throw StoreError.diskFull }
            let fresh = try open()
            try willReplace(old)
            try old.close()
            queue = fresh
            cannotWrite = false
        }
    }
}
