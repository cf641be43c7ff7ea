import Synchronization

/// Whether something must be fetched anew: set from any thread, cleared by the one that fetches.
final class Staleness: Sendable {
    private let isStale = Atomic<Bool>(false)

    func mark() { isStale.store(true, ordering: .releasing) }

    /// - Returns: Whether it was stale before.
    func clear() -> Bool {
        isStale.exchange(false, ordering: .acquiringAndReleasing)
    }
}

/// Passes the news of a save on to an observer.
///
/// It runs on the thread that saved. What it calls only marks a ``Staleness`` and tells the Observation library, which are
/// thread-safe; the observer's own state is not touched.
final class ObserverRelay: @unchecked Sendable {
    private let notify: () -> Void

    init(_ notify: @escaping () -> Void) { self.notify = notify }

    func fire() { notify() }
}
