import AppCommons
import CloudKit
import Foundation
import SwiftData

/// A deletion that came in and is not done yet.
struct StagedDeletion: Codable, Equatable, Sendable {
    let id: UUID
    var stamp: Date?
    var deviceId: String?
}

extension SyncStore {
    /// Deletions in one download that are more than this, and more than half of all ideas, wait for the person's word.
    static let heldDeletions = 20

    /// Takes in deletions: those of ideas that were changed here meanwhile are settled, the others wait for the end of
    /// the download.
    func apply(deletions: [CKDatabase.RecordZoneChange.Deletion]) throws -> Download {
        var result = Download()
        var rest = deletions[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.recordsPerChange)
            rest = rest.dropFirst(part.count)
            let staged = part.compactMap { deletion in
                UUID(uuidString: deletion.recordID.recordName).map {
                    StagedDeletion(id: $0, stamp: deletion.stamp?.date, deviceId: deletion.stamp?.deviceID)
                }
            }
            result = result + (try change { try reconcile(staged) })
        }
        return result
    }

    /// Takes in the deletion of an idea of which the service tells in the place of the record.
    func apply(deletionOf id: UUID, _ error: any Error) throws -> Download {
        try change { try reconcile([StagedDeletion(id: id, error: error)]) }
    }

    /// Compares deletions with what is here: what is not contested waits for the end of the download.
    func reconcile(_ deletions: [StagedDeletion]) throws -> Download {
        var result = Download()
        let rows = try rows(deletions.map(\.id))
        var staged: [StagedDeletion] = []
        for deletion in deletions {
            missing.remove(deletion.id)
            guard let state = rows.states[deletion.id] else { continue }
            guard let idea = rows.ideas[deletion.id] else {
                // Removed here for good, and now there too.
                if state.isPendingSync { state.becomeTombstone(at: now.cutToMilliseconds) }
                continue
            }
            state.recordRemoteDeletion(at: deletion.stamp)
            if idea.deletedAt != nil {
                clearRecord(in: state)
                let now = self.now.cutToMilliseconds
                if state.isPendingSync {
                    state.markSynced(remoteVersion: idea.version, recordName: deletion.id.text, at: now)
                }
            } else if state.isPendingSync {
                result = result + (try contest(deletion, idea, state))
            } else if isOlder(deletion, than: idea) {
                // Whoever deletes has seen what is deleted: this is the word of a service that was put back to an older
                // copy, from before the idea lived again.
                clearRecord(in: state)
                state.markPending(localVersion: idea.version, at: idea.updatedAt)
            } else {
                staged.append(deletion)
            }
        }
        if !staged.isEmpty {
            let before = try repository.memo(.staged, as: [StagedDeletion].self) ?? []
            try repository.setMemo(.staged, before + staged)
        }
        return result
    }

    private func isOlder(_ deletion: StagedDeletion, than idea: Idea) -> Bool {
        guard let stamp = deletion.stamp else { return false }
        let remote = IdeaVersion(stamp: stamp, deviceId: deletion.deviceId ?? "")
        return ConflictResolver.winner(local: idea.contested, remote: remote) == .local
    }

    /// A deletion of an idea that was changed here: the later of the two stays.
    ///
    /// One that does not say when it was made gives way, unless the change is the very one that was sent and may have been
    /// what was deleted.
    private func contest(_ deletion: StagedDeletion, _ idea: Idea, _ state: SyncState) throws -> Download {
        let editStays: Bool
        if let stamp = deletion.stamp {
            let remote = IdeaVersion(stamp: stamp, deviceId: deletion.deviceId ?? "")
            editStays = ConflictResolver.winner(local: idea.contested, remote: remote) == .local
        } else {
            let mayHaveArrived = state.recordChangeTag == nil && state.sentVersion == state.localVersion
            editStays = !mayHaveArrived
        }
        // What this device deleted itself, and took back, is nobody's conflict.
        if editStays, deletion.deviceId == (try repository.deviceID()) {
            clearRecord(in: state)
            return Download()
        }
        try logConflict(
            idea.id,
            winner: editStays ? "local" : "remote",
            local: IdeaSnapshot(idea).json,
            remote: deletion.json
        )
        guard editStays else {
            context.delete(idea)
            return Download(deleted: 1, conflicts: 1)
        }
        clearRecord(in: state)
        if deletion.stamp == nil {
            // Whoever deleted it knows when, and would delete an older change again: this one is made anew.
            try repository.note(.edit, on: idea, at: repository.nextStamp(of: idea))
        }
        state.markConflict(at: now.cutToMilliseconds)
        return Download(conflicts: 1)
    }

    /// What came back meanwhile is not deleted.
    func unstage(_ ids: Set<UUID>) throws {
        for name in [MemoName.staged, .held] {
            guard let waiting = try repository.memo(name, as: [StagedDeletion].self) else { continue }
            let rest = waiting.filter { !ids.contains($0.id) }
            if rest.count < waiting.count { try repository.setMemo(name, rest.isEmpty ? nil : rest) }
        }
    }

    /// Ends a download: does its deletions, or holds them where they would take most of what is here.
    ///
    /// Answers how many ideas were deleted.
    func finishDownload() throws -> Int {
        guard let staged = try repository.memo(.staged, as: [StagedDeletion].self) else { return 0 }
        let held = try repository.memo(.held, as: [StagedDeletion].self) ?? []
        let due = try existing(staged)
        let live = try liveCount()
        let isTooMuch = due.count > Self.heldDeletions && due.count * 2 > live
        if isTooMuch || !held.isEmpty {
            let known = Set(held.map(\.id))
            try change {
                try repository.setMemo(.held, held + due.filter { !known.contains($0.id) })
                try repository.setMemo(.staged, [StagedDeletion]?.none)
            }
            return 0
        }
        let count = try delete(due)
        try change { try repository.setMemo(.staged, [StagedDeletion]?.none) }
        return count
    }

    private func existing(_ deletions: [StagedDeletion]) throws -> [StagedDeletion] {
        var seen: Set<UUID> = []
        var result: [StagedDeletion] = []
        var rest = deletions[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.recordsPerChange)
            rest = rest.dropFirst(part.count)
            let ideas = try rows(part.map(\.id)).ideas
            result += part.filter {
                ideas[$0.id]?.deletedAt == nil && ideas[$0.id] != nil && seen.insert($0.id).inserted
            }
        }
        return result
    }

    /// Deletes ideas that the service has no more; one that was changed meanwhile is settled instead.
    private func delete(_ deletions: [StagedDeletion]) throws -> Int {
        var count = 0
        var rest = deletions[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Self.recordsPerChange))
            rest = rest.dropFirst(part.count)
            try change {
                let rows = try rows(part.map(\.id))
                for deletion in part {
                    guard let idea = rows.ideas[deletion.id], let state = rows.states[deletion.id] else { continue }
                    if state.isPendingSync || idea.deletedAt != nil {
                        _ = try reconcile([deletion])
                        continue
                    }
                    var details = JSONText()
                    details.add("direction", "down")
                    details.add("removed", raw: IdeaSnapshot(idea).json)
                    // Who brings the idea back must be later than that, whatever the clocks say.
                    if deletion.stamp != nil { details.add("deletion", raw: deletion.json) }
                    try log(.delete, idea.id, details)
                    context.delete(idea)
                    count += 1
                }
            }
        }
        return count
    }

    // MARK: Held deletions

    func heldCount() throws -> Int {
        try repository.memo(.held, as: [StagedDeletion].self)?.count ?? 0
    }

    /// Does what was held; answers how many ideas were deleted.
    func acceptDeletions() throws -> Int {
        let held = try existing(try repository.memo(.held, as: [StagedDeletion].self) ?? [])
        let count = try delete(held)
        try change { try repository.setMemo(.held, [StagedDeletion]?.none) }
        return count
    }

    /// Keeps the ideas that were to be deleted: they are changes of this device now, and go up again.
    func refuseDeletions() throws -> Int {
        let held = try existing(try repository.memo(.held, as: [StagedDeletion].self) ?? [])
        try makeAgain(
            held.map(\.id),
            after: Dictionary(held.compactMap { held in held.stamp.map { (held.id, $0) } }) { $1 }
        )
        try change { try repository.setMemo(.held, [StagedDeletion]?.none) }
        return held.count
    }

    /// Makes ideas anew at the service, each as a change that is later than its deletion.
    func makeAgain(_ ids: [UUID], after deletions: [UUID: Date] = [:]) throws {
        var rest = ids[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Self.recordsPerChange))
            rest = rest.dropFirst(part.count)
            try change {
                for idea in try rows(part).ideas.values {
                    if let state = idea.syncState { clearRecord(in: state) }
                    let stamp = try repository.nextStamp(of: idea)
                    try repository.note(.restore, on: idea, at: HybridStamp.next(now: stamp, after: deletions[idea.id]))
                }
            }
        }
    }
}

extension StagedDeletion {
    /// The deletion of which the service tells in place of a record.
    init(id: UUID, error: any Error) {
        let stamp = (error as? CKError)?.deletionStamp
        self.init(id: id, stamp: stamp?.date, deviceId: stamp?.deviceID)
    }

    /// The deletion as one JSON object, for the history.
    var json: String {
        var object = JSONText()
        object.add("id", id.text)
        object.add("deletedAt", stamp)
        object.add("deviceId", deviceId)
        return object.text
    }
}
