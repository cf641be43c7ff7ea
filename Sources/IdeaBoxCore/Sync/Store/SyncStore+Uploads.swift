import AppCommons
import CloudKit
import Foundation
import SwiftData

/// What goes up next.
struct Upload {
    var saves: [CKRecord] = []
    var deletes: [(id: CKRecord.ID, terms: RecordDeleteTerms)] = []

    var isEmpty: Bool { saves.isEmpty && deletes.isEmpty }
}

extension SyncStore {
    /// Records that go up at once, as the contract has it.
    static let uploadLimit = 100
    /// Changes that are noted as sent in one transaction, of which the first batch goes up at once.
    static let notedAtOnce = 400

    /// The next changes to send, oldest first; nil where none is left.
    ///
    /// Each is noted as sent, under the name that it goes by, before it goes: a name that may be known to the service
    /// is never made anew by chance. Some that come after it are noted with it, so that not every batch costs a
    /// transaction. Where one of the batch is dated after `latest`, nothing goes before its date was looked at.
    func nextUpload(
        to zone: CKRecordZone.ID,
        without setAside: Set<UUID>,
        savesToo: Bool,
        latest: Date? = nil
    ) throws -> Upload? {
        while true {
            var descriptor = FetchDescriptor<SyncState>(predicate: #Predicate { $0.isPendingSync })
            descriptor.sortBy = [SortDescriptor(\SyncState.pendingSince)]
            if savesToo { descriptor.fetchLimit = Self.uploadLimit + setAside.count }
            let waiting = try context.fetch(descriptor).filter { !setAside.contains($0.ideaId) }
            guard !waiting.isEmpty else { return nil }
            let ideas = try rows(waiting.map(\.ideaId)).ideas
            let chosen = waiting.filter { savesToo || ideas[$0.ideaId].map { $0.deletedAt != nil } ?? true }
            guard !chosen.isEmpty else { return nil }
            let batch = Array(chosen.prefix(Self.uploadLimit))
            if let latest, batch.contains(where: { $0.lastModifiedAt > latest }) { return nil }
            let upload = try change {
                if !batch.allSatisfy(Self.isNoted) { try noteNext(descriptor) }
                return try handOut(batch, ideas, zone)
            }
            // Where there was nothing but deletions of what never went up, there may be more.
            if !upload.isEmpty { return upload }
        }
    }

    private static func isNoted(_ state: SyncState) -> Bool {
        state.cloudKitRecordName != nil && state.sentVersion == state.localVersion
    }

    /// Notes as sent what goes up in the next batches.
    private func noteNext(_ descriptor: FetchDescriptor<SyncState>) throws {
        guard let limit = descriptor.fetchLimit else { return }
        var descriptor = descriptor
        descriptor.fetchLimit = max(limit, Self.notedAtOnce)
        let waiting = try context.fetch(descriptor)
        let ideas = try rows(waiting.filter { !Self.isNoted($0) }.map(\.ideaId)).ideas
        for state in waiting where !Self.isNoted(state) && ideas[state.ideaId]?.deletedAt == nil {
            // What was deleted before it was ever sent is not sent.
            guard ideas[state.ideaId] != nil else { continue }
            noteSent(state)
        }
    }

    private func noteSent(_ state: SyncState) {
        if state.cloudKitRecordName == nil { state.cloudKitRecordName = state.ideaId.text }
        if state.sentVersion != state.localVersion { state.sentVersion = state.localVersion }
    }

    private func handOut(_ states: [SyncState], _ ideas: [UUID: Idea], _ zone: CKRecordZone.ID) throws -> Upload {
        var upload = Upload()
        for state in states {
            let idea = ideas[state.ideaId]
            let isGone = idea?.deletedAt != nil || idea == nil
            if isGone, state.cloudKitRecordName == nil {
                discardUpload(state, of: idea)
                continue
            }
            let name = state.cloudKitRecordName ?? state.ideaId.text
            noteSent(state)
            let id = CKRecord.ID(recordName: name, zoneID: zone)
            if let idea, !isGone {
                upload.saves.append(record(of: idea, state, id))
            } else {
                let stamp = try RecordDeletionStamp(
                    date: idea?.deletedAt ?? state.lastModifiedAt,
                    deviceID: idea?.deviceId ?? repository.deviceID()
                )
                upload.deletes.append((id, RecordDeleteTerms(changeTag: state.recordChangeTag, stamp: stamp)))
            }
        }
        return upload
    }

    /// What never went up need not be deleted there.
    private func discardUpload(_ state: SyncState, of idea: Idea?) {
        if idea == nil {
            context.delete(state)
        } else {
            state.isPendingSync = false
            state.pendingSince = nil
        }
    }

    private func record(of idea: Idea, _ state: SyncState, _ id: CKRecord.ID) -> CKRecord {
        let known = state.encodedSystemFields.flatMap { SystemFields.record($0, id) }
        let filled = known ?? CKRecord(recordType: RemoteIdea.recordType, recordID: id)
        RemoteIdea(IdeaSnapshot(idea)).fill(filled, lastSyncedAt: idea.lastSyncedAt)
        return filled
    }

    // MARK: Answers

    /// Takes in that the service has these records now.
    ///
    /// What was changed since they were handed out stays pending.
    func noteSaved(_ records: [CKRecord]) throws {
        try change {
            let now = self.now.cutToMilliseconds
            let rows = try rows(records.compactMap { UUID(uuidString: $0.recordID.recordName) })
            for record in records {
                guard let id = UUID(uuidString: record.recordID.recordName), let state = rows.states[id] else {
                    continue
                }
                remember(record, in: state)
                let version = record["version"] as? Int ?? state.sentVersion ?? state.localVersion
                let date = (record["updatedAt"] as? Date)?.cutToMilliseconds
                try logTransfer(id, "up", version: version)
                if let idea = rows.ideas[id] {
                    idea.lastSyncedAt = now
                    let isSame = idea.version == version && idea.deletedAt == nil
                    if isSame, date == nil || date == idea.updatedAt.cutToMilliseconds {
                        state.markSynced(remoteVersion: version, recordName: record.recordID.recordName, at: now)
                        continue
                    }
                }
                state.remoteVersion = version
                state.lastSyncedAt = now
            }
            // What the service has again is not deleted there.
            try unstage(Set(rows.states.keys))
        }
    }

    /// Takes in that the service has these records no more.
    func noteDeleted(_ ids: [CKRecord.ID]) throws {
        try change {
            let now = self.now.cutToMilliseconds
            let rows = try rows(ids.compactMap { UUID(uuidString: $0.recordName) })
            for name in ids {
                guard let id = UUID(uuidString: name.recordName), let state = rows.states[id] else { continue }
                try logTransfer(id, "up", version: state.sentVersion ?? state.localVersion)
                clearRecord(in: state)
                guard let idea = rows.ideas[id] else {
                    state.becomeTombstone(at: now)
                    continue
                }
                idea.lastSyncedAt = now
                state.lastSyncedAt = now
                if idea.deletedAt != nil, idea.version == state.sentVersion {
                    state.markSynced(remoteVersion: idea.version, recordName: name.recordName, at: now)
                }
            }
        }
    }

    /// Takes in that the service refused a record; answers whether it knows the record no more, for the first time.
    func noteRefused(_ id: UUID, _ error: CKError) throws -> Bool {
        if error.code == .unknownItem {
            guard missing.insert(id).inserted else {
                try change { try makeAgain(id, isLost: error.wasDeleted == false) }
                return false
            }
            return true
        }
        try change {
            var details = JSONText()
            details.add("reason", error.localizedDescription)
            try log(.syncFailure, id, details, code: error.code.rawValue)
        }
        return false
    }

    /// The service knows the record of a change no more, and its feed does not say why: the change is made again.
    private func makeAgain(_ id: UUID, isLost: Bool) throws {
        let rows = try rows([id])
        guard let state = rows.states[id] else { return }
        clearRecord(in: state)
        // When it was deleted nobody says any more: who knows would delete an older change again.
        guard !isLost, let idea = rows.ideas[id], idea.deletedAt == nil else { return }
        try repository.note(.edit, on: idea, at: repository.nextStamp(of: idea))
    }

    // MARK: What is known of the record

    func remember(_ record: CKRecord, in state: SyncState) {
        state.cloudKitRecordName = record.recordID.recordName
        state.recordChangeTag = record.recordChangeTag
        state.encodedSystemFields = SystemFields.encoded(record)
        state.remoteUpdatedAt = (record["updatedAt"] as? Date)?.cutToMilliseconds ?? state.remoteUpdatedAt
    }

    /// The record is gone; its name stays known.
    func clearRecord(in state: SyncState) {
        state.recordChangeTag = nil
        state.encodedSystemFields = nil
        state.remoteVersion = nil
    }
}

extension SyncStore {
    /// Whether something is left to send; nothing is handed out.
    func hasUpload(to zone: CKRecordZone.ID, without setAside: Set<UUID>, savesToo: Bool) throws -> Bool {
        var descriptor = FetchDescriptor<SyncState>(predicate: #Predicate { $0.isPendingSync })
        if savesToo { descriptor.fetchLimit = setAside.count + 1 }
        let waiting = try context.fetch(descriptor).filter { !setAside.contains($0.ideaId) }
        guard !savesToo else { return !waiting.isEmpty }
        let ideas = try rows(waiting.map(\.ideaId)).ideas
        return waiting.contains { state in ideas[state.ideaId].map { $0.deletedAt != nil } ?? true }
    }
}
