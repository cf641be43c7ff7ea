import Foundation
import SwiftData

/// How far an idea is in step with the account.
public enum SyncMark: String, Sendable, CaseIterable {
    /// The account has this version.
    case synced
    /// A change waits for its upload.
    case waiting
    /// A change has waited for more than 30 days.
    case obsolete
}

extension IdeaRepository {
    /// How far each of some ideas is in step; an id without an idea has no mark.
    public func syncMarks(of ids: [UUID]) throws -> [UUID: SyncMark] {
        guard !ids.isEmpty else { return [:] }
        let now = try correctedNow
        let states = try context.fetch(FetchDescriptor<SyncState>(predicate: #Predicate { ids.contains($0.ideaId) }))
        return Dictionary(
            states.map { state in
                let summary = SyncSummary(state, at: now)
                return (state.ideaId, summary.isObsolete ? .obsolete : summary.isPendingSync ? .waiting : .synced)
            }
        ) { first, _ in first }
    }

    /// Among so many held ideas the newest are looked for; of more, among those whose deletion came first.
    static let heldAtOnce = 1_000

    /// How many ideas a held download would delete, and the newest of them.
    public func heldDeletions(_ page: IdeaPage) throws -> (count: Int, first: PageOfResults<IdeaSnapshot>) {
        let held = try memo(.held, as: [StagedDeletion].self)?.map(\.id) ?? []
        guard !held.isEmpty else { return (0, page.cut([])) }
        // One more than are shown tells whether there are more; ideas that went meanwhile leave a gap.
        let shown = page.size == Int.max ? page.size : page.size + 1
        let asked = Array(held.prefix(max(shown, Self.heldAtOnce)))
        var descriptor = FetchDescriptor<Idea>(
            predicate: #Predicate { asked.contains($0.id) },
            sortBy: [SortDescriptor(\Idea.createdAt, order: .reverse)]
        )
        descriptor.fetchLimit = shown
        return (held.count, page.cut(try context.fetch(descriptor).map { IdeaSnapshot($0) }))
    }
}
