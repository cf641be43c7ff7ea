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
    let user: String?
    let server: String?

    /// Reads it from the store and the book of accounts.
    init(_ repository: IdeaRepository, _ session: AccountSession, at now: Date) throws {
        let entry = (try? session.current()) ?? nil
        let report = try repository.memo(.report, as: SyncReport.self) ?? SyncReport()
        pending = try repository.pendingCount()
        lastSuccess = report.lastSuccess
        clockMinutes = report.clockMinutes
        held = try repository.memo(.held, as: [StagedDeletion].self)?.count ?? 0
        (user, server) = (entry?.user, entry?.server)
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
        if report.problem != nil {
            state = report.state
        } else {
            state = pending == 0 && report.lastSuccess != nil ? .upToDate : .waiting
        }
    }
}
