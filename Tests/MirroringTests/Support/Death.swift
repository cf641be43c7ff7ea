import GRDB
import GRDBSQLite
import Synchronization
import Testing

@testable import CloudKit
@testable import SwiftData

/// Lets the process of a device end: from a moment on nothing more reaches its disk, or the service.
final class Death: Sendable {
    /// When it ends.
    enum Moment: Sendable {
        case never
        /// Right after a transaction was committed, the first being 1.
        case afterCommit(Int)
        /// When the service has done what a request wanted, and nobody has heard of it.
        case beforeAnswer(Int)
    }

    private struct State {
        var commits = 0
        var requests = 0
        var isDead = false
    }

    private let moment: Moment
    private let state = Mutex(State())
    private let store: SQLiteStore

    init(of device: Device, _ moment: Moment) throws {
        self.moment = moment
        store = try #require(device.container.stores.first as? SQLiteStore)
        let target = Unmanaged.passUnretained(self).toOpaque()
        try store.connection.access { db in
            _ = sqlite3_wal_hook(
                db.sqliteConnection,
                { target, handle, _, _ in
                    guard let target else { return SQLITE_OK }
                    Unmanaged<Death>.fromOpaque(target).takeUnretainedValue().committed(handle)
                    return SQLITE_OK
                },
                target
            )
        }
        device.transport.spoil { [weak self] request in self?.fate(of: request) ?? .pass }
    }

    /// Whether the process has ended.
    var isDead: Bool { state.withLock { $0.isDead } }
    /// What has happened before.
    var commits: Int { state.withLock { $0.commits } }
    var requests: Int { state.withLock { $0.requests } }

    private func committed(_ handle: OpaquePointer?) {
        let isLast = state.withLock { state in
            state.commits += 1
            if case .afterCommit(state.commits) = moment { state.isDead = true }
            return state.isDead
        }
        if isLast { sqlite3_exec(handle, "PRAGMA query_only = 1", nil, nil, nil) }
    }

    private func fate(of request: CloudKitRequest) -> ServiceTransport.Fate {
        let (fate, isLast) = state.withLock { state -> (ServiceTransport.Fate, Bool) in
            if state.isDead { return (.lose, false) }
            state.requests += 1
            guard case .beforeAnswer(state.requests) = moment else { return (.pass, false) }
            state.isDead = true
            return (.loseAnswer, true)
        }
        if isLast {
            try? store.connection.access { db in
                _ = sqlite3_exec(db.sqliteConnection, "PRAGMA query_only = 1", nil, nil, nil)
            }
        }
        return fate
    }
}
