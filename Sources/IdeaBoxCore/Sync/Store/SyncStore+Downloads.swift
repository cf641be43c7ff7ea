import AppCommons
import CloudKit
import Foundation
import SwiftData

/// What became of records that came in.
struct Download: Equatable, Sendable {
    var changed = 0
    var deleted = 0
    var conflicts = 0
    var refused = 0

    static func + (one: Download, other: Download) -> Download {
        Download(
            changed: one.changed + other.changed,
            deleted: one.deleted + other.deleted,
            conflicts: one.conflicts + other.conflicts,
            refused: one.refused + other.refused
        )
    }

    /// Whether anything was taken in since; what was only refused does not count.
    func isMore(than before: Download) -> Bool {
        (changed, deleted, conflicts) != (before.changed, before.deleted, before.conflicts)
    }
}

extension SyncStore {
    /// Takes in records of the service, each by the rule for conflicts.
    ///
    /// Those that came with answers to saves are not met by a comparison: such an answer may be that of an earlier attempt, and
    /// the record may be gone since.
    func apply(_ records: [CKRecord], areOfConflicts: Bool = false) throws -> Download {
        var result = Download()
        var rest = records[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.recordsPerChange)
            rest = rest.dropFirst(part.count)
            result = result + (try change { try applied(Array(part), areOfConflicts: areOfConflicts) })
        }
        return result
    }

    private func applied(_ records: [CKRecord], areOfConflicts: Bool) throws -> Download {
        var result = Download()
        var rows = try rows(records.compactMap { UUID(uuidString: $0.recordID.recordName) })
        var arrived: Set<UUID> = []
        for record in records {
            do {
                let remote = try RemoteIdea(record)
                arrived.insert(remote.id)
                missing.remove(remote.id)
                result = result + (try reconcile(remote, record, &rows))
            } catch let refusal as RecordRefusal {
                // What the store throws is no fault of the record: the page comes again.
                result.refused += 1
                try refuse(record.recordID.recordName, refusal)
            }
        }
        if !areOfConflicts { seen.formUnion(arrived) }
        try unstage(arrived)
        return result
    }

    /// Sets a record aside: it is noted in the history, and touches nothing.
    func refuse(_ name: String, _ refusal: RecordRefusal) throws {
        var details = JSONText()
        details.add("record", name)
        details.add("reason", refusal.reason)
        try log(.syncFailure, UUID(uuidString: name), details)
    }

    private func reconcile(_ remote: RemoteIdea, _ record: CKRecord, _ rows: inout Rows) throws -> Download {
        let state = rows.states[remote.id]
        // What this device knows already, such as what it sent itself.
        if let tag = state?.recordChangeTag, tag == record.recordChangeTag { return Download() }
        guard let idea = rows.ideas[remote.id] else {
            return try reconcilePurged(remote, record, state, &rows)
        }
        let known = state ?? SyncState(ideaId: idea.id, localVersion: idea.version, isPendingSync: false)
        if state == nil { idea.syncState = known }
        rows.states[idea.id] = known
        // What nobody changed here gives way, unless the service was put back to an older copy: its version is then one
        // that this one was made from.
        let isOlder = ConflictResolver.winner(local: idea.contested, remote: remote.contested) == .local
        guard known.isPendingSync || idea.deletedAt != nil || isOlder else {
            // While everything is compared, nobody knows whether what comes was made from what is here: a service that was
            // put back has forgotten.
            if try isComparing, !saysTheSame(idea, remote) {
                try logConflict(idea.id, winner: "remote", local: IdeaSnapshot(idea).json, remote: remote.json)
            }
            try take(remote, record, idea, known)
            return Download(changed: 1)
        }
        return try contest(remote, record, idea, known)
    }

    /// A record of an idea that this device has not, or has removed for good.
    private func reconcilePurged(
        _ remote: RemoteIdea,
        _ record: CKRecord,
        _ state: SyncState?,
        _ rows: inout Rows
    ) throws -> Download {
        if let state, state.isPendingSync || state.isTombstone {
            let deletion = IdeaVersion(stamp: state.lastModifiedAt, deviceId: try repository.deviceID())
            if ConflictResolver.winner(local: deletion, remote: remote.contested) == .local {
                remember(record, in: state)
                // The request that made the record was overtaken by the one that deleted it.
                if state.isTombstone { state.markPending(localVersion: state.localVersion, at: state.lastModifiedAt) }
                guard try isByOthers(remote) else { return Download() }
                let own = StagedDeletion(id: remote.id, stamp: deletion.stamp, deviceId: deletion.deviceId)
                try logConflict(remote.id, winner: "local", local: own.json, remote: remote.json)
                return Download(conflicts: 1)
            }
        }
        let idea = Idea(
            id: remote.id,
            title: remote.title,
            details: remote.details,
            isCompleted: remote.isCompleted,
            createdAt: remote.createdAt,
            updatedAt: remote.updatedAt,
            deviceId: remote.deviceId,
            version: remote.version
        )
        context.insert(idea)
        let new = state ?? SyncState(ideaId: remote.id, localVersion: remote.version, isPendingSync: false)
        idea.syncState = new
        (rows.ideas[remote.id], rows.states[remote.id]) = (idea, new)
        try take(remote, record, idea, new)
        return Download(changed: 1)
    }

    private func contest(_ remote: RemoteIdea, _ record: CKRecord, _ idea: Idea, _ state: SyncState) throws -> Download
    {
        let local = IdeaSnapshot(idea)
        switch ConflictResolver.winner(local: idea.contested, remote: remote.contested) {
        case .neither:
            // What this device sent itself, and of which it never got the answer.
            try take(remote, record, idea, state)
            return Download()
        case .remote:
            let isConflict = try isByOthers(remote) || state.localVersion != state.sentVersion
            try take(remote, record, idea, state)
            guard isConflict else { return Download(changed: 1) }
            state.markConflict(at: now.cutToMilliseconds)
            try logConflict(idea.id, winner: "remote", local: local.json, remote: remote.json)
            return Download(changed: 1, conflicts: 1)
        case .local:
            let isConflict = try isByOthers(remote)
            remember(record, in: state)
            state.remoteVersion = remote.version
            idea.version = IdeaRules.version(after: max(idea.version, remote.version))
            state.markPending(localVersion: idea.version, at: idea.updatedAt)
            guard isConflict else { return Download() }
            state.markConflict(at: now.cutToMilliseconds)
            try logConflict(idea.id, winner: "local", local: local.json, remote: remote.json)
            return Download(conflicts: 1)
        }
    }

    /// Whether a record says the same as the idea, so that nothing is lost.
    private func saysTheSame(_ idea: Idea, _ remote: RemoteIdea) -> Bool {
        idea.contested.content == remote.contested.content
    }

    private func isByOthers(_ remote: RemoteIdea) throws -> Bool {
        try remote.deviceId != repository.deviceID()
    }

    /// Makes the idea what the record says.
    private func take(_ remote: RemoteIdea, _ record: CKRecord, _ idea: Idea, _ state: SyncState) throws {
        let now = self.now.cutToMilliseconds
        if !idea.title.isSameText(as: remote.title) { idea.title = remote.title }
        if !idea.details.isSameText(as: remote.details) { idea.details = remote.details }
        if idea.isCompleted != remote.isCompleted { idea.isCompleted = remote.isCompleted }
        idea.createdAt = remote.createdAt
        idea.updatedAt = remote.updatedAt
        idea.deviceId = remote.deviceId
        idea.version = remote.version
        idea.deletedAt = nil
        idea.lastSyncedAt = now
        state.localVersion = remote.version
        // Versions of two devices have the same numbers: the next one made here may have that of one that was handed over.
        state.sentVersion = nil
        state.lastModifiedAt = remote.updatedAt
        remember(record, in: state)
        state.markSynced(remoteVersion: remote.version, recordName: record.recordID.recordName, at: now)
        try logTransfer(idea.id, "down", version: remote.version)
    }
}
