import Foundation

/// The processor time of this process, all its threads together: what is compared, because waiting for a busy
/// neighbour does not count into it.
enum CPUClock {
    /// Nanoseconds of processor time that the process has used so far.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Milliseconds of processor time that one of `iterations` runs of `body` takes on average.
    static func milliseconds(iterations: Int = 1, _ body: () throws -> Void) rethrows -> Double {
        let start = now()
        for _ in 0..<iterations {
            try body()
        }
        return Double(now() - start) / 1_000_000 / Double(iterations)
    }
}

/// Keeps the optimiser from removing work whose answer nobody reads.
@inline(never)
@_optimize(none)
func consume<Value>(_ value: Value) {}
