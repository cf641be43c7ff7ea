import Foundation
import SwiftData

/// Takes over what a salvaged store holds beside its ideas: the lines of its history, and under which name and mark the
/// cloud knows each idea.
///
/// A sync state without its idea usually stands for a deletion. Here the idea may have been lost to the damage, and must not be
/// deleted everywhere for that: such states stay behind.
struct SalvagedRemains {
    private static let batchSize = 500

    let repository: IdeaRepository
    let between: ModelContainer

    /// Answers how many lines of the history were taken over.
    ///
    /// The ideas must be in the repository already.
    func takeOver() throws -> Int {
        var lines = 0
        try forEachBatch(sortedBy: SortDescriptor(\SyncLog.id)) { lines += try take(lines: $0, into: $1) }
        try forEachBatch(sortedBy: SortDescriptor(\SyncState.ideaId)) { try take(states: $0, into: $1) }
        return lines
    }

    /// Reads in batches, each in a context of its own, and saves after each.
    private func forEachBatch<Model: PersistentModel>(
        sortedBy order: SortDescriptor<Model>,
        _ body: ([Model], ModelContext) throws -> Void
    ) throws {
        var descriptor = FetchDescriptor<Model>(sortBy: [order])
        descriptor.fetchLimit = Self.batchSize
        var offset = 0
        while true {
            descriptor.fetchOffset = offset
            let batch = try ModelContext(between).fetch(descriptor)
            guard !batch.isEmpty else { return }
            offset += batch.count
            let context = ModelContext(repository.container)
            context.autosaveEnabled = false
            try repository.change(in: context) { try body(batch, context) }
        }
    }

    private func take(lines: [SyncLog], into context: ModelContext) throws -> Int {
        let ids = lines.map(\.id)
        let known = try context.fetch(FetchDescriptor<SyncLog>(predicate: #Predicate { ids.contains($0.id) }))
        let missing = Set(ids).subtracting(known.map(\.id))
        let new = lines.filter { missing.contains($0.id) }
        for line in new {
            context.insert(
                SyncLog(
                    id: line.id,
                    ideaId: line.ideaId,
                    eventType: line.eventType,
                    timestamp: line.timestamp,
                    details: line.details,
                    deviceId: line.deviceId,
                    errorCode: line.errorCode
                )
            )
        }
        return new.count
    }

    /// The idea stays pending: the cloud is asked to change the record that it has, and says if it knows better.
    private func take(states: [SyncState], into context: ModelContext) throws {
        let sent = states.filter { $0.cloudKitRecordName != nil }
        let ids = sent.map(\.ideaId)
        let present = try context.fetch(FetchDescriptor<SyncState>(predicate: #Predicate { ids.contains($0.ideaId) }))
        let byIdea = Dictionary(present.map { ($0.ideaId, $0) }) { first, _ in first }
        for old in sent {
            guard let state = byIdea[old.ideaId], state.cloudKitRecordName == nil else { continue }
            state.cloudKitRecordName = old.cloudKitRecordName
            state.recordChangeTag = old.recordChangeTag
            state.encodedSystemFields = old.encodedSystemFields
            state.remoteVersion = old.remoteVersion
            state.lastSyncedAt = old.lastSyncedAt
        }
    }
}
