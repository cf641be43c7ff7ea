import Foundation
import Synchronization

/// Lets the observers of a container hear of what other processes save.
///
/// Contexts need no telling: each fetch asks SQLite whether somebody else wrote. Observers do, since nothing makes them
/// fetch. So the files are watched from the first observer on.
final class StoreWatches: Sendable {
    #if os(Linux)
    private let watches = Mutex<[StoreWatch]?>(nil)
    #endif

    /// Watches the files of these stores, once.
    ///
    /// - Parameters:
    ///   - stores: The container's stores; those without a file are passed over.
    ///   - tell: Called after another process saved, on any thread.
    func begin(_ stores: [any GraphStore], tell: @escaping @Sendable () -> Void) {
        #if os(Linux)
        watches.withLock { watches in
            guard watches == nil else { return }
            watches = stores.compactMap { Self.watch($0, tell) }
        }
        #endif
    }

    #if os(Linux)
    private static func watch(_ store: any GraphStore, _ tell: @escaping @Sendable () -> Void) -> StoreWatch? {
        guard let store = store as? SQLiteStore, let url = store.connection.url else { return nil }
        let seen = Mutex(store.knownExternalChanges)
        return StoreWatch(url) { [weak store] in
            // Most writes are our own. A store that cannot be asked tells its own errors when it is used.
            guard let count = try? store?.externalChangeCount() else { return }
            let isNews = seen.withLock { seen in
                defer { seen = count }
                return seen != count
            }
            if isNews { tell() }
        }
    }
    #endif
}
