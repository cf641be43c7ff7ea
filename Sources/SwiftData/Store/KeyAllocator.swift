import GRDB
import Synchronization

/// Hands out primary keys before their rows exist, so that an identifier is final from `insert` on.
///
/// Keys are reserved in SQLite's own AUTOINCREMENT counter, in runs that grow with demand: no other context or process
/// gets the same key, and no key is ever used twice. What a process reserved and did not use is a gap.
final class KeyAllocator: Sendable {
    private struct Run {
        var next: Int64 = 1
        var end: Int64 = 1
        var size: Int64 = 1
    }

    private let runs = Mutex<[String: Run]>([:])
    private static let growth: Int64 = 4
    private static let largestRun: Int64 = 4_096

    /// A key for a new row of `table`.
    ///
    /// - Throws: What `reserve` throws.
    func next(for table: String, reserve: (_ count: Int64) throws -> Int64) throws -> Int64 {
        try runs.withLock { runs in
            var run = runs[table] ?? Run()
            if run.next == run.end {
                let first = try reserve(run.size)
                run.next = first
                run.end = first + run.size
                run.size = min(run.size * KeyAllocator.growth, KeyAllocator.largestRun)
            }
            defer {
                run.next += 1
                runs[table] = run
            }
            return run.next
        }
    }

    /// Forgets what was reserved, after the store was emptied by other means.
    func reset() {
        runs.withLock { $0 = [:] }
    }
}
