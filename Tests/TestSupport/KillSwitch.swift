import Foundation

/// Ends this process as `kill -9` does, after a number of writes: wherever it is then, on however slow a machine.
package enum KillSwitch {
    /// Whether the kernel counts the writes of processes here.
    package static var works: Bool { writes != nil }

    /// Kills once this process has made so many more writes.
    package static func arm(writes count: Int) {
        let end = (writes ?? 0) + count
        Thread.detachNewThread {
            while (writes ?? 0) < end { sched_yield() }
            pull()
        }
    }

    /// Kills now.
    package static func pull() -> Never {
        kill(getpid(), SIGKILL)
        while true { pause() }
    }

    /// The calls that this process has made so far to write to files.
    package static var writes: Int? {
        let counters = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)
        let line = counters?.split(separator: "\n").first { $0.hasPrefix("syscw:") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }
}
