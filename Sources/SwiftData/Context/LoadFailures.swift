// Reading a property cannot throw, but the store behind it can fail: a damaged page, a lock, a full disk. The property
// then shows a stand-in; the failure is kept, and the context's next fetch or save throws it, so that nobody goes on
// with values that are none.

/// The failures of loads that nobody could be told of.
struct LoadFailures {
    /// The first that nobody has been told of yet.
    private var untold: (any Error)?
    /// The last one.
    private(set) var last: (any Error)?

    mutating func note(_ error: any Error) {
        untold = untold ?? error
        last = error
    }

    /// Records a failure that the next fetch or save meets by itself, if it is still there.
    mutating func recordLast(_ error: any Error) { last = error }

    /// Forgets what nobody was told of: the changes that could go by it are gone.
    mutating func clear() { untold = nil }

    /// Throws the first failure that nobody was told of, once.
    mutating func tell() throws {
        guard let error = untold else { return }
        untold = nil
        throw error
    }
}

extension ObjectGraph {
    /// The result of a load on behalf of a property's reader; nil where it failed.
    func loading<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            loadFailures.note(error)
            return nil
        }
    }
}

extension ModelContext {
    /// Why the last load behind the reading of a property failed, or the last `deleteAllData()`; nil where none ever did.
    ///
    /// The property showed a stand-in (an empty text, zero, none). The next fetch or save of the context throws the error,
    /// once. An addition of this package.
    public var lastLoadError: (any Error)? { graph.loadFailures.last }
}
