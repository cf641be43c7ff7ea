import Foundation
import SwiftData

/// How the alarms stand with the person's other devices.
package struct SyncPicture: Equatable, Sendable {
    /// What is going on.
    package enum State: String, CaseIterable, Sendable {
        /// This build does not sync.
        case off
        case starting, elsewhere, signedOut, syncing, upToDate, waiting, needsAttention
    }

    /// What is in the way.
    package enum Problem: String, CaseIterable, Sendable {
        case signedOut, accountChanged, zoneDeleted, quotaExceeded, recordRefused, serviceUnavailable, storeFailed
        case misconfigured
    }

    package var state = State.off
    /// Records that wait to be sent.
    package var pending = 0
    /// When the service was last asked with success.
    package var lastSuccess: Date?
    package var problem: Problem?
}

extension AlarmClockHome {
    /// How sync stands; the framework does the work, in this process or in the one that rings.
    package var sync: SyncPicture {
        #if CloudKitMirroring
        guard let status = container.cloudMirror?.status else { return SyncPicture() }
        // Only where a person asked for it, a process that shows the alarms exchanges them.
        if status.state == .starting, !store.mirrors { return syncElsewhere }
        return SyncPicture(
            state: SyncPicture.State(rawValue: status.state.rawValue) ?? .starting,
            pending: status.pendingCount,
            lastSuccess: status.lastSuccess,
            problem: status.lastProblem.flatMap { SyncPicture.Problem(rawValue: $0.kind.rawValue) }
        )
        #else
        return SyncPicture()
        #endif
    }

    /// What the process that rings says of sync.
    private var syncElsewhere: SyncPicture {
        guard case .running(let answer) = daemon, let standing = answer.sync else {
            return SyncPicture(state: .elsewhere)
        }
        return SyncPicture(
            state: SyncPicture.State(rawValue: standing.state.rawValue) ?? .elsewhere,
            pending: standing.pending,
            lastSuccess: standing.lastSuccess
        )
    }

    /// Exchanges now what waits on either side.
    ///
    /// - Throws: Why it could not; ``sync`` says it too.
    package func syncNow() async throws {
        #if CloudKitMirroring
        try await container.cloudMirror?.caughtUp()
        #endif
    }

    /// Sends everything again to a service that has lost it.
    ///
    /// - Throws: Why it could not.
    package func uploadAgain() async throws {
        #if CloudKitMirroring
        try await container.cloudMirror?.uploadAgain()
        #endif
    }

    /// Gives the alarms of this device to whoever is signed in now.
    ///
    /// - Throws: Why it could not.
    package func adoptCurrentAccount() async throws {
        #if CloudKitMirroring
        try await container.cloudMirror?.adoptCurrentAccount()
        #endif
    }
}
