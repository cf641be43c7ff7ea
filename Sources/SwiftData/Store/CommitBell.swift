import Foundation

/// Lets the watches of other processes know that a store has committed something.
///
/// A watch hears of writes to a file as they are made, and a commit is to be seen only once the disk has it: on a busy disk
/// that may be seconds later, and nothing is written then. So each commit touches the file that the store's connections
/// share, of which the system tells too.
struct CommitBell: Sendable {
    /// What the file's name has after the store's.
    static let suffix = "-shm"

    private let path: String

    init(_ store: URL) { path = store.path + Self.suffix }

    func ring() {
        #if os(Linux)
        // A store without such a file has nobody beside it.
        _ = utimensat(AT_FDCWD, path, nil, 0)
        #endif
    }
}
