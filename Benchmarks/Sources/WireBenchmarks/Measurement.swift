import Glibc

/// Processor time, so that what else runs on the machine counts little.
enum ProcessorTime {
    /// Nanoseconds that this process has worked.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// The samples of one contender in one direction.
struct Samples {
    private var nanoseconds: [Int64] = []

    /// Does some work and notes how long it took.
    mutating func measure(_ work: () throws -> Void) rethrows {
        let start = ProcessorTime.now
        try work()
        nanoseconds.append(ProcessorTime.now - start)
    }

    var median: Int64 {
        nanoseconds.sorted()[nanoseconds.count / 2]
    }
}
