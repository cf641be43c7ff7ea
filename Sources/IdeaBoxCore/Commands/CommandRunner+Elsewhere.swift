import AppCommons
import Foundation
import SwiftData
import Synchronization

/// What a command does where another process syncs the store.
extension CommandRunner {
    /// Seconds that a sync waits for another process that does the work.
    private static let patience: TimeInterval = 30

    /// Has the process that syncs this store do so now, and waits until it says how that went.
    ///
    /// Answers the right to do it, where that process ends before; nil where all is well. Throws ``SyncProblem``: what the
    /// other one met, or `ownedElsewhere` where it says nothing.
    func askOwner(
        of place: DataFolders,
        _ container: ModelContainer,
        _ waiting: SyncSurroundings,
        _ request: SyncRequest
    ) async throws -> SyncOwnership? {
        output.note(messages.text(.syncedElsewhere))
        let bell = EventLine<Void>(limit: .bufferingNewest(1))
        let end = OwnersEnd()
        let changes = try LocalChanges(container, of: [SyncMemo.self]) { bell.add(()) }
        let limit = Task {
            try? await waiting.wait(CommandRunner.patience)
            bell.end()
        }
        defer {
            limit.cancel()
            changes.end()
        }
        SyncOwnership.wait(for: place) { ownership in
            end.come(ownership)
            bell.add(())
        }
        let wish = try IdeaStore.repository(container, place, surroundings).wishForSync()
        bell.add(())
        for await _ in bell.stream {
            // Asked first: what the other one said until its end counts.
            let hasEnded = end.hasCome
            let report = try IdeaStore.repository(container, place, surroundings).memo(.report, as: SyncReport.self)
            if let report, let heard = report.wish, heard >= wish {
                if let problem = report.problem { throw problem }
                try show(.upToDate, json: request.json)
                return nil
            }
            if hasEnded, let ownership = end.take() { return ownership }
        }
        throw SyncProblem(.ownedElsewhere)
    }

    /// Shows what the process does that syncs this store, until it ends, and answers the right to go on in its place; nil
    /// where the lock's file cannot be used.
    ///
    /// Throws ``SyncProblem`` of the kinds `signedOut` and `accountChanged`, as a watch of this process would.
    func watchOwner(
        of place: DataFolders,
        _ container: ModelContainer,
        _ request: SyncRequest
    ) async throws -> SyncOwnership? {
        guard let entry = try account.current() else { throw SyncProblem(.signedOut) }
        let owner = SyncOwner(of: place)
        output.note(owner.map { messages.text(.watchesProcess, String($0.process)) } ?? messages.text(.watchesOther))
        let repository = IdeaStore.repository(container, place, surroundings)
        var work = try WatchedWork(container)
        let bell = EventLine<Void>(limit: .bufferingNewest(1))
        let end = OwnersEnd()
        let changes = try LocalChanges(container, of: [SyncLog.self, SyncMemo.self]) { bell.add(()) }
        defer { changes.end() }
        SyncOwnership.wait(for: place) { ownership in
            end.come(ownership)
            bell.add(())
        }
        bell.add(())
        for await _ in bell.stream {
            // Asked first: what the other one did until its end is shown before this one goes on.
            let hasEnded = end.hasCome
            let standing = try SyncStanding(repository, account, at: surroundings.now())
            for event in try work.news(standing, at: surroundings.now()) { try show(event, json: request.json) }
            if let kind = account.standing(of: entry) { throw SyncProblem(kind) }
            if hasEnded { break }
        }
        try Task.checkCancellation()
        output.note(messages.text(.takesOver))
        return end.take()
    }
}

/// Whether the process has ended that synced a store, and the right that it leaves.
private final class OwnersEnd: Sendable {
    private let state = Mutex<(hasCome: Bool, ownership: SyncOwnership?)>((false, nil))

    var hasCome: Bool { state.withLock { $0.hasCome } }

    func come(_ ownership: SyncOwnership?) { state.withLock { $0 = (true, ownership) } }

    /// The right, once.
    func take() -> SyncOwnership? {
        state.withLock { state in
            defer { state.ownership = nil }
            return state.ownership
        }
    }
}
