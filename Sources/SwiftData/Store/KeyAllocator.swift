import Synchronization

/// Hands out primary keys before their rows exist, so that an identifier is final from `insert` on.
///
/// Keys are reserved in SQLite's own AUTOINCREMENT counter, in runs that grow with demand: no other context or process
/// gets the same key, and no key is ever used twice. What a process reserved and did not use is a gap.
final class KeyAllocator: Sendable {
    private struct Run {
        var next: Int64 = 1
        var end: Int64 = 1
        /// How many keys the next reservation asks for.
        var size: Int64 = 1
    }

    private let runs = Mutex<[String: Run]>([:])
    private static let growth: Int64 = 4
    private static let largestRun: Int64 = 4_096

    /// The next reserved key for a new row of `table`; nil where all of them are used.
    func next(for table: String) -> Int64? {
        runs.withLock { runs in
            guard var run = runs[table], run.next < run.end else { return nil }
            defer { runs[table] = run }
            run.next += 1
            return run.next - 1
        }
    }

    /// How many keys of `table` are worth a reservation.
    func reservationSize(for table: String) -> Int64 {
        runs.withLock { $0[table]?.size ?? Run().size }
    }

    /// Adds keys whose reservation is committed, and uses the first of them.
    ///
    /// Where another thread reserved a run at the same time, the keys that are left of that are a gap.
    func useFirst(of keys: Range<Int64>, for table: String) -> Int64 {
        runs.withLock { runs in
            let size = min(Int64(keys.count) * KeyAllocator.growth, KeyAllocator.largestRun)
            runs[table] = Run(next: keys.lowerBound + 1, end: keys.upperBound, size: size)
            return keys.lowerBound
        }
    }

    /// Forgets what was reserved, after the store was emptied by other means.
    func reset() {
        runs.withLock { $0 = [:] }
    }
}
