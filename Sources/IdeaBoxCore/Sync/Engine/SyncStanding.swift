import Foundation

/// How sync stands, as any process sees it in the store.
struct SyncStanding: Equatable, Sendable {
    let state: SyncStatus.State
    let pending: Int
    let lastSuccess: Date?
    let problem: SyncProblem?
    let nextAttempt: Date?
    let clockMinutes: Int?
    let held: Int
    /// Changes of the sync that is under way, in whatever process, and how many of them are done; 0 where none is, or one
    /// with few.
    let total: Int
    let done: Int
    /// The process that syncs the store.
    let owner: SyncOwner?
    let user: String?
    let server: String?

    /// Reads it from the store and the book of accounts; how much waits only where that is not known.
    init(_ repository: IdeaRepository, _ session: AccountSession, at now: Date, pending counted: Int? = nil) throws {
        let entry = (try? session.current()) ?? nil
        let report = try repository.memo(.report, as: SyncReport.self) ?? SyncReport()
        pending = try counted ?? repository.pendingCount()
        lastSuccess = report.lastSuccess
        clockMinutes = report.clockMinutes
        held = try repository.memo(.held, as: [StagedDeletion].self)?.count ?? 0
        (user, server) = (entry?.user, entry?.server)
        owner = entry.flatMap { SyncOwner(of: session.folders.inside($0.folder)) }
        // What a process left that was killed in the middle counts for nothing.
        total = owner == nil ? 0 : try repository.memo(.total, as: Int.self) ?? 0
        done = max(0, total - pending)
        guard let entry else {
            (state, problem, nextAttempt) = (.signedOut, nil, nil)
            return
        }
        if let source = LegacySource.waiting(in: session.folders.inside(entry.folder)).first {
            let unfinished = SyncProblem(.notMigrated, reason: source.url.path)
            (state, problem, nextAttempt) = (.needsAttention, unfinished, nil)
            return
        }
        problem = report.problem
        nextAttempt = report.nextAttempt.flatMap { $0 > now ? $0 : nil }
        if total > 0 {
            state = .syncing
        } else if report.problem != nil {
            state = report.state
        } else if report.state == .syncing {
            // What a process left that was killed in the middle says nothing of how things stand.
            state = owner == nil ? .waiting : .syncing
        } else {
            state = pending == 0 && report.lastSuccess != nil ? .upToDate : .waiting
        }
    }
}
