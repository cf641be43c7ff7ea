import Foundation

/// Ends this process as `kill -9` does, after a number of writes: wherever it is then, on however slow a machine.
enum KillSwitch {
    /// Whether the kernel counts the writes of processes here.
    static var works: Bool { writes != nil }

    /// Kills once this process has made so many more writes.
    static func arm(writes count: Int) {
        let end = (writes ?? 0) + count
        Thread.detachNewThread {
            while (writes ?? 0) < end { sched_yield() }
            pull()
        }
    }

    /// Kills now.
    static func pull() -> Never {
        kill(getpid(), SIGKILL)
        while true { pause() }
    }

    /// The calls that this process has made so far to write to files.
    static var writes: Int? {
        let counters = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)
        let line = counters?.split(separator: "\n").first { $0.hasPrefix("syscw:") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }
}
