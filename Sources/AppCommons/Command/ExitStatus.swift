/// How a command ended, as its process says it.
package enum ExitStatus: Int32, Sendable {
    /// It was done.
    case done = 0
    /// It failed.
    case failed = 1
    /// It was called in a wrong way.
    case usage = 2
    /// What it was to work on does not exist.
    case notFound = 3
    /// It needs the network, sync or another process, which is not there.
    case offline = 4
    /// The store is damaged.
    case damaged = 5
}
