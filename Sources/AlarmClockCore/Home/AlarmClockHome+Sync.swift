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

extension SyncPicture.Problem {
    /// Why a step of sync failed, of which a person reads in their own language.
    package struct Failure: Error, Equatable {
        /// What is in the way.
        package let problem: SyncPicture.Problem
    }

    /// The failure of a kind that this program knows, or else one with the service's words.
    static func error(_ kind: String?, _ reason: String) -> any Error {
        kind.flatMap(Self.init).map(Failure.init) ?? CommandProblem.serviceFailed(reason)
    }
}

extension AlarmClockHome {
    /// How sync stands; the framework does the work, in this process or in the one that rings.
    package var sync: SyncPicture {
        #if CloudKitMirroring
        guard let status = container.cloudMirror?.status else { return SyncPicture() }
        guard store.mirrors else { return syncElsewhere }
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
            lastSuccess: standing.lastSuccess,
            problem: standing.problemKind.flatMap(SyncPicture.Problem.init)
        )
    }

    /// A person looks at the alarms again: asks for what other devices did, where this process mirrors.
    package func cameForward() {
        refresh()
        #if CloudKitMirroring
        if store.mirrors { container.cloudMirror?.appDidReturn() }
        #endif
    }

    /// Does something for sync, in the process that mirrors.
    ///
    /// - Throws: ``SyncPicture/Problem/Failure``, or another error with words; ``sync`` says how it stands then.
    package func sync(_ step: SyncStep) async throws {
        #if CloudKitMirroring
        guard store.mirrors, let mirror = container.cloudMirror else { return try await askDaemon(step) }
        do {
            try await mirror.perform(step)
        } catch let problem as CloudMirrorProblem {
            throw SyncPicture.Problem.error(problem.kind.rawValue, problem.reason)
        }
        #endif
    }

    private func askDaemon(_ step: SyncStep) async throws {
        // Whoever waits for the service waits longer than for the daemon alone.
        let link = DaemonLink(socket: folders.socket, patience: Self.syncPatience)
        _ = try await link.answer(to: .sync(step)).done()
    }

    /// How long the daemon may take to exchange everything, in seconds.
    private static let syncPatience = 120
}
