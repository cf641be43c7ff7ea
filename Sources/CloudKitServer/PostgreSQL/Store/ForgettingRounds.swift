import Synchronization

/// How far a server is in forgetting what is old.
///
/// Indexes begin with the account, so old rows are looked for account by account, some accounts at a time.
final class ForgettingRounds: Sendable {
    /// What is forgotten.
    enum Task: Hashable {
        case answers
        case tombstones
    }

    private struct Place {
        var before = Int64.min
        var after = Int64.min
    }

    private let places = Mutex<[Task: Place]>([:])

    /// The account behind which the next round begins.
    func place(of task: Task) -> Int64 {
        places.withLock { $0[task]?.after ?? .min }
    }

    /// A round went from one account to another; nil is the end, and the next one begins again.
    func went(to last: Int64?, from first: Int64, _ task: Task) {
        places.withLock { $0[task] = Place(before: first, after: last ?? .min) }
    }

    /// The last round left something: the next one looks at the same accounts.
    func again(_ task: Task) {
        places.withLock { places in
            if let place = places[task] { places[task] = Place(before: place.before, after: place.before) }
        }
    }
}
