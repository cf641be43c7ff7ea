import CloudKit
import Foundation
import SwiftData

extension SyncStore {
    /// Notes that everything that comes now is to be compared with the store.
    func beginComparison() throws {
        seen = []
        try change { try repository.setMemo(.comparison, true) }
    }

    var isComparing: Bool {
        get throws { try repository.memo(.comparison, as: Bool.self) ?? false }
    }

    /// Ideas that the service had, or may have had, of which the comparison has heard nothing: it is asked for each by name.
    ///
    /// Those that it had and that were changed here are left out, since their upload asks for them. Those that went up, and
    /// of which no answer came, may have been deleted since: an upload would bring them back.
    func unseen() throws -> [CKRecord.ID.Name] {
        let known = FetchDescriptor<SyncState>(
            predicate: #Predicate { !$0.isPendingSync && $0.recordChangeTag != nil }
        )
        let sent = FetchDescriptor<SyncState>(
            predicate: #Predicate { $0.isPendingSync && $0.recordChangeTag == nil && $0.sentVersion != nil }
        )
        let unanswered = try context.fetch(sent).filter { $0.sentVersion == $0.localVersion }
        return (try context.fetch(known) + unanswered).filter { !seen.contains($0.ideaId) }
            .compactMap(\.cloudKitRecordName)
    }

    /// Takes in what the service said to the names that it was asked for.
    func apply(lookedUp results: [CKRecord.ID: Result<CKRecord, any Error>]) throws -> Download {
        var found: [CKRecord] = []
        var (gone, lost, unexplained) = ([StagedDeletion](), [UUID](), [UUID]())
        for (id, result) in results {
            switch result {
            case .success(let record): found.append(record)
            case .failure(let error):
                guard CKError.unknownItem ~= error else { throw error }
                guard let id = UUID(uuidString: id.recordName) else { continue }
                switch (error as? CKError)?.wasDeleted {
                case .some(true): gone.append(StagedDeletion(id: id, error: error))
                case .some(false): lost.append(id)
                case .none: unexplained.append(id)
                }
            }
        }
        let result = try apply(found)
        try fillAgain(lost)
        gone += try onceThere(unexplained).map { StagedDeletion(id: $0) }
        return result + (try change { try reconcile(gone) })
    }

    /// Of ideas that the service has not, and does not say why: those that it once had.
    ///
    /// Of the others nothing says that their upload ever arrived: they stay pending, and it goes again.
    private func onceThere(_ ids: [UUID]) throws -> [UUID] {
        guard !ids.isEmpty else { return [] }
        let states = try rows(ids).states
        return ids.filter { states[$0]?.wasAcknowledged ?? true }
    }

    /// Ideas go up anew that a service does not know which was put back to an older copy: as they are, and no later.
    private func fillAgain(_ ids: [UUID]) throws {
        guard !ids.isEmpty else { return }
        try change {
            let rows = try rows(ids)
            for (id, state) in rows.states where !state.isPendingSync {
                guard let idea = rows.ideas[id], idea.deletedAt == nil else { continue }
                clearRecord(in: state)
                state.markPending(localVersion: idea.version, at: idea.updatedAt)
            }
        }
    }

    func endComparison() throws {
        seen = []
        try change { try repository.setMemo(.comparison, Bool?.none) }
    }

    /// Notes that the zone is gone at the service: what becomes of the ideas is for the person to say.
    func noteZoneGone() throws {
        try change {
            try repository.setMemo(.zoneGone, true)
            try repository.setMemo(.zone, String?.none)
        }
    }

    /// Begins with another zone, of which nothing is known yet.
    private func beginZone() throws {
        try change {
            try repository.setMemo(.zoneGone, Bool?.none)
            try repository.setMemo(.zone, String?.none)
            try repository.setMemo(.zoneFetched, Bool?.none)
            // What the engine knows is about the zone that is gone.
            try repository.setMemo(.engine, value: nil)
        }
    }

    /// Ideas go up anew after their zone was removed at the service, since the person wants that.
    func uploadAgain() throws {
        let descriptor = FetchDescriptor<Idea>(predicate: #Predicate { $0.deletedAt == nil })
        try makeAgain(try context.fetch(descriptor).map(\.id))
        try beginZone()
    }

    /// Removes all ideas after their zone was removed at the service, since the person wants that; the history keeps
    /// them.
    func startEmpty() throws {
        let descriptor = FetchDescriptor<Idea>(predicate: #Predicate { $0.deletedAt == nil })
        let all = try context.fetch(descriptor).map { StagedDeletion(id: $0.id) }
        try change {
            for state in try context.fetch(FetchDescriptor<SyncState>()) where state.isPendingSync {
                state.isPendingSync = false
                state.pendingSince = nil
            }
            try repository.setMemo(.held, all)
        }
        _ = try acceptDeletions()
        try beginZone()
    }
}

extension SyncState {
    /// Whether the service was ever heard to have the idea; what became of it since does not matter.
    fileprivate var wasAcknowledged: Bool {
        recordChangeTag != nil || remoteUpdatedAt != nil || lastSyncedAt != nil
    }
}

extension CKRecord.ID {
    /// The name of a record.
    typealias Name = String
}
