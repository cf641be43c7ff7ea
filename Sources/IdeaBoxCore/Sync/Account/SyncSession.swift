import CloudKit
import Foundation
import SwiftData

/// All that a process needs to sync the store of whoever is signed in.
struct SyncSession: Sendable {
    let coordinator: SyncCoordinator
    let status: SyncStatus
    let container: CKContainer
    private let ownership: SyncOwnership

    /// Over a coordinator that is there already.
    init(_ coordinator: SyncCoordinator, _ status: SyncStatus, _ container: CKContainer, _ ownership: SyncOwnership) {
        (self.coordinator, self.status, self.container, self.ownership) = (coordinator, status, container, ownership)
    }

    /// Takes up the work over a store.
    ///
    /// - Parameters:
    ///   - modelContainer: The store, opened.
    ///   - folders: Where it lies.
    ///   - session: The account.
    ///   - sync: Waiting and chance.
    ///   - ownership: The right to sync the store, where the caller has it.
    ///   - heard: Told of each event as it happens, on any thread.
    /// - Throws: ``SyncProblem``: `signedOut`; `accountChanged` where the store is not that of whoever is signed in by now;
    ///   `notMigrated`; or `ownedElsewhere` where another process syncs the store.
    init(
        _ modelContainer: ModelContainer,
        in folders: DataFolders,
        _ session: AccountSession,
        _ sync: SyncSurroundings,
        ownership: SyncOwnership? = nil,
        heard: @escaping @Sendable (SyncEvent) -> Void
    ) async throws {
        guard let entry = try session.current() else { throw SyncProblem(.signedOut) }
        let surroundings = session.surroundings
        // Somebody else may have signed in since the store was opened.
        guard session.folders.inside(entry.folder) == folders else { throw SyncProblem(.accountChanged) }
        if let source = LegacySource.waiting(in: folders).first {
            throw SyncProblem(.notMigrated, reason: source.url.path)
        }
        guard let ownership = try ownership ?? SyncOwnership(folders) else { throw SyncProblem(.ownedElsewhere) }
        let ideas = IdeaStore.repository(modelContainer, folders, surroundings)
        let known = try ideas.memo(.clock, as: ClockOffset.self) ?? ClockOffset()
        let clock = ServerClock(
            HTTPTransport.shared,
            now: surroundings.now,
            uptime: { surroundings.uptime().seconds },
            known: known
        )
        container = session.container(of: entry, transport: clock)
        status = await SyncStatus()
        self.ownership = ownership
        coordinator = SyncCoordinator(
            SyncCoordinator.Parts(
                modelContainer: modelContainer,
                container: container,
                clock: clock,
                surroundings: sync,
                user: entry.userRecordName,
                standing: { session.standing(of: entry) },
                makeRepository: { IdeaStore.repository(modelContainer, folders, surroundings) }
            ),
            status: status,
            heard: heard
        )
    }
}
