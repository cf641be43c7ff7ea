import Foundation
import SwiftData

/// How long things are kept.
enum Retention {
    static let seconds: TimeInterval = 30 * 24 * 60 * 60
    /// The most lines that the history keeps, beside those with a version that gave way.
    static let maximumLogRows = 100_000
    /// The most lines that the history keeps with a version that gave way.
    static let maximumKeptRows = 50_000
    /// How many objects one transaction of the tidying takes.
    static let batchSize = 500
}

extension IdeaRepository {
    /// Removes all ideas in the trash for good and answers how many they were.
    public func emptyTrash() throws -> Int {
        try purgeTrash(deletedBefore: .distantFuture)
    }

    /// What is due at a launch: old history goes, the trash of 30 days ago goes, changes that wait for 30 days are
    /// marked.
    ///
    /// How old things are is said by ``ConfirmedClock``.
    public func tidy() throws {
        try tidy(rowLimit: Retention.maximumLogRows)
    }

    /// The same with limits of their own, for tests.
    func tidy(rowLimit: Int, keptLimit: Int = Retention.maximumKeptRows) throws {
        // What the clocks say now is stored also where nothing else is.
        try change {}
        let limit = retentionLimit
        try dropHistory(before: limit)
        try boundHistory(rowLimit: rowLimit, keptLimit: keptLimit)
        _ = try purgeTrash(deletedBefore: limit)
        try dropTombstones(before: limit)
        try markObsolete(at: limit.addingTimeInterval(Retention.seconds), limit: limit)
    }

    /// Removes ideas from the trash for good, in batches.
    ///
    /// Where the cloud knows the record, or may come to know it, the sync state stays behind and stands for the deletion.
    private func purgeTrash(deletedBefore limit: Date) throws -> Int {
        var descriptor = FetchDescriptor<Idea>(predicate: IdeaList.deleted(since: .distantPast))
        descriptor.sortBy = [SortDescriptor(\Idea.deletedAt)]
        descriptor.fetchLimit = Retention.batchSize
        var count = 0
        while true {
            let batch = try context.fetch(descriptor).filter { ($0.deletedAt ?? .distantFuture) < limit }
            guard !batch.isEmpty else { return count }
            let stamp = try HybridStamp.next(now: correctedNow)
            try change {
                for idea in batch { try purge(idea, at: stamp) }
            }
            count += batch.count
        }
    }

    private func purge(_ idea: Idea, at stamp: Date) throws {
        try record(.purge, idea: idea.id, at: stamp)
        if let state = idea.syncState, state.cloudKitRecordName != nil {
            if !state.isPendingSync {
                state.lastModifiedAt = idea.deletedAt ?? state.lastModifiedAt
                state.becomeTombstone(at: state.lastSyncedAt ?? stamp)
            }
            idea.syncState = nil
        }
        context.delete(idea)
    }

    /// Forgets deletions of which the cloud heard long ago: no request that makes their records is under way any more.
    private func dropTombstones(before limit: Date) throws {
        var oldest = FetchDescriptor<SyncState>(predicate: #Predicate { !$0.isPendingSync && $0.isObsolete })
        oldest.sortBy = [SortDescriptor(\SyncState.lastSyncedAt)]
        oldest.fetchLimit = Retention.batchSize
        while true {
            let due = try context.fetch(oldest).filter { ($0.lastSyncedAt ?? .distantPast) < limit }
            guard !due.isEmpty else { return }
            try change {
                for state in due { context.delete(state) }
            }
        }
    }

    private func dropHistory(before limit: Date) throws {
        var oldest = FetchDescriptor<SyncLog>(sortBy: [SortDescriptor(\SyncLog.timestamp)])
        oldest.fetchLimit = 1
        // A look at the index first: at most launches there is nothing to do, and then nothing is written.
        guard let first = try context.fetch(oldest).first, first.timestamp < limit else { return }
        try change {
            try context.delete(model: SyncLog.self, where: #Predicate { $0.timestamp < limit })
        }
    }

    /// Marks what has waited too long, oldest first.
    ///
    /// Both orders have an index, so a launch with nothing to mark looks at two rows.
    private func markObsolete(at now: Date, limit: Date) throws {
        var neverSent = FetchDescriptor<SyncState>(
            predicate: #Predicate { $0.isPendingSync && !$0.isObsolete && $0.lastSyncedAt == nil }
        )
        neverSent.sortBy = [SortDescriptor(\SyncState.pendingSince)]
        try markObsolete(neverSent, at: now) { ($0.pendingSince ?? now) < limit }
        var sentOnce = FetchDescriptor<SyncState>(
            predicate: #Predicate { $0.isPendingSync && !$0.isObsolete && $0.lastSyncedAt != nil }
        )
        sentOnce.sortBy = [SortDescriptor(\SyncState.lastSyncedAt)]
        try markObsolete(sentOnce, at: now) { ($0.lastSyncedAt ?? now) < limit }
    }

    private func markObsolete(
        _ descriptor: FetchDescriptor<SyncState>,
        at now: Date,
        where isDue: (SyncState) -> Bool
    ) throws {
        var descriptor = descriptor
        descriptor.fetchLimit = Retention.batchSize
        while true {
            let due = try context.fetch(descriptor).filter(isDue)
            guard !due.isEmpty else { return }
            try change {
                for state in due { state.markObsolete(at: now) }
            }
        }
    }
}
