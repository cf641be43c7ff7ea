#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the system does to a process that writes beyond the size which its files may have (`ulimit -f`).
public enum FileSizeSignal {
    /// Lets such a write fail, as one on a full disk does; the system would end the process (`setrlimit(2)`).
    ///
    /// A store does the same when it is opened; a command calls this for all that it writes before, or without one.
    public static func ignore() { signal(SIGXFSZ, SIG_IGN) }
}
