import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The size that the system allows the files of this process to have: `ulimit -f`.
enum FileSizeLimit {
    /// Bytes that SQLite may want to write at once: a page of the largest size, and what the log says of it.
    private static let margin: UInt64 = 128 * 1_024
    /// What SQLite keeps in files of their own beside a store.
    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Lets a write beyond the limit fail, as on a full disk.
    ///
    /// The system ends a process that writes beyond it (`SIGXFSZ`), unless the process does something else with the signal.
    /// What the process has arranged for itself stays. See `setrlimit(2)`.
    static let isReported: Bool = {
        #if canImport(Glibc)
        var action = sigaction()
        guard sigaction(SIGXFSZ, nil, &action) == 0, action.sa_flags & SA_SIGINFO == 0,
            action.__sigaction_handler.sa_handler == nil
        else { return true }
        signal(SIGXFSZ, SIG_IGN)
        #endif
        return true
    }()

    /// Whether one of a store's files is about as large as it may be.
    static func isReached(at store: URL) -> Bool {
        #if canImport(Glibc)
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
            return false
        }
        return suffixes.contains { suffix in
            var status = stat()
            guard stat(store.path + suffix, &status) == 0 else { return false }
            return UInt64(max(status.st_size, 0)) + margin > UInt64(limit.rlim_cur)
        }
        #else
        return false
        #endif
    }
}
